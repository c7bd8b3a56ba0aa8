import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import { metricsOf } from "../../evaluation/metrics";
import type { Metric } from "../../evaluation/metrics/metric";
import { formatTokens, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";
import {
  comparableCost,
  costCell,
  costRowLabel,
  paidCell,
  paidRowUnit,
  paysAfter,
  paysAfterCell,
} from "./comparison-costs";
import { type CellText, type MatrixCell, plain, quiet, timeText, unmeasured, validityCell } from "./matrix-cells";
import { toMeasureAgreement } from "./measure-agreement";
import { comparable, METRIC_CELLS, metricCell, perfectText } from "./metric-cells";
import { metricText } from "./metric-text";
import type { RecommendationWish } from "./recommendation";

export type MatrixRow = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly original: string;
  readonly cells: readonly MatrixCell[];
};

type RowSpec = Omit<MatrixRow, "original" | "cells"> & {
  readonly original: (comparison: CompareAnswer) => string;
  readonly cell: (result: ComparedStrategy) => CellText;
  /** The value compared for "best". */
  readonly rank?: { readonly of: (result: ComparedStrategy) => number | null; readonly better: Metric["better"] };
};

const VALIDITY: RowSpec = {
  id: "validity",
  label: sentence("Validity"),
  unit: sentence("rules of the wire format"),
  original: () => "valid",
  cell: validityCell,
};

/** A run's facts besides its metrics. */
const FACTS: readonly RowSpec[] = [
  {
    id: "messages",
    label: sentence("Messages"),
    unit: sentence("parts edited, put aside, dropped"),
    original: ({ original }) => formatTokens(original.messages_before),
    cell: ({ stats }, say: Say = english) =>
      plain(
        formatTokens(stats.messages_after),
        say("{replaced} edited, {aside} put aside, {dropped} dropped", {
          replaced: formatTokens(stats.parts.replaced),
          aside: formatTokens(stats.parts.put_aside),
          dropped: formatTokens(stats.parts.dropped),
        }),
      ),
  },
  {
    id: "aside",
    label: sentence("Put aside"),
    unit: sentence("originals that can be fetched"),
    original: () => "0",
    cell: ({ refs }, say: Say = english) =>
      refs.length === 0
        ? quiet("0")
        : plain(
            formatTokens(refs.length),
            say("{reduce} tokens replaced by references", {
              reduce: formatTokens(refs.reduce((sum, ref) => sum + ref.tokens, 0)),
            }),
          ),
  },
  {
    id: "time",
    label: sentence("Time"),
    unit: sentence("on the server, without model calls"),
    original: () => NOT_APPLICABLE_TEXT,
    cell: ({ stats }) => (stats.ms == null ? unmeasured() : plain(timeText(stats.ms))),
  },
];

const ROWS: readonly RowSpec[] = [
  ...metricsOf("compare").flatMap((metric) => (metric.from === "compression" ? [metricRow(metric)] : [])),
  VALIDITY,
  ...metricsOf("compare").flatMap((metric) => (metric.from === "evaluation" ? [metricRow(metric)] : [])),
  ...FACTS,
];

/** A metric is formatted by its kind, unless it has a custom cell. */
function metricRow(metric: Metric): RowSpec {
  const { id, better } = metric;
  const { label, unit } = metricText(metric);
  const own = METRIC_CELLS[id];
  const rank = { of: (result: ComparedStrategy) => comparable(result, metric), better };
  return {
    id,
    label,
    unit,
    original: own?.original ?? (() => perfectText(metric)),
    cell: own?.cell ?? ((result) => metricCell(result, metric)),
    ...(own?.isRanked !== false && { rank }),
  };
}

/** The page's weights; a report has none, and its rows are the metrics under their own names. */
export type MatrixWish = Omit<RecommendationWish, "goal">;

/** The page's two money rows match the verdict: they use the same number of requests and the same function. */
function weighedRows(row: RowSpec, wish: MatrixWish): RowSpec[] {
  if (row.id === "break-even") return [{ ...row, ...PAYS_AFTER }];
  if (row.id !== "net") return [row];
  const rank = (of: "money" | "paid"): NonNullable<RowSpec["rank"]> => ({
    of: (result) => comparableCost(result, wish, of),
    better: "less",
  });
  return [
    { ...row, label: costRowLabel(wish), cell: (result) => costCell(result, wish), rank: rank("money") },
    {
      ...row,
      id: "net-paid",
      label: sentence("Cost including re-fetching lost facts"),
      unit: paidRowUnit(wish),
      cell: (result) => paidCell(result, wish),
      rank: rank("paid"),
    },
  ];
}

const PAYS_AFTER = {
  label: sentence("Pays after"),
  unit: sentence("requests"),
  cell: (result: ComparedStrategy) => paysAfterCell(result),
  rank: { of: paysAfter, better: "less" },
} as const;

/** Rows based on needed facts. They mark no best result if another measure of what is kept contradicts them. */
const BY_FACTS: ReadonlySet<string> = new Set(["recall", "regrets", "reachable", "dimensions", "net-paid"]);

/**
 * The table: one row per measure, one cell per strategy, the best applied one marked. Results based on a rule-written
 * summary are grey and never best, because a model's summary would differ.
 */
export function toMatrix(comparison: CompareAnswer, wish: MatrixWish | null = null): MatrixRow[] {
  const isContradicted = toMeasureAgreement(comparison)?.isContradicted ?? false;
  const isStandIn = ({ status }: ComparedStrategy, index: number) =>
    status === "applied" && wish?.isByRule[index] === true;
  const judged = comparison.results.filter((result, index) => !isStandIn(result, index));
  const rows = wish === null ? ROWS : ROWS.flatMap((row) => weighedRows(row, wish));
  return rows.map(({ id, label, unit, original, cell, rank }) => {
    const best = rank && !(isContradicted && BY_FACTS.has(id)) ? bestOf(judged, rank) : null;
    const cells = comparison.results.map((result, index) => {
      const mayBeBest = best !== null && judged.includes(result) && result.status === "applied";
      return { ...greyIf(isStandIn(result, index), cell(result)), isBest: mayBeBest && rank?.of(result) === best };
    });
    return { id, label, unit, original: original(comparison), cells };
  });
}

/** Greys a cell, except for validity, which does not depend on who wrote the summary. */
const greyIf = (isStandIn: boolean, cell: CellText): CellText =>
  isStandIn && cell.tone !== "valid" && cell.tone !== "invalid" ? { ...cell, tone: "quiet" } : cell;

/** Only strategies that did something can be best, and only if they differ. */
function bestOf(results: readonly ComparedStrategy[], { of, better }: NonNullable<RowSpec["rank"]>): number | null {
  const values = results
    .filter((result) => result.status === "applied" && result.evaluation?.validity.valid !== false)
    .map(of)
    .filter((value) => value !== null);
  if (new Set(values).size < 2) return null;
  return better === "less" ? Math.min(...values) : Math.max(...values);
}
