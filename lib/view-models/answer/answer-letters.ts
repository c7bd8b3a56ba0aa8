import type { CostAnswer } from "../../api/schemas/cost-answer";
import type { Analysis } from "../../pipeline/analyze-session";
import { causesByRequest } from "./cause-of-request";

/** The analysis with the letters of the answer on its breaks, so that rows, cards and charts say what the answer says. */
export function withAnswerLetters(analysis: Analysis, answer: CostAnswer): Analysis {
  const causes = causesByRequest(answer);
  const breaks = analysis.cache.breaks.map((entry) => ({
    ...entry,
    letter: causes.get(entry.request)?.letter ?? entry.letter,
  }));
  return { ...analysis, cache: { ...analysis.cache, breaks } };
}
