import { CONTENT_KINDS, type ContentKind } from "@/lib/ledger/content-kind";
import { type Sentence, sentence } from "@/lib/wording/say";

/** The kinds of content, in the order of the stacked columns (bottom to top) and of legends. */
export const KINDS = CONTENT_KINDS;
export type Kind = ContentKind;

export const KIND_LABEL: Readonly<Record<Kind, Sentence>> = {
  unseen: sentence("not in the log"),
  system: sentence("system"),
  tools: sentence("tools"),
  summary: sentence("summary"),
  user: sentence("user"),
  file: sentence("file"),
  tool_call: sentence("tool call"),
  tool_result: sentence("tool result"),
  reasoning: sentence("reasoning"),
  assistant: sentence("assistant"),
};

/** Each kind's meaning in one line, for tooltips. */
export const KIND_MEANING: Readonly<Record<Kind, Sentence>> = {
  unseen: sentence("in the prompt, but not in the log: the provider reported more tokens than the transcript contains"),
  system: sentence("system prompt and reminders of the client"),
  tools: sentence("tool definitions"),
  summary: sentence("what a compaction left in place of the history"),
  user: sentence("what a person typed"),
  file: sentence("file content that a tool read from disk"),
  tool_call: sentence("calls that the model made, with their arguments"),
  tool_result: sentence("what the tools returned, except file content"),
  reasoning: sentence("the model's reasoning"),
  assistant: sentence("what the model wrote to the user"),
};

export const kindColor = (kind: Kind): string => `var(--kind-${kind})`;

export const CACHE_STATES = ["read", "written", "uncached"] as const;
export type CacheState = (typeof CACHE_STATES)[number];
export const cacheColor = (state: CacheState): string => `var(--cache-${state})`;
