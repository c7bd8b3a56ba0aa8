/** What a part means to a reader, in chart stacking order. `unseen`: in the prompt but not in the log. */
export const CONTENT_KINDS = [
  "unseen",
  "system",
  "tools",
  "summary",
  "user",
  "file",
  "tool_call",
  "tool_result",
  "reasoning",
  "assistant",
] as const;

export type ContentKind = (typeof CONTENT_KINDS)[number];

/** A zero for every kind. */
export function emptyComposition(): Record<ContentKind, number> {
  return Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, 0])) as Record<ContentKind, number>;
}
