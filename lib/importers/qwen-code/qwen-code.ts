import { fail, ok } from "../../conversation/errors";
import { asArray, asObject, asText } from "../../formats/json-fields";
import type { Importer } from "../importer";
import { readSampleRows, rowsOf } from "../sample-rows";
import { RowInterpreter } from "./row-interpreter";

/** Qwen Code sessions: `~/.qwen/projects/<project>/chats/<session>.jsonl`. */
export const qwenCode: Importer = {
  id: "qwen-code",
  title: "Qwen Code",

  detect(sample) {
    return rowsOf(sample).slice(0, 20).some(isOwnRow) ? "rows with uuid, sessionId and message.parts" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const rows = new RowInterpreter();
    const failure = await readSampleRows(file, sample, run, rows.interpret);
    return failure ? fail(failure) : ok([rows.draft.build(file, 0, run)]);
  },
};

function isOwnRow(value: unknown): boolean {
  const row = asObject(value);
  if (!row || asText(row.uuid) === null || asText(row.sessionId) === null) return false;
  return (
    asArray(asObject(row.message)?.parts) !== null || (row.type === "system" && asObject(row.systemPayload) !== null)
  );
}
