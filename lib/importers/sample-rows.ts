import { asArray } from "../formats/json-fields";
import type { ImportRun } from "./import-run";
import type { ImportFailure, Sample, TranscriptFile } from "./importer";
import { readItems } from "./json-items";
import { type RowHandler, readJsonl } from "./jsonl-reader";

/** The rows of a sample: the rows of a JSONL file, the items of one JSON array, or the single value. */
export function rowsOf(sample: Sample): readonly unknown[] {
  if (sample.shape === "rows") return sample.rows;
  return asArray(sample.value) ?? [sample.value];
}

/** Reads the entire file as it was sampled: line by line, or item by item of the parsed value. */
export async function readSampleRows(
  file: TranscriptFile,
  sample: Sample,
  run: ImportRun,
  onRow: RowHandler,
): Promise<ImportFailure | null> {
  if (sample.shape === "rows") return readJsonl(file, 0, sample.encoding, run, onRow);
  return readItems(rowsOf(sample), file, run, onRow);
}
