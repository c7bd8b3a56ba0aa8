import { fail, ok } from "../../conversation/errors";
import { asObject, type JsonObject } from "../../formats/json-fields";
import { isOwnItem } from "../../formats/openai-responses/decode-item";
import { unknownShape } from "../describe-file";
import type { ImportRun } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { readSampleRows, rowsOf } from "../sample-rows";
import { exchangeOf, isStreamEvent } from "./exchange";
import { ExchangeInterpreter } from "./exchange-interpreter";

/** Requests and responses of OpenAI's Responses API, and logs with both: one value, a list, or line by line. */
export const openaiResponses: Importer = {
  id: "openai-responses",
  title: "OpenAI Responses",

  detect(sample) {
    if (isItemList(sample)) return "items of the Responses API";
    const rows = rowsOf(sample).slice(0, 20);
    if (rows.every((row) => isStreamEvent(asObject(row) ?? {}))) return null; // a raw stream, without requests
    return rows.some(isExchange) ? "requests or responses of the Responses API" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const rows = new ExchangeInterpreter(run);
    const failure = await readRows(file, sample, run, rows);
    if (failure) return fail(failure);
    const sessions = rows.conversations.map(({ draft }, index) => draft.build(file, index, run));
    return sessions.length > 0 ? ok(sessions) : fail(unknownShape(null));
  },
};

/** True for a row of LiteLLM or Braintrust, which other importers read. */
const isOfTracer = (fields: JsonObject) => "call_type" in fields || "_xact_id" in fields;

function isExchange(row: unknown): boolean {
  const fields = asObject(row);
  return fields !== null && !isOfTracer(fields) && (isStreamEvent(fields) || exchangeOf(fields) !== null);
}

/** True for a list of items that is one conversation. After a header of another format it belongs to that format. */
function isItemList(sample: Sample): boolean {
  const rows = rowsOf(sample).slice(0, 20);
  const isItem = (row: unknown) =>
    isOwnItem(row) || typeof asObject(row)?.role === "string" || asObject(row)?.type === "reasoning";
  return rows.every(isItem) && rows.some(isOwnItem);
}

/** A bare list of items is one request, in whatever form it was written. */
async function readRows(file: TranscriptFile, sample: Sample, run: ImportRun, rows: ExchangeInterpreter) {
  if (!isItemList(sample)) return readSampleRows(file, sample, run, rows.interpret);
  if (sample.shape !== "rows") return readItems([rowsOf(sample)], file, run, rows.interpret);
  return readSampleRows(file, sample, run, rows.interpretItem);
}
