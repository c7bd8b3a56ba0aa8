import { asObject, type JsonObject } from "../formats/json-fields";
import type { Sample } from "./importer";

/** The one object that a file is, however many lines it is printed over; null when it is anything else. */
export function oneObject(sample: Sample): JsonObject | null {
  if (sample.shape === "rows") return sample.rows.length === 1 ? (sample.rows[0] ?? null) : null;
  return sample.shape === "value" ? asObject(sample.value) : null;
}
