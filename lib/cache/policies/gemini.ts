import * as z from "zod";
import { liveReader } from "./ideal";
import { SECONDS, TOKENS } from "./option-values";
import { definePolicy, type PolicyRequest, readOnly, tokensOf } from "./policy";

const FACTS = {
  source:
    "ai.google.dev, context caching (last updated 2026-09-02); reliability from googleapis/python-genai #1880, #2064",
  asOf: "2026-09-02",
  /** For models whose minimum is not published. */
  minimum: 2048,
  /** Used until a session's own reads are known. In the reports cited above, 40–60 % of repeated prefixes were read. */
  probability: 0.6,
} as const;

/**
 * The provider guarantees nothing. It reads between 0 and the longest common prefix; on average, a fixed share of that
 * prefix.
 */
export const geminiImplicit = definePolicy({
  id: "gemini-implicit",
  title: "Gemini: implicit, best effort",
  short: "implicit",
  summary: "The provider guarantees nothing: only some of the prefixes sent earlier are read from the cache.",
  source: FACTS.source,
  asOf: FACTS.asOf,
  isStructural: true,
  options: {
    ttl: SECONDS.optional().describe("Seconds an entry lives after its last use; if not set, there is no limit."),
    minimum: TOKENS.optional().describe(
      `Shortest prompt that is cached, in tokens; if not set, the model's value, or ${FACTS.minimum}.`,
    ),
    probability: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        `The probability that a readable prefix is read; if not set, the share in the log, or ${FACTS.probability}.`,
      ),
  },
  optimum: { options: { probability: 1 } },
  run(requests, options) {
    const reader = liveReader();
    const highs = requests.map((request) => {
      const common = tokensOf(reader(request, options.ttl ?? Number.POSITIVE_INFINITY));
      const minimum = options.minimum ?? options.modelOf(request.model)?.cache.minimumTokens ?? FACTS.minimum;
      return common >= minimum ? common : 0;
    });
    const probability = options.probability ?? fitProbability(requests, highs) ?? FACTS.probability;
    return requests.map((request, index) => {
      const high = highs[index] as number;
      return { ...readOnly(request, Math.round(probability * high)), range: { low: 0, high } };
    });
  },
});

/** Of the readable tokens, the share reported as read; null if nothing was reported. */
function fitProbability(requests: readonly PolicyRequest[], highs: readonly number[]): number | null {
  let read = 0;
  let readable = 0;
  requests.forEach(({ usage }, index) => {
    if (usage === null || usage.cacheRead === null) return;
    read += Math.min(usage.cacheRead, highs[index] as number);
    readable += highs[index] as number;
  });
  return readable === 0 ? null : read / readable;
}
