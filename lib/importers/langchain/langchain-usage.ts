import { asCount, asObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { usageOf } from "../part-drafts";
import { uncachedInput } from "../uncached-input";

/**
 * Parses `usage_metadata` of LangChain and LangSmith. For every provider, input_tokens sums all kinds of input,
 * including cached and written tokens. output_tokens includes reasoning. Source: langchain-core, UsageMetadata.
 */
export function readLangChainUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  if (!usage) return null;
  const details = asObject(usage.input_token_details);
  const cacheRead = asCount(details?.cache_read);
  const cacheWrite5m = asCount(details?.ephemeral_5m_input_tokens);
  const cacheWrite1h = asCount(details?.ephemeral_1h_input_tokens);
  // If both are zero, the provider did not split its cache writes by time to live.
  const isSplit = (cacheWrite5m ?? 0) + (cacheWrite1h ?? 0) > 0;
  const cacheWriteUnsplit = isSplit ? null : asCount(details?.cache_creation);
  return usageOf({
    uncachedInput: uncachedInput(asCount(usage.input_tokens), cacheRead, cacheWrite5m, cacheWrite1h, cacheWriteUnsplit),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    cacheWriteUnsplit,
    output: asCount(usage.output_tokens),
    reasoning: asCount(asObject(usage.output_token_details)?.reasoning),
  });
}
