import { asCount, asObject } from "../formats/json-fields";
import { sumKnown, type Usage } from "../transcript/usage";
import { outputCount } from "./output-count";
import { uncachedInput } from "./uncached-input";

/**
 * Parses `usage` of a Chat Completions response. prompt_tokens include cached tokens, and completion_tokens include
 * reasoning. DeepSeek has another name for cached tokens (api-docs.deepseek.com, "Context caching"). LiteLLM and
 * OpenRouter also count the tokens that were written to the cache (docs.litellm.ai, "Prompt Caching"; openrouter.ai,
 * "Usage Accounting").
 */
export function readOpenAiUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  const prompt = asCount(usage?.prompt_tokens);
  const answer = asCount(usage?.completion_tokens);
  if (!usage || !sumKnown([prompt, answer])) return null;
  const reasoning = asCount(asObject(usage.completion_tokens_details)?.reasoning_tokens);
  const details = asObject(usage.prompt_tokens_details);
  const cacheRead =
    asCount(details?.cached_tokens) ?? asCount(usage.prompt_cache_hit_tokens) ?? asCount(usage.cache_read_input_tokens);
  const written =
    asCount(usage.cache_creation_input_tokens) ??
    asCount(details?.cache_creation_tokens) ??
    asCount(details?.cache_write_tokens);
  return {
    uncachedInput: uncachedInput(prompt, cacheRead, written),
    cacheWrite5m: null,
    cacheWrite1h: null,
    cacheWriteUnsplit: written,
    cacheRead,
    output: outputCount({ prompt, answer, reasoning, total: asCount(usage.total_tokens) }, true),
    reasoning,
  };
}

/**
 * Parses `usage` of a Responses API response. input_tokens include cached (and newly cached) tokens, and output_tokens
 * include reasoning. Codex writes the same counters without nesting and under longer names.
 */
export function readResponsesUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  const input = asCount(usage?.input_tokens);
  const answer = asCount(usage?.output_tokens);
  if (!usage || !sumKnown([input, answer])) return null;
  const details = asObject(usage.input_tokens_details);
  const cacheRead = asCount(usage.cached_input_tokens) ?? asCount(details?.cached_tokens);
  const written = asCount(usage.cache_write_input_tokens) ?? asCount(details?.cache_write_tokens);
  const reasoning =
    asCount(usage.reasoning_output_tokens) ?? asCount(asObject(usage.output_tokens_details)?.reasoning_tokens);
  return {
    uncachedInput: input === null ? null : Math.max(0, input - (cacheRead ?? 0) - (written ?? 0)),
    cacheWrite5m: null,
    cacheWrite1h: null,
    cacheWriteUnsplit: written,
    cacheRead,
    output: outputCount({ prompt: input, answer, reasoning, total: asCount(usage.total_tokens) }, true),
    reasoning,
  };
}
