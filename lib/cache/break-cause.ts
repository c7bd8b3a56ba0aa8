/** Why a prefix that was in the cache was not read. Without evidence the cause is `unknown`. */
export const BREAK_CAUSES = [
  "ttl-expiry",
  "refused",
  "model-switch",
  "compaction",
  "history-edit",
  "tools-changed",
  "system-changed",
  "params-changed",
  "below-minimum",
  "lookback-overflow",
  "floor-collapse",
  "restart",
  "provider-side",
  "unknown",
] as const;
export type BreakCause = (typeof BREAK_CAUSES)[number];

export const BREAK_LETTERS = ["T", "M", "C", "X", "H", "O", "S", "P", "?"] as const;
export type BreakLetter = (typeof BREAK_LETTERS)[number];

export const LETTER_OF_CAUSE: Readonly<Record<BreakCause, BreakLetter>> = {
  "ttl-expiry": "T",
  refused: "T",
  "model-switch": "M",
  compaction: "C",
  "history-edit": "H",
  "tools-changed": "O",
  "system-changed": "S",
  "params-changed": "P",
  "below-minimum": "P",
  "lookback-overflow": "P",
  // Tools were loaded late, or a tool server was added or removed, which changed the start of the prompt.
  "floor-collapse": "O",
  restart: "S",
  "provider-side": "?",
  unknown: "?",
};
