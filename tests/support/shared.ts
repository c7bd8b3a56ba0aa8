import { existsSync } from "node:fs";
import path from "node:path";
import { describeWhere } from "./describe-where";

/** Other people's real transcripts and request bodies: next to the checkout, never part of the repository. */
const SHARED = path.resolve("../shared");

/**
 * A test's only access to `../shared`: a suite about a file or folder there ("transcripts/codex",
 * "repros/gemini-turn-order.json"). If it is missing, as in a fresh clone, the suite is one skipped test with the
 * reason. The suite receives the path, and may be async to load the data for its tests.
 */
export function describeShared(relative: string, tests: (place: string) => void | Promise<void>): void {
  const [folder] = relative.split("/");
  const place = path.join(SHARED, relative);
  describeWhere(existsSync(place), `../shared/${folder}`, `shared ${relative}`, () => tests(place));
}
