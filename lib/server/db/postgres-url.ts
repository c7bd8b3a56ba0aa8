export type PostgresTarget = {
  readonly connectionString: string;
  /** Of `?schema=`, as Prisma's URLs name it (`pg` takes no notice); null = `public`. */
  readonly schema: string | null;
};

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

export function readPostgresUrl(url: string): PostgresTarget {
  const schema = /[?&]schema=([^&#]+)/.exec(url)?.[1];
  return { connectionString: url, schema: schema === undefined ? null : decodeURIComponent(schema) };
}
