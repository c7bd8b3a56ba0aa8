export type PostgresTarget = {
  readonly connectionString: string;
  /** The value of `?schema=` in Prisma's URLs, which `pg` ignores; null for `public`. */
  readonly schema: string | null;
};

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

export function readPostgresUrl(url: string): PostgresTarget {
  const schema = /[?&]schema=([^&#]+)/.exec(url)?.[1];
  return { connectionString: url, schema: schema === undefined ? null : decodeURIComponent(schema) };
}
