import type { ComparedStrategy } from "../../api/schemas/compare";
import type { StrategyAnswer } from "../../api/schemas/strategy";
import { formatShare } from "../../wording/number-format";

/** Published figures for one kind of strategy, and this run's; null if either is missing. */
type PublishedRow = {
  readonly id: string;
  /** The strategy's column in this run; null if it was not chosen. */
  readonly column: number | null;
  readonly removedHere: string | null;
  readonly qualityHere: string | null;
  readonly removed: string | null;
  readonly quality: string | null;
};

export type PublishedFigures = {
  readonly rows: readonly PublishedRow[];
  /** The distinct data sets behind the published figures. */
  readonly measuredOn: readonly { readonly text: string; readonly source: string }[];
};

/** This run's strategies that changed something, then those with published figures. */
export function toPublishedFigures(
  results: readonly Pick<ComparedStrategy, "strategy" | "status" | "stats" | "evaluation">[],
  strategies: readonly Pick<StrategyAnswer, "id" | "guide">[],
): PublishedFigures {
  const published = strategies.flatMap(({ id, guide }) => (guide.published ? [{ id, ...guide.published }] : []));
  const ran = results.flatMap((result, column) => (result.status === "applied" ? [{ ...result, column }] : []));
  const here = ran.map(({ column, strategy: { id }, stats, evaluation }) => ({
    id,
    column,
    removedHere: formatShare(stats.saved_fraction),
    qualityHere: scoreText(evaluation?.dimensions.overall ?? null),
    ...figuresOf(published.find((entry) => entry.id === id)),
  }));
  const others = published.filter(({ id }) => !ran.some(({ strategy }) => strategy.id === id));
  const elsewhere = others.map((entry) => ({
    id: entry.id,
    column: null,
    removedHere: null,
    qualityHere: null,
    ...figuresOf(entry),
  }));
  const sources = new Map(published.map(({ measured_on: text, source }) => [text, source]));
  return { rows: [...here, ...elsewhere], measuredOn: [...sources].map(([text, source]) => ({ text, source })) };
}

const figuresOf = (published: { readonly removed: number; readonly quality: number } | undefined) => ({
  removed: published ? formatShare(published.removed) : null,
  quality: published ? published.quality.toFixed(2) : null,
});

const scoreText = (score: number | null): string => (score === null ? "not measured" : `~\u200a${score.toFixed(1)}`);
