import { fail, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { finishAll, firstOf, readEnvelopes } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { ImportFailure, Sample, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";

/** Reads the rows of a call log and returns the conversations at the end. */
export type CallReader = {
  /** Equal for repeated rows, as in exports with overlapping pages; null if repetitions cannot be recognised. */
  readonly identityOf?: (row: JsonObject) => string | null;
  readonly interpret: (row: JsonObject, source: SourceLocation) => RowVerdict;
  readonly sessions: () => readonly ItemSession[];
};

/** Fields in which an API's answer lists the rows that an export has line by line. */
const LISTS = ["data", "events", "calls"] as const;

/** The first row of a call log. Rows are lines, items of a list, or items of the list in an API's answer. */
export function firstRowOf(sample: Sample): JsonObject | null {
  const first = firstOf(sample);
  return first && asObject((listedIn(first) ?? [first])[0]);
}

/** An API's answer has few fields besides its list, whereas a row may have a list among many fields. */
function listedIn(object: JsonObject): readonly unknown[] | null {
  if ("id" in object || "request_id" in object || "context" in object) return null;
  return LISTS.map((key) => asArray(object[key])).find((list) => list !== null) ?? null;
}

/** Streams the rows of a call log through the reader. Serves as the complete `parse` of a format. */
export async function parseCallRows(
  files: readonly TranscriptFile[],
  sample: Sample,
  run: ImportRun,
  reader: CallReader,
): Promise<Result<readonly Session[], ImportFailure>> {
  const [file] = files;
  if (!file) throw new Error("an import has at least one file");
  const interpret = onceEach(reader);
  const failure = await readEnvelopes(file, sample, run, (object, envelope, source) => {
    const listed = listedIn(object);
    if (!listed) return interpret(object, source);
    envelope.read(listed, (value, place) => {
      const row = asObject(value);
      return row ? interpret(row, place) : { bad: "invalid-row", message: `Item ${place.line} is not an object.` };
    });
    return "interpreted";
  });
  return failure ? fail(failure) : finishAll(reader.sessions(), file, run);
}

/** Ignores repeated rows. The call was made once, so only its first row counts. */
function onceEach({ identityOf, interpret }: CallReader): CallReader["interpret"] {
  const seen = new Set<string>();
  return (row, source) => {
    const identity = identityOf?.(row) ?? null;
    if (identity !== null && seen.has(identity)) return { kept: "repeated" };
    if (identity !== null) seen.add(identity);
    return interpret(row, source);
  };
}
