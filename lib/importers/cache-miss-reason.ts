import { asObject, asText, type JsonObject } from "../formats/json-fields";

/**
 * The provider's own reason for a cache miss, from its answer: Anthropic's `diagnostics.cache_miss_reason`, or
 * `prompt_cache_diagnostics` of OpenAI's Responses API
 * (developers.openai.com/api/docs/guides/prompt-caching/diagnostics, read 2026-11-28), which is present if the request
 * referred to a response to compare with. Null if there is none.
 */
export function cacheMissReason(answer: JsonObject): string | null {
  const anthropic = asText(asObject(asObject(answer.diagnostics)?.cache_miss_reason)?.type);
  const openai = asObject(answer.prompt_cache_diagnostics);
  return anthropic ?? (openai?.type === "cache_miss" ? asText(openai.reason) : null);
}
