import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Sample } from "../importer";

/** Format id and client name of OpenClaw's sessions. */
export const OPENCLAW = { id: "openclaw", name: "OpenClaw" } as const;

/** True if there are rows that OpenClaw adds to the shape of pi's sessions. */
export const isOpenClaw = (sample: Sample): boolean => sample.shape === "rows" && sample.rows.some(isOwnRow);

const OWN_TYPES = new Set(["leaf", "reset", "session.reset"]);

function isOwnRow(row: JsonObject): boolean {
  if (OWN_TYPES.has(asText(row.type) ?? "")) return true;
  const custom = asText(row.customType);
  if (custom !== null && /^(?:model-snapshot$|openclaw[.:])/.test(custom)) return true;
  const message = asObject(row.message);
  return message !== null && (message.provider === "openclaw" || "__openclaw" in message);
}
