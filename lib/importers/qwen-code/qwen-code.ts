import { fail, ok } from "../../conversation/errors";
import { asArray, asObject, asText } from "../../formats/json-fields";
import { type Companion, findCompanions, reportStranger } from "../claude-code/companions";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, TranscriptFile } from "../importer";
import { readJsonl } from "../jsonl-reader";
import { readSampleRows, rowsOf } from "../sample-rows";
import { RowInterpreter } from "./row-interpreter";

/**
 * Qwen Code sessions: `~/.qwen/projects/<project>/chats/<session>.jsonl`, with the files of their sub-agents in
 * `<project>/subagents/<session>`.
 */
export const qwenCode: Importer = {
  id: "qwen-code",
  title: "Qwen Code",

  detect(sample) {
    return rowsOf(sample).slice(0, 20).some(isOwnRow) ? "rows with uuid, sessionId and message.parts" : null;
  },

  async parse(files, sample, run) {
    const [main, ...others] = files;
    if (!main) throw new Error("an import has at least one file");
    const rows = new RowInterpreter();
    const used = [main];
    const failure =
      (await readSampleRows(main, sample, run, rows.interpret)) ?? (await readAgents(others, used, run, rows));
    if (failure) return fail(failure);
    const session = rows.finish().build(main, 0, run);
    return ok([{ ...session, files: used.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })) }]);
  },
};

async function readAgents(
  files: readonly TranscriptFile[],
  used: TranscriptFile[],
  run: ImportRun,
  rows: RowInterpreter,
): Promise<ImportFailure | null> {
  for (const companion of await findCompanions(files, run)) {
    const failure = await readAgent(companion, used, run, rows);
    if (failure) return failure;
  }
  return null;
}

async function readAgent(
  companion: Companion,
  used: TranscriptFile[],
  run: ImportRun,
  rows: RowInterpreter,
): Promise<ImportFailure | null> {
  const { file } = companion;
  if (companion.kind === "description") {
    rows.agents.describe(companion);
    run.settle("interpreted", { file: used.push(file) - 1, line: 1, byteOffset: 0, byteLength: file.bytes });
    return run.advance(file.bytes);
  }
  if (companion.sessionIds.has(rows.draft.logId))
    return readJsonl(file, used.push(file) - 1, companion.encoding, run, rows.interpret);
  reportStranger(file, run);
  return null;
}

function isOwnRow(value: unknown): boolean {
  const row = asObject(value);
  if (!row || asText(row.uuid) === null || asText(row.sessionId) === null) return false;
  return (
    asArray(asObject(row.message)?.parts) !== null || (row.type === "system" && asObject(row.systemPayload) !== null)
  );
}
