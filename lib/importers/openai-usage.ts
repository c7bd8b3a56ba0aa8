import { asCount, asObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";

/** `usage` of a Chat Completions response: cached tokens are inside prompt_tokens, reasoning inside completion_tokens. */
export function readOpenAiUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  const prompt = asCount(usage?.prompt_tokens);
  const output = asCount(usage?.completion_tokens);
  if (!usage || (prompt === null && output === null)) return null;
  const cacheRead = asCount(asObject(usage.prompt_tokens_details)?.cached_tokens);
  return {
    uncachedInput: prompt === null ? null : Math.max(0, prompt - (cacheRead ?? 0)),
    cacheWrite5m: null,
    cacheWrite1h: null,
    cacheWriteUnsplit: null,
    cacheRead,
    output,
    reasoning: asCount(asObject(usage.completion_tokens_details)?.reasoning_tokens),
  };
}
