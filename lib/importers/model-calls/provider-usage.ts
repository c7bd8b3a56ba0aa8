import { asCount, asObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { readAnthropicUsage } from "../anthropic-usage";
import { readGeminiUsage } from "../gemini-usage";
import { readOpenAiUsage, readResponsesUsage } from "../openai-usage";
import { usageOf } from "../part-drafts";
import { uncachedInput } from "../uncached-input";

/**
 * Parses a provider's own usage object, recognised by its fields. Null if all counters are zero, because logs write
 * zeros if nothing was counted.
 */
export function readProviderUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  if (usage && "promptTokenCount" in usage) return readGeminiUsage(usage);
  if (!usage || [usage.prompt_tokens, usage.completion_tokens, usage.input_tokens, usage.output_tokens].every(isZero))
    return null;
  if ("prompt_tokens" in usage || "completion_tokens" in usage) return readOpenAiUsage(usage);
  return "input_tokens_details" in usage ? readResponsesUsage(usage) : readAnthropicUsage(usage);
}

const isZero = (value: unknown) => value === undefined || value === null || value === 0;

/** Counters whose `prompt` should include the cached tokens; null if not in the log. */
export type InclusiveCounters = {
  readonly prompt: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
};

/** Usage from counters whose prompt should include the cached tokens. */
export function inclusiveUsage({ prompt, cacheRead, cacheWrite, output, reasoning }: InclusiveCounters): Usage | null {
  if (isZero(prompt) && isZero(output)) return null;
  return usageOf({
    uncachedInput: uncachedInput(prompt, cacheRead, cacheWrite),
    cacheRead,
    cacheWriteUnsplit: cacheWrite,
    output,
    reasoning,
  });
}

/** A counter that loggers fill with zero if nothing was reported. */
export const positiveCount = (value: unknown): number | null => asCount(value) || null;
