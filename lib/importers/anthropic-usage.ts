import { asCount, asObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";

/**
 * `usage` of a Messages API response, as it also stands in Claude Code rows. Input, cache writes and cache reads are disjoint; thinking is inside
 * output_tokens. The split of writes by time-to-live is used where it is logged, and what it does not
 * cover of the total stays unsplit.
 */
export function readAnthropicUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  if (!usage) return null;
  const split = asObject(usage.cache_creation);
  const written5m = asCount(split?.ephemeral_5m_input_tokens);
  const written1h = asCount(split?.ephemeral_1h_input_tokens);
  const result = {
    uncachedInput: asCount(usage.input_tokens),
    cacheWrite5m: written5m,
    cacheWrite1h: written1h,
    cacheWriteUnsplit: unsplit(asCount(usage.cache_creation_input_tokens), written5m, written1h),
    cacheRead: asCount(usage.cache_read_input_tokens),
    output: asCount(usage.output_tokens),
    reasoning: asCount(asObject(usage.output_tokens_details)?.thinking_tokens),
  };
  return Object.values(result).every((counter) => counter === null) ? null : result;
}

function unsplit(total: number | null, written5m: number | null, written1h: number | null): number | null {
  if (total === null || (written5m === null && written1h === null)) return total;
  const rest = total - (written5m ?? 0) - (written1h ?? 0);
  return rest > 0 ? rest : null;
}
