import { fail, ok } from "../../conversation/errors";
import { asArray, asObject, asText } from "../../formats/json-fields";
import type { ImportRun } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { readSampleRows, rowsOf } from "../sample-rows";
import { sessionIdOf } from "../session-id";
import { draftSession } from "./build-messages";
import { MessageRecords } from "./message-records";

/** Sessions of Gemini CLI: one JSON object (until 0.39), or a header and messages line by line. */
export const geminiCli: Importer = {
  id: "gemini-cli",
  title: "Gemini CLI",

  detect(sample) {
    const header = asObject(sample.shape === "value" ? sample.value : rowsOf(sample)[0]);
    const isHeader = asText(header?.sessionId) !== null && asText(header?.projectHash) !== null;
    return isHeader ? "a session with sessionId and projectHash" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const records = new MessageRecords();
    const failure = await readRecords(file, sample, run, records);
    if (failure) return fail(failure);
    const draft = draftSession(records);
    const first = sample.shape === "value" ? sample.value : rowsOf(sample)[0];
    run.conversation = draft.logId === "" ? null : sessionIdOf(geminiCli.id, draft.logId, 0);
    if (!draft.messages.some(({ origin }) => origin !== "client")) {
      run.report("no-session", NO_SESSION, { file: 0, line: 1, byteOffset: 0, byteLength: 0 });
      return ok([]);
    }
    draft.isSnapshot = Array.isArray(asObject(first)?.messages);
    return ok([draft.build(file, 0, run)]);
  },
};

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
