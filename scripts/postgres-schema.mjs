// Derives the PostgreSQL schemas from prisma/schema.prisma, so nobody writes them by hand.

const SQLITE = 'provider = "sqlite"';

/** The schema for PostgreSQL's client, with the same models. Int is kept, so both clients return numbers. */
export function postgresClientSchema(/** @type {string} */ source) {
  if (source.split(SQLITE).length !== 2) throw new Error(`the schema must say ${SQLITE} exactly once`);
  return source.replace(SQLITE, 'provider = "postgresql"');
}

/** The schema for PostgreSQL's tables. An Int becomes a BIGINT, because an INTEGER of SQLite has 64 bits. */
export const postgresTableSchema = (/** @type {string} */ source) =>
  postgresClientSchema(source).replace(/^(\s+\w+\s+)Int\b/gm, "$1BigInt");
