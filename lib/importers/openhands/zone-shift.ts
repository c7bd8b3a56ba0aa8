import { asArray, asCount, asObject } from "../../formats/json-fields";
import { isoTime } from "../iso-time";

const QUARTER_HOUR = 15 * 60 * 1000;

/**
 * Milliseconds by which a run's times, which have no zone, are ahead of UTC. A response has its creation time in UTC,
 * and the resulting action follows within minutes. 0 if this cannot be determined.
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
