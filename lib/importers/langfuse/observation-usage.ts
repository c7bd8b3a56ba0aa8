import { asCount, asObject, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { usageOf } from "../part-drafts";

const CACHE_READ = ["input_cached_tokens", "cache_read_input_tokens", "input_cache_read", "input_cached"];
const CACHE_WRITE = ["cache_creation_input_tokens", "input_cache_creation", "input_cache_write"];
const REASONING = ["output_reasoning_tokens", "output_reasoning", "reasoning_tokens", "reasoning"];

/**
 * Reads `usageDetails` of an observation. Its keys are free; Langfuse requires that they do not overlap and add up to `total`.
 * Some integrations pass on a provider's overlapping counters; there, input + output is the total already.
 */
export function observationUsage(observation: JsonObject): Usage | null {
  const details = asObject(observation.usageDetails);
  if (!details || Object.keys(details).length === 0) return legacyUsage(asObject(observation.usage));
  const first = (names: readonly string[]) =>
    names.map((name) => asCount(details[name])).find((count) => count !== null) ?? null;
  const [input, output, total] = [asCount(details.input), asCount(details.output), asCount(details.total)];
  const [cacheRead, cacheWriteUnsplit, reasoning] = [first(CACHE_READ), first(CACHE_WRITE), first(REASONING)];
  const overlaps = total !== null && total === (input ?? 0) + (output ?? 0);
  const cached = (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0);
  return usageOf({
    uncachedInput: input === null || !overlaps ? input : Math.max(0, input - cached),
    cacheRead,
    cacheWriteUnsplit,
    output: output === null || overlaps ? output : output + (reasoning ?? 0),
    reasoning,
  });
}

/** Before version 3: `usage {input, output}` or, older still, `{promptTokens, completionTokens}`. */
function legacyUsage(usage: JsonObject | null): Usage | null {
  if (!usage || (usage.unit !== undefined && usage.unit !== null && usage.unit !== "TOKENS")) return null;
  return usageOf({
    uncachedInput: asCount(usage.input) ?? asCount(usage.promptTokens),
    output: asCount(usage.output) ?? asCount(usage.completionTokens),
  });
}
