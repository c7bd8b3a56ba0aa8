import type { ImportRun } from "./import-run";
import type { ImportFailure, TranscriptFile } from "./importer";
import type { RowHandler } from "./jsonl-reader";

/** Rows that were items of one JSON value: their place is the item's number, their bytes are those of the file. */
export function readItems(
  items: readonly unknown[],
  file: TranscriptFile,
  run: ImportRun,
  onRow: RowHandler,
  fileIndex = 0,
): ImportFailure | null {
  items.forEach((item, index) => {
    const source = { file: fileIndex, line: index + 1, byteOffset: 0, byteLength: file.bytes };
    run.settle(onRow(item, source), source);
  });
  return run.advance(file.bytes);
}
