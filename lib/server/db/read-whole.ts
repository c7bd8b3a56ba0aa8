import { Problem } from "../problem";

const ATTEMPTS = 5;

/**
 * Rows with their relations. Prisma reads a relation by a statement of its own, and between the two a row may be
 * replaced or deleted: then its other half is null, whatever the type says. Such a read is made again.
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
