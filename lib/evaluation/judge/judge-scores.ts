import { mean } from "../bootstrap";
import { HIGHEST } from "../dimensions";
import { criteriaFor, DIMENSIONS, type DimensionName } from "./criteria";
import type { JudgeQuestion } from "./judge-questions";
import type { Verdict } from "./verdict";

/** The name of the answer without context, which is judged along with the others. */
export const WITHOUT_CONTEXT = "(no context)";

/** A question with one verdict per repeat on all candidates; null if the judge failed. */
export type JudgedQuestion = { readonly question: JudgeQuestion; readonly verdicts: readonly (Verdict | null)[] };

/** Scores from 0 to 5; `low` and `high` are the extremes of the repeats. */
export type JudgedScore = { readonly mean: number; readonly low: number; readonly high: number };

/** Null if no question with a verdict measures the dimension. */
export type JudgedDimensions = Readonly<Record<DimensionName | "overall", JudgedScore | null>>;

/**
 * A question's weight: 1 if a model without the context knew nothing, 0 if it knew everything; null without a verdict.
 * The instruction dimension does not count, because a model that admits not knowing follows its instructions.
 */
export function questionWeight({ question, verdicts }: JudgedQuestion): number | null {
  const known = criteriaFor(question.family).filter(({ dimension }) => dimension !== "instruction");
  const scores = verdicts.flatMap((verdict) => {
    const given = verdict?.get(WITHOUT_CONTEXT);
    return given ? known.map(({ id }) => given[id] as number) : [];
  });
  return scores.length === 0 ? null : 1 - mean(scores) / HIGHEST;
}

/** One candidate's scores: averaged over a question's criteria, then over questions by weight, then over repeats. */
export function judgedDimensions(judged: readonly JudgedQuestion[], candidate: string): JudgedDimensions {
  const repeats = Math.max(0, ...judged.map(({ verdicts }) => verdicts.length));
  const rounds = Array.from({ length: repeats }, (_, repeat) =>
    DIMENSIONS.map((dimension) => scoreInRound(judged, candidate, dimension, repeat)),
  );
  const scores = DIMENSIONS.map((dimension, index) => [dimension, summarise(rounds.map((round) => round[index]))]);
  const overall = summarise(rounds.map((round) => meanOf(round)));
  return { ...(Object.fromEntries(scores) as Record<DimensionName, JudgedScore | null>), overall };
}

function scoreInRound(
  judged: readonly JudgedQuestion[],
  candidate: string,
  dimension: DimensionName,
  repeat: number,
): number | null {
  let [sum, weights] = [0, 0];
  for (const entry of judged) {
    const given = entry.verdicts[repeat]?.get(candidate);
    const criteria = criteriaFor(entry.question.family).filter((criterion) => criterion.dimension === dimension);
    if (!given || criteria.length === 0) continue;
    const weight = questionWeight(entry) ?? 0;
    sum += weight * mean(criteria.map(({ id }) => given[id] as number));
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}

const meanOf = (scores: readonly (number | null | undefined)[]): number | null => summarise(scores)?.mean ?? null;

function summarise(scores: readonly (number | null | undefined)[]): JudgedScore | null {
  const known = scores.flatMap((score) => score ?? []);
  if (known.length === 0) return null;
  return { mean: mean(known), low: Math.min(...known), high: Math.max(...known) };
}
