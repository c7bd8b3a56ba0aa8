import { describe, test } from "vitest";

/** What a test needs that takes too long for continuous integration (`isFull`, record-figure.ts). */
export const FULL_FORM = "the full form of the long tests (-- --full)";

/**
 * A suite that needs something of the machine. If that is missing, the suite is one skipped test that names it, so that
 * no file is without a test and `npm test` can report at its end what was skipped and why.
 */
export function describeWhere(isMet: boolean, need: string, name: string, tests: () => void | Promise<void>): void {
  if (isMet) describe(name, tests);
  else describe(name, () => test.skip(`needs ${need}`, () => {}));
}
