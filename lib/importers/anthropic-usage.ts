import { asArray, asCount, asObject } from "../formats/json-fields";
import { sumKnown, UNKNOWN_USAGE, type Usage } from "../transcript/usage";

/**
 * Parses the `usage` of a Messages API response, which rows of Claude Code contain too. Input, cache writes and cache
 * reads are disjoint; output_tokens includes thinking. Writes are split by time to live if the log splits them; the
 * rest of their total stays unsplit. Null if no counter is above zero, because no call has an empty prompt.
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
  return Object.values(result).every((counter) => !counter) ? null : result;
}

/**
 * Usage of the calls that made a compaction's summary. `usage.iterations` lists them. The counters at the top sum only
 * the other calls, so both were billed. Source: Anthropic, "Compaction" (platform.claude.com/docs, 2026-02).
 */
export function readCompactionUsage(value: unknown): Usage | null {
  const iterations = (asArray(asObject(value)?.iterations) ?? []).filter(
    (item) => asObject(item)?.type === "compaction",
  );
  const usages = iterations.flatMap((item) => readAnthropicUsage(item) ?? []);
  return usages.length === 0 ? null : sumOf(usages);
}

function sumOf(usages: readonly Usage[]): Usage {
  const keys = Object.keys(UNKNOWN_USAGE) as (keyof Usage)[];
  const sums = keys.map((key) => [key, sumKnown(usages.map((usage) => usage[key]))] as const);
  return Object.fromEntries(sums) as Usage;
}

function unsplit(total: number | null, written5m: number | null, written1h: number | null): number | null {
  if (total === null || (written5m === null && written1h === null)) return total;
  const rest = total - (written5m ?? 0) - (written1h ?? 0);
  return rest > 0 ? rest : null;
}
