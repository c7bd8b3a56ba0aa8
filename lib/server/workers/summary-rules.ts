import type { CompareBody, CompressBody } from "@/lib/api-schemas/compress-body";
import type { SummaryRules } from "@/lib/strategies/environment";
import { type ModelCall, type SummaryAnswer, type SummaryNeed, supplied } from "@/lib/strategies/summaries/summariser";
import type { BodyOutput, SummaryInput } from "./body-task";

const NONE: SummaryInput = { defaultModel: null, answers: [] };

/** What the strategies of one call know of summaries, and what they turned out to need. */
export type SummaryDesk = {
  readonly rules: SummaryRules;
  /** The answer that asks for summaries first; null when none is missing. */
  readonly missing: () => BodyOutput | null;
  /** Calls of models made so far. */
  readonly calls: readonly ModelCall[];
};

/** The model of the body, else the server's; `extractive` or none: by rule. */
export function summaryDesk(
  { summarizer, instructions, input }: CompressBody | CompareBody,
  given: SummaryInput = NONE,
): SummaryDesk {
  const chosen = typeof summarizer === "object" ? summarizer.model : (summarizer ?? given.defaultModel);
  const model = chosen === "extractive" ? null : chosen;
  const needs = new Map<string, SummaryNeed>();
  const known = new Map<string, SummaryAnswer>(given.answers);
  const most = typeof summarizer === "object" ? summarizer.max_tokens : undefined;
  return {
    rules: {
      ...(model !== null && { summarise: supplied(known, (need) => needs.set(need.key, need)) }),
      // Beside `input` the instructions are the system prompt of the Responses API.
      ...(instructions !== undefined && input === undefined && { instructions }),
      ...(most !== undefined && { maxTokens: most }),
    },
    missing: () =>
      model === null || needs.size === 0
        ? null
        : { json: "", outputs: [], needs: { model, summaries: [...needs.values()] } },
    calls: given.answers.flatMap(([, answer]) => answer.calls ?? []),
  };
}
