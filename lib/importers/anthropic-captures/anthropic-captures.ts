import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject } from "../../formats/json-fields";
import { CaptureWriter } from "../captures/capture-writer";
import { unknownShape } from "../describe-file";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { ItemSession } from "../item-session";
import { readSampleRows, rowsOf } from "../sample-rows";
import { captureOf } from "./capture";
import { areGrowingBodies, bareBody, GrowingBodies } from "./growing-bodies";

/**
 * Complete requests and responses of Anthropic's Messages API, as proxies and tracers log them, or the bodies that a
 * program logs by itself. Each file is one session.
 */
export const anthropicCaptures: Importer = {
  id: "anthropic-captures",
  title: "Anthropic request captures",

  detect(sample) {
    if (areGrowingBodies(rowsOf(sample))) return "growing bodies of the Messages API";
    const rows = rowsOf(sample).slice(0, 20).flatMap(callsIn);
    return rows.slice(0, 20).some((row) => captureOf(row) !== null) ? "captured calls of the Messages API" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const draft = new ItemSession("anthropic-captures", null);
    const writer = new CaptureWriter(draft);
    const bodies = areGrowingBodies(rowsOf(sample)) ? new GrowingBodies(writer) : null;
    const failure = await readSampleRows(file, sample, run, bodies ? readBody(bodies) : readRow(writer));
    if (failure) return fail(failure);
    bodies?.end();
    if (draft.responses.length === 0) return fail(unknownShape(null));
    return ok([{ ...draft.finish([file], run), captured: writer.captured }]);
  },
};

/** The calls of a row. A HAR file is a single value with all of them. */
const callsIn = (row: unknown): readonly unknown[] => asArray(asObject(asObject(row)?.log)?.entries) ?? [row];

/** Reads calls in file order, because calls of one conversation end in the order in which they began. */
function readCall(row: unknown, source: SourceLocation, writer: CaptureWriter): RowVerdict {
  const capture = captureOf(row);
  if (capture === null) return { kept: "other-call" };
  if (capture.answer === null && capture.error === null) return { kept: "no-answer" };
  const written = writer.write(capture, source);
  return written.ok ? "interpreted" : { bad: "invalid-row", message: written.error.message };
}

/** Adds a body. It is written once the next body has been read, because that one may contain its answer. */
const readBody =
  (bodies: GrowingBodies) =>
  (row: unknown, source: SourceLocation): RowVerdict => {
    const body = bareBody(row);
    if (body === null) return { kept: "other-call" };
    const written = bodies.add(body, source);
    return written?.ok === false ? { bad: "invalid-row", message: written.error.message } : "interpreted";
  };

/** A row with many calls counts as interpreted if at least one of the calls was interpreted. */
const readRow =
  (writer: CaptureWriter) =>
  (row: unknown, source: SourceLocation): RowVerdict => {
    const verdicts = callsIn(row).map((call) => readCall(call, source, writer));
    return verdicts.find((verdict) => verdict === "interpreted") ?? verdicts[0] ?? { kept: "no-calls" };
  };
