const BREAK_NAME: Readonly<Record<string, string>> = {
  "ttl-expiry": "Time-to-live expired",
  "model-switch": "Model switched",
  "tools-changed": "Tools changed",
  "system-changed": "System prompt changed",
  "history-edit": "History edited",
  compaction: "Compaction",
  "parameters-changed": "Parameters changed",
  unknown: "Cause unknown",
};

export const breakName = (cause: string): string => BREAK_NAME[cause] ?? cause;
