import type { BreakCause } from "../../cache/break-cause";
import { type Sentence, sentence } from "../../wording/say";

const BREAK_NAME: Readonly<Record<BreakCause, Sentence>> = {
  "ttl-expiry": sentence("Time-to-live expired"),
  refused: sentence("Refused until the cache had expired"),
  "model-switch": sentence("Model switched"),
  "tools-changed": sentence("Tools changed"),
  "system-changed": sentence("System prompt changed"),
  "history-edit": sentence("History edited"),
  compaction: sentence("Compaction"),
  "params-changed": sentence("Parameters changed"),
  "below-minimum": sentence("Below the minimum"),
  "lookback-overflow": sentence("Beyond the look-back"),
  "floor-collapse": sentence("Only the start was read"),
  restart: sentence("Client restarted"),
  "provider-side": sentence("Provider-side miss, suspected"),
  unknown: sentence("Cause unknown"),
};

/** A break's name according to its own cause. */
export const breakName = (cause: BreakCause): Sentence => BREAK_NAME[cause];
