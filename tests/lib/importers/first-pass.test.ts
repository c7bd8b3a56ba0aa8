import { expect, test } from "vitest";
import { CANCELLED } from "@/lib/importers/import-failure";
import { ImportRun } from "@/lib/importers/import-run";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";

test("the first pass over a file ends when the import is cancelled, and counts nothing in the import", () => {
  const stop = new AbortController();
  const run = new ImportRun(DEFAULT_LIMITS, stop.signal);
  const first = run.forFirstPass();
  expect(first.advance(10)).toBeNull();
  expect(run.bytesRead).toBe(0);
  stop.abort();
  expect(first.advance(10)).toBe(CANCELLED);
});
