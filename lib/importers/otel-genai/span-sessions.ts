import { append } from "../../conversation/append";
import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject, listOf } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { ItemSession } from "../item-session";
import { writeCalls } from "../model-calls/call-threads";
import { inOrder, type ModelCall } from "../model-calls/model-call";
import { parsedJsonOr } from "../model-calls/traced-message";
import { textOutput, toolResultDraft, usageOf } from "../part-drafts";
import type { DraftMessage } from "../session-draft";
import { uncachedInput } from "../uncached-input";
import { aiSdkTools } from "./ai-sdk-span";
import type { Attributes, Span } from "./span";
import { spanMessages } from "./span-messages";

type TracedSpan = { readonly span: Span; readonly conversation: string; readonly group: Span | null };

const OTHER_WORK = new Set(["execute_tool", "invoke_agent", "create_agent", "embeddings", "invoke_workflow"]);

/** True for the span of a model call. Other spans are of tools, agents and the rest of the program. */
export function isModelCall({ attributes }: Span): boolean {
  const operation = asText(attributes["gen_ai.operation.name"]);
  if (operation !== null) return !OTHER_WORK.has(operation);
  if (attributes["openinference.span.kind"] !== undefined) return attributes["openinference.span.kind"] === "LLM";
  return attributes["gen_ai.request.model"] !== undefined || attributes["llm.request.type"] !== undefined;
}

/** The kind of a span in any of the conventions. */
export const kindOf = ({ attributes }: Span) =>
  asText(attributes["gen_ai.operation.name"]) ?? asText(attributes["openinference.span.kind"]) ?? "span";

/** The model calls. If two libraries trace the same call, the outer span only wraps the inner one. */
function modelCalls(spans: readonly Span[]): TracedSpan[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const calls = spans.filter(isModelCall);
  const wrappers = new Set(calls.map(({ parentId }) => parentId));
  return calls
    .filter(({ id }) => !wrappers.has(id))
    .map((span) => {
      const conversation = asText(span.attributes["gen_ai.conversation.id"]) ?? asText(span.attributes["session.id"]);
      return { span, conversation: conversation ?? span.traceId, group: agentOf(span, byId) };
    });
}

/** The nearest enclosing agent span. */
function agentOf(span: Span, byId: ReadonlyMap<string, Span>): Span | null {
  const seen = new Set<string>();
  let up = span.parentId === null ? undefined : byId.get(span.parentId);
  for (; up && !seen.has(up.id); up = up.parentId === null ? undefined : byId.get(up.parentId)) {
    seen.add(up.id);
    if (up.attributes["gen_ai.operation.name"] === "invoke_agent") return up;
  }
  return null;
}

/** One session for each conversation id in the spans, otherwise for each trace. */
export function sessionsOfSpans(spans: readonly Span[], format: string): ItemSession[] {
  const conversations = new Map<string, TracedSpan[]>();
  for (const call of modelCalls(spans)) append(conversations, call.conversation, call);
  return [...conversations].map(([id, traced]) => sessionOf(id, traced, spans, format));
}

function sessionOf(id: string, traced: readonly TracedSpan[], spans: readonly Span[], format: string): ItemSession {
  const session = new ItemSession(format, null);
  session.logId = id;
  session.tools = traced.map(({ span }) => toolsOf(span)).findLast((tools) => tools.length > 0) ?? [];
  writeCalls(inOrder(traced.map(callOf)), session);
  const traces = new Set(traced.map(({ span }) => span.traceId));
  addLateResults(
    session,
    spans.filter(({ traceId }) => traces.has(traceId)),
  );
  return session;
}

function callOf({ span, group, conversation }: TracedSpan): ModelCall {
  const { attributes, startedAt, endedAt, error, source } = span;
  const { prompt, answer } = spanMessages(span);
  return {
    prompt,
    answer,
    id: asText(attributes["gen_ai.response.id"]) ?? span.id,
    model:
      asText(attributes["gen_ai.response.model"]) ??
      asText(attributes["gen_ai.request.model"]) ??
      asText(attributes["llm.model_name"]),
    usage: spanUsage(attributes),
    startedAt,
    endedAt,
    group: group?.id ?? conversation,
    groupTitle: asText(group?.attributes["gen_ai.agent.name"]),
    error,
    source,
  };
}

function toolsOf({ attributes }: Span): ToolDefinition[] {
  const defined = asArray(parsedJsonOr(attributes["gen_ai.tool.definitions"])) ?? aiSdkTools(attributes);
  return defined.flatMap((value) => {
    const tool = asObject(asObject(value)?.function) ?? asObject(value);
    return listOf(tool && toolOf(tool));
  });
}

function toolOf(tool: JsonObject): ToolDefinition | null {
  const name = asText(tool.name);
  const description = asString(tool.description);
  const schema = (tool.parameters ?? tool.input_schema ?? tool.inputSchema ?? {}) as JsonValue;
  return name === null ? null : { name, ...(description !== null && { description }), schema };
}

/**
 * Adds results that no prompt shows because the conversation ended with its calls, so only the tools' spans
 * contain them. For all other results, the next prompt shows what the model received, whatever a span contains.
 */
function addLateResults(session: ItemSession, spans: readonly Span[]) {
  const tools = new Map(spans.map((span) => [asText(span.attributes["gen_ai.tool.call.id"]), span]));
  const lastOf = new Map(session.messages.map((message) => [message.agent, message]));
  for (const message of lastOf.values()) addResults(message, tools, session);
}

function addResults(message: DraftMessage, tools: ReadonlyMap<string | null, Span>, session: ItemSession) {
  for (const part of message.parts) {
    const span = part.type === "tool-call" ? tools.get(part.toolCallId) : undefined;
    const output = asText(span?.attributes["gen_ai.tool.call.result"]);
    if (part.type !== "tool-call" || !span || output === null) continue;
    const result = toolResultDraft(part.toolCallId, textOutput(output), span.error !== null, part.toolName);
    const { agent } = message;
    session.say({ role: "tool", origin: "tool", parts: [result], time: span.endedAt, agent }, span.source);
  }
}

/**
 * Every name that a counter has ever had, newest first. Sources: OpenTelemetry semantic conventions for GenAI
 * 1.27–1.38, OpenLLMetry, OpenInference, AI SDK 4–6.
 */
const COUNTERS = {
  input: [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
    "llm.token_count.prompt",
  ],
  output: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
    "llm.token_count.completion",
  ],
  cacheRead: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.details.cache_read_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.inputTokenDetails.cacheReadTokens",
    "ai.usage.cachedInputTokens",
  ],
  cacheWrite: [
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_write_tokens",
    "llm.token_count.prompt_details.cache_write",
    "ai.usage.inputTokenDetails.cacheWriteTokens",
  ],
  reasoning: [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.details.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
    "ai.usage.outputTokenDetails.reasoningTokens",
    "ai.usage.reasoningTokens",
  ],
} as const;

/** In these conventions the input includes cached and written tokens, and the output includes reasoning. */
function spanUsage(attributes: Attributes): Usage | null {
  const counter = (names: readonly string[]) => {
    const found = names.map((name) => asCount(attributes[name])).find((count) => count !== null);
    return found ?? null;
  };
  const cacheRead = counter(COUNTERS.cacheRead);
  const cacheWriteUnsplit = counter(COUNTERS.cacheWrite);
  return usageOf({
    uncachedInput: uncachedInput(counter(COUNTERS.input), cacheRead, cacheWriteUnsplit),
    cacheRead,
    cacheWriteUnsplit,
    output: counter(COUNTERS.output),
    reasoning: counter(COUNTERS.reasoning),
  });
}
