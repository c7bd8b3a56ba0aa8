import { fail, ok, type Result } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asObject, type JsonObject } from "../formats/json-fields";
import type { ImportIssue, Session } from "../transcript/session";
import { fill } from "./import-failure";
import type { ImportRun, RowVerdict } from "./import-run";
import type { ImportFailure, Sample, TranscriptFile } from "./importer";
import type { ItemSession } from "./item-session";
import { readJsonl } from "./jsonl-reader";
import { rowsOf } from "./sample-rows";

/**
 * Envelopes are formats in which one JSON object contains an entire conversation, or a list or lines of such objects.
 * The envelope and everything listed in it are items, each with a verdict. In a file of lines an item's place is its
 * line; in a file that is one value, it is the item's number.
 */
export class Envelope {
  constructor(
    private readonly run: ImportRun,
    private readonly place: () => SourceLocation,
  ) {}

  /** Gives each of the envelope's items the verdict that `onItem` returns for it. */
  read<T>(items: readonly T[], onItem: (item: T, source: SourceLocation) => RowVerdict) {
    for (const item of items) {
      const source = this.place();
      this.run.settle(onItem(item, source), source);
    }
  }

  /** Lists and objects outside the conversation that no reader uses. Each is one kept item, identified by its key. */
  keepFields(object: JsonObject, interpreted: readonly string[]) {
    const others = Object.entries(object).filter(([key, value]) => !interpreted.includes(key) && holdsMore(value));
    this.read(others, ([key]) => ({ kept: key }));
  }
}

const holdsMore = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length > 0;

export type EnvelopeHandler = (object: JsonObject, envelope: Envelope, source: SourceLocation) => RowVerdict;

/** The object that decides the format: the first line, the first list item, or the value itself. */
export const firstOf = (sample: Sample): JsonObject | null => asObject(rowsOf(sample)[0]);

/** Streams the envelopes of a file through `onEnvelope`. */
export async function readEnvelopes(
  file: TranscriptFile,
  sample: Sample,
  run: ImportRun,
  onEnvelope: EnvelopeHandler,
): Promise<ImportFailure | null> {
  const onRow = (row: unknown, source: SourceLocation, envelope: Envelope): RowVerdict => {
    const object = asObject(row);
    return object ? onEnvelope(object, envelope, source) : { kept: "no-object" };
  };
  if (sample.shape === "rows")
    return readJsonl(file, 0, sample.encoding, run, (row, source) =>
      onRow(row, source, new Envelope(run, () => source)),
    );
  let line = 0;
  const place = () => {
    line += 1;
    return { file: 0, line, byteOffset: 0, byteLength: file.bytes };
  };
  const envelope = new Envelope(run, place);
  envelope.read(rowsOf(sample), (row, source) => onRow(row, source, envelope));
  return run.advance(file.bytes);
}

/** One session for each envelope of a file. Serves as the complete `parse` of a format. */
export async function parseEnvelopes(
  files: readonly TranscriptFile[],
  sample: Sample,
  run: ImportRun,
  open: (object: JsonObject, envelope: Envelope, source: SourceLocation) => ItemSession | readonly ItemSession[] | null,
): Promise<Result<readonly Session[], ImportFailure>> {
  const [file] = files;
  if (!file) throw new Error("an import has at least one file");
  const drafts: ItemSession[] = [];
  const failure = await readEnvelopes(file, sample, run, (object, envelope, source) => {
    const opened = open(object, envelope, source);
    if (opened === null) return { kept: "no-conversation" };
    drafts.push(...[opened].flat());
    return "interpreted";
  });
  return failure ? fail(failure) : finishAll(drafts, file, run);
}

/** The sessions, once every item has its verdict. A file of the right shape without any message is rejected. */
export function finishAll(
  drafts: readonly ItemSession[],
  file: TranscriptFile,
  run: ImportRun,
): Result<readonly Session[], ImportFailure> {
  const spoken = drafts.filter((draft) => draft.messages.length > 0);
  if (spoken.length === 0) return fail(run.issues[0] ? withIssue(run.issues[0]) : NOTHING_SAID);
  // If a file contains the same session twice, each gets a separate id. Other files can continue only one of them.
  const seen = new Set<string>();
  for (const draft of spoken) {
    draft.isSnapshot &&= !seen.has(draft.logId);
    seen.add(draft.logId);
  }
  return ok(spoken.map((draft, index) => draft.finish([file], run, index)));
}

const NOTHING_SAID: ImportFailure = {
  code: "not-a-transcript",
  message: "The file has the shape of a known transcript, but there is no message in it.",
};

const withIssue = ({ message }: ImportIssue): ImportFailure => ({
  code: "not-a-transcript",
  message: fill("The file has the shape of a known transcript, but it cannot be read: {reason}", { reason: message }),
});
