import type { SourceLocation } from "../conversation/part";
import { asCount, asLabel, asObject, asText, type JsonObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import type { PartDraft } from "./item-session";
import { type CallReader, firstRowOf, parseCallRows } from "./model-calls/call-rows";
import { conversationsOf, sessionsOf } from "./model-calls/conversations";
import { geminiUsageIn, readGeminiCall } from "./model-calls/gemini-call";
import type { ModelCall, PromptMessage } from "./model-calls/model-call";
import { inclusiveUsage, positiveCount, readProviderUsage } from "./model-calls/provider-usage";
import { readTracedAnswer } from "./model-calls/traced-answer";
import { readTracedMessages } from "./model-calls/traced-message";
import { parsedObject } from "./part-drafts";

/**
 * LiteLLM's log of each call: the payload for its callbacks, and the rows of its spend table. Sources: BerriAI/litellm,
 * litellm/types/utils.py (StandardLoggingPayload), litellm/proxy/schema.prisma (LiteLLM_SpendLogs),
 * litellm/llms/anthropic/chat/transformation.py (calculate_usage).
 */
export const litellm: Importer = {
  id: "litellm",
  title: "LiteLLM log",
  limitations: [
    "LiteLLM stores prompts and answers only if it is configured to: a call that was logged without them has usage but no text.",
    "A row without a usage object does not distinguish cached from new input, so all of its input is shown as uncached.",
  ],
  unchecked: "LiteLLM's logs",
  detect(sample) {
    const row = firstRowOf(sample);
    if (!row || asText(row.call_type) === null || asCount(row.prompt_tokens) === null || !("startTime" in row))
      return null;
    const isPayload = asText(row.id) !== null && "trace_id" in row;
    const isSpend = asText(row.request_id) !== null && "spend" in row;
    return isPayload || isSpend ? "calls with call_type, prompt_tokens and startTime" : null;
  },
  parse: (files, sample, run) => parseCallRows(files, sample, run, new LogReader()),
};

/** Call types of conversations. Embeddings, images, moderation and speech are excluded. */
const CHAT_CALLS = /^a?(text_)?completion$|^a?responses$|^anthropic_messages$|^a?generate_content(_stream)?$/;

class LogReader implements CallReader {
  private readonly calls: ModelCall[] = [];

  /** A call and its retry may share an id, but not a time. */
  readonly identityOf = (row: JsonObject) => {
    const id = asText(row.id) ?? asText(row.request_id);
    return id === null ? null : `${id} ${asLabel(row.startTime) ?? ""}`;
  };

  readonly interpret = (row: JsonObject, source: SourceLocation): RowVerdict => {
    const id = asText(row.id) ?? asText(row.request_id);
    const kind = asText(row.call_type);
    if (id === null || kind === null)
      return { bad: "invalid-row", message: `Row ${source.line} has no id or call_type.` };
    if (!CHAT_CALLS.test(kind)) return { kept: kind };
    this.calls.push(callOf(row, id, asText(row.session_id) ?? asText(row.trace_id) ?? id, source));
    return "interpreted";
  };

  /**
   * The session column may contain a name or just the trace id, and the log does not show which. So no group counts as
   * a session.
   */
  readonly sessions = () => sessionsOf(conversationsOf(this.calls, new Set()), "litellm");
}

function callOf(row: JsonObject, id: string, group: string, source: SourceLocation): ModelCall {
  const isFailure = row.status === "failure";
  const gemini = geminiCallIn(row);
  return {
    prompt: gemini ? toldMessages(gemini.prompt) : promptOf(row),
    answer: told(gemini?.answer.length ? gemini.answer : readTracedAnswer(row.response)),
    id,
    model: asText(row.model),
    usage: isAnsweredByCache(row) ? null : usageIn(row),
    startedAt: isoTime(row.startTime),
    endedAt: isoTime(row.endTime),
    group,
    groupTitle: asText(row.end_user),
    error: isFailure ? errorOf(row) : null,
    source,
  };
}

/** Calls of Gemini's own API are logged with its contents, or with the body that the proxy received. */
function geminiCallIn(row: JsonObject) {
  const body = parsedObject(row.proxy_server_request);
  const sent = body && "contents" in body ? body : row.messages;
  return /generate_content/.test(asText(row.call_type) ?? "") ? readGeminiCall(sent, row.response) : null;
}

/**
 * True if LiteLLM's own cache returned the answer, so no provider was called. Spend rows contain the flag as text.
 */
const isAnsweredByCache = (row: JsonObject) => row.cache_hit === true || row.cache_hit === "True";

/** The usage object is the provider's. The columns are sums of it, whose cached share is unknown. */
function usageIn(row: JsonObject): Usage | null {
  const usage =
    asObject(parsedObject(row.metadata)?.usage_object) ??
    asObject(parsedObject(row.response)?.usage) ??
    asObject(geminiUsageIn(row.response));
  if (usage) return usageOfObject(usage);
  const [prompt, output] = [asCount(row.prompt_tokens), asCount(row.completion_tokens)];
  return inclusiveUsage({ prompt, output, cacheRead: null, cacheWrite: null, reasoning: null });
}

/**
 * LiteLLM's chat usage includes Anthropic's cache reads and writes in prompt_tokens. Other shapes are the provider's
 * own.
 */
function usageOfObject(usage: JsonObject): Usage | null {
  if (!("prompt_tokens" in usage)) return readProviderUsage(usage);
  const details = asObject(usage.prompt_tokens_details);
  return inclusiveUsage({
    prompt: asCount(usage.prompt_tokens),
    cacheRead: asCount(usage.cache_read_input_tokens) ?? asCount(details?.cached_tokens),
    cacheWrite: positiveCount(usage.cache_creation_input_tokens) ?? positiveCount(details?.cache_creation_tokens),
    output: asCount(usage.completion_tokens),
    reasoning: asCount(asObject(usage.completion_tokens_details)?.reasoning_tokens),
  });
}

/** The logged messages, otherwise the body that the proxy received. A system prompt may be only in the body. */
function promptOf(row: JsonObject): readonly PromptMessage[] {
  const body = parsedObject(row.proxy_server_request) ?? {};
  const messages = toldMessages(readTracedMessages(row.messages));
  if (messages.length === 0) return toldMessages(readTracedMessages(body));
  const { system, instructions } = { ...body, ...asObject(row.model_parameters) };
  const outside = messages[0]?.role === "system" ? [] : readTracedMessages({ system, instructions, messages: [] });
  return [...outside, ...messages];
}

/** What LiteLLM logs in place of a text that it was configured not to log. */
const REDACTED = "redacted-by-litellm";

const told = (parts: readonly PartDraft[]) =>
  parts.filter((part) => part.type !== "text" || !part.text.startsWith(REDACTED));

const toldMessages = (messages: readonly PromptMessage[]) =>
  messages.map((message) => ({ ...message, parts: told(message.parts) })).filter(({ parts }) => parts.length > 0);

function errorOf(row: JsonObject): string {
  const information = asObject(row.error_information) ?? asObject(parsedObject(row.metadata)?.error_information);
  return asText(row.error_str) ?? asText(information?.error_message) ?? "The call failed; the log says no more.";
}
