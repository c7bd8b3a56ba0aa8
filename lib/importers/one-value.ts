import { asObject, type JsonObject } from "../formats/json-fields";
import type { Sample } from "./importer";

/** The object that is the whole file, even if it is printed over many lines; null when the file is anything else. */
export function oneObject(sample: Sample): JsonObject | null {
  if (sample.shape === "rows") return sample.rows.length === 1 ? (sample.rows[0] ?? null) : null;
  return sample.shape === "value" ? asObject(sample.value) : null;
}
