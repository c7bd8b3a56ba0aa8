import { asCount } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { usageOf } from "../part-drafts";
import type { Attributes } from "./span";

/** Every spelling of a counter that was ever in use, newest first. Sources: OpenTelemetry semantic conventions for
 * GenAI 1.27–1.38, OpenLLMetry, OpenInference. */
const COUNTERS = {
  input: [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
    "llm.token_count.prompt",
  ],
  output: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
    "llm.token_count.completion",
  ],
  cacheRead: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.details.cache_read_tokens",
    "llm.token_count.prompt_details.cache_read",
  ],
  cacheWrite: [
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_write_tokens",
    "llm.token_count.prompt_details.cache_write",
  ],
  reasoning: [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.details.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
  ],
} as const;

/** In these conventions cached and written tokens are included in the input, and reasoning in the output. */
export function spanUsage(attributes: Attributes): Usage | null {
  const counter = (names: readonly string[]) => {
    const found = names.map((name) => asCount(attributes[name])).find((count) => count !== null);
    return found ?? null;
  };
  const input = counter(COUNTERS.input);
  const cacheRead = counter(COUNTERS.cacheRead);
  const cacheWriteUnsplit = counter(COUNTERS.cacheWrite);
  return usageOf({
    uncachedInput: input === null ? null : Math.max(0, input - (cacheRead ?? 0) - (cacheWriteUnsplit ?? 0)),
    cacheRead,
    cacheWriteUnsplit,
    output: counter(COUNTERS.output),
    reasoning: counter(COUNTERS.reasoning),
  });
}
