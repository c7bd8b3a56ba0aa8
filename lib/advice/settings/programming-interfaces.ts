import { earlierThan, noAction, noThreshold } from "./answers";
import type { ClientSetting, WantedSetting } from "./client-setting";

/** Minimum trigger of Anthropic's compaction. */
const ANTHROPIC_EARLIEST_FOLD = 50_000;
/** Tool uses kept by default by Anthropic's clearing. */
const ANTHROPIC_KEEP = 3;

const inputTokens = (value: number): string => `{ "type": "input_tokens", "value": ${value} }`;
/** The tokens to clear for the prompt to shrink to the floor. */
const clearAtLeast = ({ trigger, floor }: WantedSetting): string =>
  floor === null ? "" : `, "clear_at_least": ${inputTokens(Math.max(0, trigger - floor))}`;

const anthropic: ClientSetting = {
  id: "anthropic-api",
  title: "Anthropic API",
  sessionClients: [],
  version: "SDK 1.12.0",
  unit: "tokens",
  place: "context_management.edits of the request",
  key: "compact_20260112, clear_tool_uses_20250919",
  default: "off; 150,000 tokens for compaction, 100,000 and the newest 3 for clearing",
  can: { fold: "at-trigger", clear: "at-trigger", keepNewest: true, floor: true },
  source: "https://platform.claude.com/docs/en/build-with-claude/context-editing",
  readOn: "2026-11-23",
  readIn:
    "types of the package @anthropic-ai/sdk 1.12.0; the least trigger of 50,000 in a copy of the compaction page of 2026-05-09",
  fold: ({ trigger }) =>
    trigger < ANTHROPIC_EARLIEST_FOLD
      ? earlierThan("Anthropic's compaction", "50,000 tokens")
      : { text: `{ "type": "compact_20260112", "trigger": ${inputTokens(trigger)} }`, fires: trigger },
  clear: (wanted, keep) => ({
    text: `{ "type": "clear_tool_uses_20250919", "trigger": ${inputTokens(wanted.trigger)}, "keep": { "type": "tool_uses", "value": ${keep ?? ANTHROPIC_KEEP} }${clearAtLeast(wanted)} }`,
    fires: wanted.trigger,
  }),
};

const openAi: ClientSetting = {
  id: "openai-api",
  title: "OpenAI API",
  sessionClients: [],
  version: "SDK 7.57.0",
  unit: "tokens",
  place: "context_management of a Responses request",
  key: "context_management[].compact_threshold; truncation is deprecated",
  default: "off",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://platform.openai.com/docs/api-reference/responses/create",
  readOn: "2026-11-23",
  readIn: "types of the package openai 7.57.0: resources/responses",
  fold: ({ trigger }) => ({
    text: `"context_management": [{ "type": "compaction", "compact_threshold": ${trigger} }]`,
    fires: trigger,
  }),
  clear: noAction("The Responses API cuts from the front (truncation, deprecated); it does not clear tool outputs."),
};

const LEFT_BY_AI_SDK = 3;

const aiSdk: ClientSetting = {
  id: "ai-sdk",
  title: "AI SDK",
  sessionClients: [],
  version: "7.0.173",
  unit: "tokens",
  place: "prepareStep in generateText, streamText or an agent",
  key: "pruneMessages",
  default: "nothing is pruned",
  can: { fold: "no", clear: "at-trigger", keepNewest: true, floor: false },
  source: "https://ai-sdk.dev/docs/reference/ai-sdk-ui/prune-messages",
  readOn: "2026-11-23",
  readIn: "types of the package ai 7.0.173",
  fold: noAction("The AI SDK writes no summaries; pruneMessages drops tool calls and reasoning."),
  clear: ({ trigger }, keep) => ({
    text: `prepareStep: ({ messages, steps }) => (steps.at(-1)?.usage.inputTokens ?? 0) >= ${trigger} ? { messages: pruneMessages({ messages, toolCalls: "before-last-${2 * (keep ?? LEFT_BY_AI_SDK)}-messages" }) } : {}`,
    fires: trigger,
    note: "pruneMessages has no threshold and drops calls with their results; a call and its result count as two messages.",
  }),
};

const LEFT_BY_LANGCHAIN = 20;
const KEPT_BY_LANGCHAIN = 3;

const langChain: ClientSetting = {
  id: "langchain",
  title: "LangChain",
  sessionClients: [],
  version: "1.4.2 (Python)",
  unit: "tokens",
  place: "middleware of create_agent",
  key: "SummarizationMiddleware, ContextEditingMiddleware",
  default: "off; the newest 20 messages stay; clearing at 100,000 tokens, the newest 3 stay",
  can: { fold: "at-trigger", clear: "at-trigger", keepNewest: true, floor: true },
  source: "https://docs.langchain.com/oss/python/langchain/middleware/built-in",
  readOn: "2026-11-23",
  readIn: "source of the package langchain 1.4.2: agents/middleware",
  fold: ({ trigger, floor }) => ({
    text: `SummarizationMiddleware(model=model, trigger=("tokens", ${trigger}), keep=${floor === null ? `("messages", ${LEFT_BY_LANGCHAIN})` : `("tokens", ${floor})`})`,
    fires: trigger,
    note: "LangChain's token count covers the messages only, not the tools or the system prompt.",
  }),
  clear: ({ trigger, floor }, keep) => ({
    text: `ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=${trigger}, keep=${keep ?? KEPT_BY_LANGCHAIN}${floor === null ? "" : `, clear_at_least=${Math.max(0, trigger - floor)}`})])`,
    fires: trigger,
    note: "It changes the request, not the stored messages, and so runs again at every request above the trigger.",
  }),
};

const headroom: ClientSetting = {
  id: "headroom",
  title: "headroom",
  sessionClients: [],
  version: "0.42.0",
  unit: "none",
  place: "the environment of the shell that starts headroom",
  key: "HEADROOM_MODE, HEADROOM_SAVINGS_PROFILE",
  default: "cache; coding: only what is new in a turn is compressed",
  can: { fold: "no", clear: "switch", keepNewest: false, floor: false },
  source: "https://github.com/headroomlabs-ai/headroom/blob/main/docs/content/docs/proxy.mdx",
  readOn: "2026-11-22",
  readIn:
    "proxy.mdx at 05008f4f and how-compression-works.mdx at 1a54a854; the copy read on 2026-11-23 (9d4598a5) is older",
  fold: noThreshold("headroom compresses each turn as it arrives; it has no threshold and writes no summary."),
  clear: noThreshold("headroom compresses each turn as it arrives; it has no threshold."),
};

export const PROGRAMMING_INTERFACES: readonly ClientSetting[] = [anthropic, openAi, aiSdk, langChain, headroom];
