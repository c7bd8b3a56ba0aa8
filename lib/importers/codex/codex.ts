import { fail, ok } from "../../conversation/errors";
import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import { isOwnItem } from "../../formats/openai-responses/decode-item";
import type { Importer } from "../importer";
import { readSampleRows, rowsOf } from "../sample-rows";
import { timeOf } from "../session-draft";
import { RolloutInterpreter } from "./rollout-interpreter";

/** Row types of the envelopes that only Codex puts around a payload. */
const ENVELOPES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);

/** Codex rollouts: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`, with and without envelopes. */
export const codex: Importer = {
  id: "codex",
  title: "Codex",

  detect(sample) {
    if (sample.shape === "value" && !Array.isArray(sample.value)) return null;
    const rows = rowsOf(sample)
      .slice(0, 20)
      .map(asObject)
      .filter((row) => row !== null);
    if (rows.some(isEnveloped)) return "rows with timestamp, type and payload";
    return isBareRollout(rows) ? "a session header followed by response items" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const rows = new RolloutInterpreter(run);
    const failure = await readSampleRows(file, sample, run, rows.interpret);
    return failure ? fail(failure) : ok([rows.finish().build(file, 0, run)]);
  },
};

const isEnveloped = (row: JsonObject) =>
  ENVELOPES.has(asText(row.type) ?? "") && asObject(row.payload) !== null && typeof row.timestamp === "string";

/**
 * True for files from before September 2025: `{ id, timestamp, instructions }`, then items and records of the client's
 * state.
 */
function isBareRollout(rows: readonly JsonObject[]): boolean {
  const [header, ...rest] = rows;
  const isHeader =
    header !== undefined &&
    header.type === undefined &&
    asText(header.id) !== null &&
    timeOf(header.timestamp) !== null &&
    "instructions" in header;
  return isHeader && rest.every((row) => isOwnItem(row) || "record_type" in row || typeof row.type === "string");
}
