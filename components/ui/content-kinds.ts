import { CONTENT_KINDS, type ContentKind } from "@/lib/ledger/content-kind";

/** The kinds of content, in the order of the stacked columns (bottom to top) and of legends. */
export const KINDS = CONTENT_KINDS;
export type Kind = ContentKind;

export const KIND_LABEL: Readonly<Record<Kind, string>> = {
  unseen: "not in the log",
  system: "system",
  tools: "tools",
  summary: "summary",
  user: "user",
  file: "file",
  tool_call: "tool call",
  tool_result: "tool result",
  reasoning: "reasoning",
  assistant: "assistant",
};

/** The meaning of each kind in one line, for tooltips. */
export const KIND_MEANING: Readonly<Record<Kind, string>> = {
  unseen: "in the prompt, but not in the log: the provider reported more tokens than the transcript holds",
  system: "system prompt and reminders of the client",
  tools: "tool definitions",
  summary: "what a compaction left in place of the history",
  user: "what a person typed",
  file: "file content that a tool read from disk",
  tool_call: "calls that the model made, with their arguments",
  tool_result: "what the tools answered, except file content",
  reasoning: "the model's reasoning",
  assistant: "what the model wrote to the user",
};

export const kindColor = (kind: Kind): string => `var(--kind-${kind})`;

export const CACHE_STATES = ["read", "written", "uncached"] as const;
export type CacheState = (typeof CACHE_STATES)[number];
export const cacheColor = (state: CacheState): string => `var(--cache-${state})`;
