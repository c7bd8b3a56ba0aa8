import { fail, ok } from "../../conversation/errors";
import { isContent } from "../../formats/gemini/decode-parts";
import { asObject } from "../../formats/json-fields";
import { unknownShape } from "../describe-file";
import type { ImportRun } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { readSampleRows, rowsOf } from "../sample-rows";
import { exchangeOf, isResponse } from "./exchange";
import { ExchangeInterpreter } from "./exchange-interpreter";

/** Requests and responses of the Gemini API, logs with both, and bare lists of contents (`/chat save` of Gemini CLI). */
export const geminiContents: Importer = {
  id: "gemini-contents",
  title: "Gemini API",

  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20);
    if (rows.length > 0 && rows.every(isContent)) return "contents of the Gemini API";
    return rows.some((row) => !Array.isArray(row) && !isOfGateway(row) && exchangeOf(row))
      ? "requests or responses of the Gemini API"
      : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const rows = new ExchangeInterpreter();
    const failure = await readRows(file, sample, run, rows);
    if (failure) return fail(failure);
    const sessions = rows.drafts.map((draft, index) => draft.build(file, index, run));
    return sessions.length > 0 ? ok(sessions) : fail(unknownShape(null));
  },
};

/** A row of LiteLLM's log says more about a call than its bodies do, so another importer reads it. */
const isOfGateway = (row: unknown): boolean => "call_type" in (asObject(row) ?? {});

/** A bare list of contents is one conversation, and so is a streamed answer as a list of chunks. */
async function readRows(file: TranscriptFile, sample: Sample, run: ImportRun, rows: ExchangeInterpreter) {
  const sampled = rowsOf(sample);
  if (sampled.slice(0, 20).every(isContent)) return readSampleRows(file, sample, run, rows.interpretContent);
  const areChunks = sampled.every((row) => isResponse(asObject(row) ?? {}));
  if (sample.shape === "value" && areChunks) return readItems([sampled], file, run, rows.interpret);
  return readSampleRows(file, sample, run, rows.interpret);
}
