// The PostgreSQL twin of prisma/schema.prisma: derived, never written by hand.

const SQLITE = 'provider = "sqlite"';

/** What the client for PostgreSQL is generated from: the same models. Int stays Int, so that both clients answer numbers. */
export function postgresClientSchema(/** @type {string} */ source) {
  if (source.split(SQLITE).length !== 2) throw new Error(`the schema must say ${SQLITE} exactly once`);
  return source.replace(SQLITE, 'provider = "postgresql"');
}

/** What the tables are made from: an INTEGER of SQLite has 64 bits, and so has a BIGINT. */
export const postgresTableSchema = (/** @type {string} */ source) =>
  postgresClientSchema(source).replace(/^(\s+\w+\s+)Int\b/gm, "$1BigInt");
