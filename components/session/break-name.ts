const BREAK_NAME: Readonly<Record<string, string>> = {
  "ttl-expiry": "Time-to-live expired",
  "model-switch": "Model switched",
  "tools-changed": "Tools changed",
  "system-changed": "System prompt changed",
  "history-edit": "History edited",
  compaction: "Compaction",
  "params-changed": "Parameters changed",
  "below-minimum": "Below the minimum",
  "lookback-overflow": "Beyond the look-back",
  "floor-collapse": "Only the start was read",
  "provider-side": "Provider's side, suspected",
  unknown: "Cause unknown",
};

export const breakName = (cause: string): string => BREAK_NAME[cause] ?? cause;
