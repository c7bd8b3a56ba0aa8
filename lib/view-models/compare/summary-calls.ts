import type { ModelCallAnswer } from "../../api/schemas/compression";
import { formatDuration, formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** Who wrote a run's summaries, and the cost; `calls` is null if a rule wrote them without a model. */
export function summarySentence(calls: readonly ModelCallAnswer[] | null | undefined, say: Say = english): string {
  if (!calls || calls.length === 0) return say("Summaries written by rule from the transcript: no model, no cost.");
  const models = [...new Set(calls.map(({ model }) => model))].join(", ");
  const sum = (of: (call: ModelCallAnswer) => number | null): number | null =>
    calls.reduce<number | null>((all, call) => {
      const value = of(call);
      return all === null || value === null ? null : all + value;
    }, 0);
  const cost = sum((call) => call.cost?.amount ?? null);
  const words = [
    say("{count, plural, one {# call} other {# calls}}", { count: calls.length }),
    say("{tokens} tokens in", { tokens: formatTokens(sum((call) => call.input_tokens)) }),
    say("{tokens} out", { tokens: formatTokens(sum((call) => call.output_tokens)) }),
    cost === null ? say("cost unknown") : formatMoney(cost),
    formatDuration((sum((call) => call.ms) ?? 0) / 1000, say),
  ];
  return say("Summaries written by {models}: {facts}.", { models, facts: words.join(", ") });
}
