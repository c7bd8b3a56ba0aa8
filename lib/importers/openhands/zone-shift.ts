import { asArray, asCount, asObject } from "../../formats/json-fields";
import { isoTime } from "../iso-time";

const QUARTER_HOUR = 15 * 60 * 1000;

/**
 * By how many milliseconds a run's times, which have no zone, are ahead of UTC. A response states in UTC when it was created,
 * and the action that it led to follows within minutes. 0 when this cannot be determined.
 */
export function zoneShift(history: readonly unknown[]): number {
  for (const value of history) {
    const event = asObject(value);
    const response = asObject(asObject(event?.tool_call_metadata)?.model_response);
    const created = asCount(response?.created);
    const time = isoTime(event?.timestamp);
    if (created === null || created === 0 || time === null || asArray(response?.choices) === null) continue;
    return Math.round((Date.parse(time) - created * 1000) / QUARTER_HOUR) * QUARTER_HOUR;
  }
  return 0;
}
