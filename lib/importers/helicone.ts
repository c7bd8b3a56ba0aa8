import type { SourceLocation } from "../conversation/part";
import { asCount, asObject, asText, type JsonObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { type CallReader, firstRowOf, parseCallRows } from "./model-calls/call-rows";
import { conversationsOf, sessionsOf } from "./model-calls/conversations";
import { geminiUsageIn, readGeminiCall } from "./model-calls/gemini-call";
import type { ModelCall } from "./model-calls/model-call";
import { positiveCount, readProviderUsage } from "./model-calls/provider-usage";
import { readTracedAnswer } from "./model-calls/traced-answer";
import { readTracedMessages } from "./model-calls/traced-message";
import { parsedObject, usageOf } from "./part-drafts";

/**
 * Requests as Helicone exports them (`npx @helicone/export`, its query API). Source: Helicone/helicone,
 * packages/llm-mapper/types.ts (HeliconeRequest); docs.helicone.ai, Sessions.
 */
export const helicone: Importer = {
  id: "helicone",
  title: "Helicone requests",
  limitations: [
    "An export without bodies has only links to them, which Winnow does not follow, so its calls have usage but no text. Export with --include-body.",
    "Whether Helicone's count of prompt tokens includes cached ones depends on the provider: if the body does not say, the uncached input is unknown.",
  ],
  unchecked: "Helicone's exports",
  detect(sample) {
    const row = firstRowOf(sample);
    const isRequest = row && asText(row.request_id) !== null && "request_created_at" in row;
    return isRequest && ("request_body" in row || "signed_body_url" in row)
      ? "requests with request_id and request_created_at"
      : null;
  },
  parse: (files, sample, run) => parseCallRows(files, sample, run, new RequestReader()),
};

class RequestReader implements CallReader {
  private readonly calls: ModelCall[] = [];
  private readonly named = new Set<string>();

  readonly identityOf = (row: JsonObject) => asText(row.request_id);

  readonly interpret = (row: JsonObject, source: SourceLocation): RowVerdict => {
    const id = asText(row.request_id);
    if (id === null) return { bad: "invalid-row", message: `Row ${source.line} has no request_id.` };
    const body = parsedObject(row.request_body) ?? {};
    // Rows that are not calls of a chat model: tools, databases and data logged by hand, embeddings, images.
    const kind = asText(body._type) ?? otherWork(asText(row.request_path));
    if (kind !== null) return { kept: kind };
    const session = propertyOf(row, "Helicone-Session-Id");
    if (session !== null) this.named.add(session);
    this.calls.push(callOf(row, body, id, session ?? id, source));
    return "interpreted";
  };

  readonly sessions = () => sessionsOf(conversationsOf(this.calls, this.named), "helicone");
}

const otherWork = (path: string | null) => /embeddings|images|moderations|audio/.exec(path ?? "")?.[0] ?? null;

function callOf(row: JsonObject, body: JsonObject, id: string, group: string, source: SourceLocation): ModelCall {
  const response = parsedObject(row.response_body);
  const gemini = readGeminiCall(body, row.response_body);
  const usage = response?.usage ?? geminiUsageIn(row.response_body);
  return {
    prompt: gemini?.prompt ?? readTracedMessages(body),
    answer: gemini?.answer ?? readTracedAnswer(response),
    id,
    model: asText(row.response_model) ?? asText(row.model_override) ?? asText(row.request_model) ?? asText(row.model),
    usage: isAnsweredByCache(row) ? null : (readProviderUsage(usage) ?? columnUsage(row)),
    startedAt: isoTime(row.request_created_at),
    endedAt: isoTime(row.response_created_at),
    group,
    groupTitle: propertyOf(row, "Helicone-Session-Name"),
    error: errorOf(row, response),
    source,
  };
}

const NO_CACHE = "00000000-0000-0000-0000-000000000000";

/** True if Helicone's own cache returned the answer, so no provider was called. */
function isAnsweredByCache(row: JsonObject): boolean {
  const reference = asText(row.cache_reference_id);
  return reference !== null && reference !== NO_CACHE;
}

/**
 * Usage from Helicone's columns. If they also count cached tokens, it is unknown whether the prompt's count includes
 * them.
 */
function columnUsage(row: JsonObject): Usage | null {
  const prompt = positiveCount(row.prompt_tokens);
  const cacheRead = positiveCount(row.prompt_cache_read_tokens);
  const cacheWriteUnsplit = positiveCount(row.prompt_cache_write_tokens);
  const cached = (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0);
  const isBeside = cached === 0 || (prompt !== null && prompt < cached);
  const output = positiveCount(row.completion_tokens);
  return usageOf({ uncachedInput: isBeside ? prompt : null, cacheRead, cacheWriteUnsplit, output });
}

/** Custom properties keep the caller's spelling, so names are compared without regard to case. */
function propertyOf(row: JsonObject, name: string): string | null {
  const properties = { ...asObject(row.properties), ...asObject(row.request_properties) };
  const found = Object.entries(properties).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return asText(found?.[1]);
}

function errorOf(row: JsonObject, response: JsonObject | null): string | null {
  const status = asCount(row.response_status);
  if (status === null || status < 400) return null;
  const message = asText(asObject(response?.error)?.message) ?? asText(response?.error);
  return message ?? `The provider answered ${status}.`;
}
