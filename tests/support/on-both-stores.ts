import { describe } from "vitest";
import { findPostgres } from "./postgres-binaries";
import type { Store } from "./temp-data";

/** False where no PostgreSQL server is installed; says so once per file that asks. */
export const hasPostgres = findPostgres() !== null;
if (!hasPostgres) console.error("skipped: no PostgreSQL server is installed on this machine (initdb, postgres)");

/** The same tests on the embedded database and on a PostgreSQL server; the suite makes its own data. */
export function onBothStores(suite: (store: Store) => void): void {
  describe("libSQL", () => suite("libsql"));
  describe.skipIf(!hasPostgres)("PostgreSQL", () => suite("postgres"));
}
