import { asCount, asObject } from "../formats/json-fields";
import { sumKnown, type Usage } from "../transcript/usage";
import { outputCount } from "./output-count";

type Counts = {
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly answer: number | null;
  readonly thoughts: number | null;
  /** Results of provider-run tools, which the model read as input; not included in `prompt`. */
  readonly toolUse: number | null;
  readonly total: number | null;
};

/**
 * Parses `usageMetadata` of a Gemini API response. The prompt's tokens include cached ones; the answer's exclude
 * thoughts. Clients that translate from another API may include them (Qwen Code with an OpenAI-compatible provider).
 */
export function readGeminiUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  return usageOf({
    prompt: asCount(usage?.promptTokenCount),
    cached: asCount(usage?.cachedContentTokenCount),
    answer: asCount(usage?.candidatesTokenCount),
    thoughts: asCount(usage?.thoughtsTokenCount),
    toolUse: asCount(usage?.toolUsePromptTokenCount),
    total: asCount(usage?.totalTokenCount),
  });
}

/** Parses `tokens` of a message of Gemini CLI: the same counters under other names. */
export function readGeminiCliUsage(value: unknown): Usage | null {
  const tokens = asObject(value);
  return usageOf({
    prompt: asCount(tokens?.input),
    cached: asCount(tokens?.cached),
    answer: asCount(tokens?.output),
    thoughts: asCount(tokens?.thoughts),
    toolUse: asCount(tokens?.tool),
    total: asCount(tokens?.total),
  });
}

/** Clients write zeros if the provider reported nothing. No call has an empty prompt. */
function usageOf({ prompt, cached, answer, thoughts, toolUse, total }: Counts): Usage | null {
  if (!sumKnown([prompt, answer, thoughts])) return null;
  const read = sumKnown([prompt, toolUse]);
  return {
    uncachedInput: prompt === null ? null : Math.max(0, prompt - (cached ?? 0)) + (toolUse ?? 0),
    cacheWrite5m: null,
    cacheWrite1h: null,
    cacheWriteUnsplit: null,
    cacheRead: cached,
    output: outputCount({ prompt: read, answer, reasoning: thoughts, total }, false),
    reasoning: thoughts,
  };
}
