import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import { formatShare } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** A run's strategy. Shares 0 to 1. */
export type TradeOffPoint = {
  /** Index among the results. */
  readonly index: number;
  readonly id: string;
  readonly saved: number;
  readonly recall: number;
  readonly isValid: boolean;
};
export type TradeOff = {
  readonly points: readonly TradeOffPoint[];
  /** From the original through the valid points that no other valid one beats on both axes. */
  readonly frontier: readonly { readonly saved: number; readonly recall: number }[];
  /** The share that could be saved without losing any needed fact. */
  readonly oracle: number;
  readonly needed: number;
  /** Where the recall axis starts. */
  readonly lowest: number;
};

/** Saved tokens and recall of needed facts; null if the log gives no evidence. */
export function toTradeOff({ original, results }: CompareAnswer): TradeOff | null {
  const hindsight = results.map(({ evaluation }) => evaluation?.hindsight ?? null).find((found) => found !== null);
  if (!hindsight || hindsight.needed === 0) return null;
  const points = results.flatMap(toPoint);
  return {
    points,
    frontier: frontierOf(points),
    oracle: original.tokens_before === 0 ? 0 : hindsight.oracle_saved_tokens / original.tokens_before,
    needed: hindsight.needed,
    lowest: lowestOf(points),
  };
}

/** The chart in words. */
export const tradeOffSentence = ({ points, oracle }: TradeOff, say: Say = english): string =>
  [
    ...points.map(({ id, saved, recall }) =>
      say("{id} saves {saved} and keeps {recall}", { id, saved: formatShare(saved), recall: formatShare(recall) }),
    ),
    say("the oracle would save {oracle} and keep everything", { oracle: formatShare(oracle) }),
  ].join("; ");

function toPoint({ status, strategy, stats, evaluation }: ComparedStrategy, index: number): TradeOffPoint[] {
  const recall = evaluation?.hindsight?.recall;
  if (status !== "applied" || recall === undefined || recall === null) return [];
  return [
    { index, id: strategy.id, saved: stats.saved_fraction, recall, isValid: evaluation?.validity.valid !== false },
  ];
}

/** Start of the recall axis: the last fifth that leaves some room below the lowest recall. */
export function lowestOf(points: readonly TradeOffPoint[]): number {
  const lowest = Math.min(1, ...points.map(({ recall }) => recall));
  return Math.max(0, Math.floor((lowest - 0.05) * 5) / 5);
}

/** From the original through the valid points that no other valid one beats on both axes. */
export function frontierOf(points: readonly TradeOffPoint[]): TradeOff["frontier"] {
  const start = { saved: 0, recall: 1 };
  const valid = points.filter(({ isValid }) => isValid);
  const best = valid.filter((point) => !valid.some((other) => beats(other, point)));
  return [start, ...best.map(({ saved, recall }) => ({ saved, recall })).sort((a, b) => a.saved - b.saved)];
}

const beats = (a: TradeOffPoint, b: TradeOffPoint): boolean =>
  a.saved >= b.saved && a.recall >= b.recall && (a.saved > b.saved || a.recall > b.recall);
