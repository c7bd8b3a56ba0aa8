import type { CostAnswer } from "../../api/schemas/cost-answer";
import type { Analysis } from "../../pipeline/analyze-session";
import { causesByRequest } from "./cause-of-request";

/**
 * The analysis with its breaks labelled by the answer's letters, and without money if the answer has none, so that
 * rows, cards and charts agree.
 */
export function withAnswerLetters(analysis: Analysis, answer: CostAnswer): Analysis {
  const causes = causesByRequest(answer);
  const breaks = analysis.cache.breaks.map((entry) => ({
    ...entry,
    letter: causes.get(entry.request)?.letter ?? entry.letter,
    ...(answer.cost.kind === "unknown" && {
      lostCost: null,
      ...(entry.most && { most: { ...entry.most, lostCost: null } }),
    }),
  }));
  return { ...analysis, cache: { ...analysis.cache, breaks } };
}
