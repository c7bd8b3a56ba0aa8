import { fail, ok } from "../../conversation/errors";
import { asText } from "../../formats/json-fields";
import type { Importer, Sample } from "../importer";
import { readJsonl } from "../jsonl-reader";
import { isOpenClaw } from "./openclaw-rows";
import { PiReader } from "./pi-reader";

/**
 * pi sessions: a header row `{type: "session", cwd}`, then entries. In version 2 and later the entries form a tree. The
 * last entry is its leaf, and entries outside the leaf's path were abandoned. Source: badlogic/pi-mono,
 * packages/coding-agent/docs/session.md (2026-03).
 */
export const pi: Importer = {
  id: "pi",
  title: "pi",
  detect: (sample) =>
    hasPiHeader(sample) && !isOpenClaw(sample) ? "a session header with cwd, then typed entries" : null,
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const reader = new PiReader({ id: "pi", name: "pi" });
    const failure = await readJsonl(file, 0, sample.encoding, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.build([file], run)]);
  },
};

/** True if the file begins with pi's header, as sessions of OpenClaw do too. */
export function hasPiHeader(sample: Sample): boolean {
  const header = sample.shape === "rows" ? sample.rows[0] : undefined;
  return header?.type === "session" && asText(header.cwd) !== null && asText(header.id) !== null;
}
