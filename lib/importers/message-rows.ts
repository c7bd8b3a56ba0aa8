import { fail, ok, type Result } from "../conversation/errors";
import type { Session } from "../transcript/session";
import type { ImportRun } from "./import-run";
import type { ImportFailure, Sample, TranscriptFile } from "./importer";
import type { ItemSession } from "./item-session";
import { readItems } from "./json-items";
import { type RowHandler, readJsonl } from "./jsonl-reader";

/** One conversation whose messages are the lines of the file, or the `messages` found in its single value. */
export async function parseMessageRows(
  files: readonly TranscriptFile[],
  sample: Sample,
  messages: readonly unknown[],
  run: ImportRun,
  session: ItemSession,
  onRow: RowHandler,
): Promise<Result<readonly Session[], ImportFailure>> {
  const [file] = files;
  if (!file) throw new Error("an import has at least one file");
  const isByLine = sample.shape === "rows" && messages === sample.rows;
  const failure = isByLine
    ? await readJsonl(file, 0, sample.encoding, run, onRow)
    : readItems(messages, file, run, onRow);
  return failure ? fail(failure) : ok([session.finish([file], run)]);
}
