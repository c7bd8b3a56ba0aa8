import { existsSync } from "node:fs";
import path from "node:path";
import { describeWhere } from "./describe-where";

/** Real transcripts and request bodies that other people wrote: beside the checkout, never part of the repository. */
const SHARED = path.resolve("../shared");

/**
 * The one way from a test to `../shared`: a suite on a file or folder there ("transcripts/codex",
 * "repros/gemini-turn-order.json"). Where it is absent, as in a fresh clone, the suite is one skipped test with its
 * reason. The suite gets the place, and may be async to load what its tests are made of.
 */
export function describeShared(relative: string, tests: (place: string) => void | Promise<void>): void {
  const [folder] = relative.split("/");
  const place = path.join(SHARED, relative);
  describeWhere(existsSync(place), `../shared/${folder}`, `shared ${relative}`, () => tests(place));
}
