import type { ImportRun } from "./import-run";
import type { ImportFailure, TranscriptFile } from "./importer";
import type { RowHandler } from "./jsonl-reader";

/**
 * Reads rows that are items of one JSON value. Their place is the item's number; together they have the file's size.
 */
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
