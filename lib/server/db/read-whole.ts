import { Problem } from "@/lib/api/problem";

const ATTEMPTS = 5;

/**
 * Reads rows with their relations. Prisma reads a relation in a second statement, and a row may be replaced or deleted
 * in between. The relation is then null, although its type excludes that; the rows are read again.
 */
export async function readWhole<Row>(
  read: () => Promise<readonly Row[]>,
  isWhole: (row: Row) => boolean,
): Promise<readonly Row[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const rows = await read();
    if (rows.every(isWhole)) return rows;
  }
  throw new Problem(503, "db-busy", "the library changes too fast to be read; try again", {
    headers: { "retry-after": "2" },
  });
}
