import { fail, ok, type Result } from "../../conversation/errors";
import { asArray, asObject, asText } from "../../formats/json-fields";
import { reportStranger } from "../claude-code/companions";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { readJsonl } from "../jsonl-reader";
import { readSampleRows, rowsOf } from "../sample-rows";
import { sessionIdOf } from "../session-id";
import { takeSample } from "../take-sample";
import { draftSession } from "./build-messages";
import { MessageRecords } from "./message-records";

/**
 * Sessions of Gemini CLI: one JSON object (until 0.39), or a header and messages line by line. The files of sub-agents
 * are in a folder with the name of the session.
 */
export const geminiCli: Importer = {
  id: "gemini-cli",
  title: "Gemini CLI",

  detect(sample) {
    const header = asObject(sample.shape === "value" ? sample.value : rowsOf(sample)[0]);
    const isHeader = asText(header?.sessionId) !== null && asText(header?.projectHash) !== null;
    return isHeader ? "a session with sessionId and projectHash" : null;
  },

  async parse(files, sample, run) {
    const [file, ...others] = files;
    if (!file) throw new Error("an import has at least one file");
    const records = new MessageRecords();
    const failure = await readRecords(file, sample, run, records);
    if (failure) return fail(failure);
    const used = [file];
    const subAgents = await readSubAgents(others, records, used, run);
    if (!subAgents.ok) return subAgents;
    const draft = draftSession(records, subAgents.value);
    const first = sample.shape === "value" ? sample.value : rowsOf(sample)[0];
    run.conversation = draft.logId === "" ? null : sessionIdOf(geminiCli.id, draft.logId, 0);
    if (!draft.messages.some(({ origin }) => origin !== "client")) {
      run.report("no-session", NO_SESSION, { file: 0, line: 1, byteOffset: 0, byteLength: 0 });
      return ok([]);
    }
    draft.isSnapshot = Array.isArray(asObject(first)?.messages);
    const session = draft.build(file, 0, run);
    return ok([{ ...session, files: used.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })) }]);
  },
};

/** Reads the files of sub-agents in the same project. */
async function readSubAgents(
  files: readonly TranscriptFile[],
  { header }: MessageRecords,
  used: TranscriptFile[],
  run: ImportRun,
): Promise<Result<MessageRecords[], ImportFailure>> {
  const found: MessageRecords[] = [];
  for (const file of files) {
    const taken = await takeSample(file, run);
    const sample = taken.ok && taken.value.shape === "rows" ? taken.value : null;
    const own = sample?.rows[0];
    if (!sample || own?.kind !== "subagent" || own.projectHash !== header.projectHash) {
      reportStranger(file, run);
      continue;
    }
    const records = new MessageRecords();
    const failure = await readJsonl(file, used.push(file) - 1, sample.encoding, run, records.read);
    if (failure) return fail(failure);
    found.push(records);
  }
  return ok(found);
}

const NO_SESSION =
  "The file contains no prompt and no answer. Gemini CLI leaves such a file when it resumes a session, which it continues in the first file.";

/** If the file is one object, its messages are the rows and its other fields are the header. */
async function readRecords(file: TranscriptFile, sample: Sample, run: ImportRun, records: MessageRecords) {
  const whole = sample.shape === "value" ? asObject(sample.value) : null;
  if (!whole) return readSampleRows(file, sample, run, records.read);
  const { messages, ...header } = whole;
  records.header = header;
  return readItems(asArray(messages) ?? [], file, run, records.read);
}
