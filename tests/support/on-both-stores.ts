import { describe } from "vitest";
import { describeWhere } from "./describe-where";
import { findPostgres } from "./postgres-binaries";
import type { Store } from "./temp-data";

const hasPostgres = findPostgres() !== null;
export const isEmbeddedTried = process.env.WINNOW_ONLY_POSTGRES !== "1";

/** A suite on a PostgreSQL server; one skipped test if none is installed. */
export function onPostgres(name: string, tests: () => void): void {
  describeWhere(hasPostgres, "a PostgreSQL server on this machine (initdb, postgres)", name, tests);
}

/**
 * Runs the same tests on the embedded database and on a PostgreSQL server; the suite creates its own data.
 * WINNOW_ONLY_POSTGRES=1 skips the first, for testing only a different server version (`npm run test:newest`).
 */
export function onBothStores(suite: (store: Store) => void): void {
  if (isEmbeddedTried) describe("libSQL", () => suite("libsql"));
  onPostgres("PostgreSQL", () => suite("postgres"));
}
