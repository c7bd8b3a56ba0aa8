import { asObject, type JsonObject } from "../formats/json-fields";
import type { Sample } from "./importer";

/** The object that makes up the entire file, even if it spans many lines; null if the file is anything else. */
export function oneObject(sample: Sample): JsonObject | null {
  if (sample.shape === "rows") return sample.rows.length === 1 ? (sample.rows[0] ?? null) : null;
  return sample.shape === "value" ? asObject(sample.value) : null;
}
