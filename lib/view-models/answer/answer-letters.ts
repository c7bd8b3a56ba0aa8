import type { CostAnswer } from "../../api/schemas/cost-answer";
import type { Analysis } from "../../pipeline/analyze-session";
import { causesByRequest } from "./cause-of-request";

/** The analysis with the letters of the answer on its breaks, and without money if it has none: rows, cards and charts say the same. */
export function withAnswerLetters(analysis: Analysis, answer: CostAnswer): Analysis {
  const causes = causesByRequest(answer);
  const breaks = analysis.cache.breaks.map((entry) => ({
    ...entry,
    letter: causes.get(entry.request)?.letter ?? entry.letter,
    lostCost: answer.cost.kind === "unknown" ? null : entry.lostCost,
  }));
  return { ...analysis, cache: { ...analysis.cache, breaks } };
}
