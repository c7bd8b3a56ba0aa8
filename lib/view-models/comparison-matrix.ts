import type { ComparisonJson, ResultJson } from "./comparison-json";
import {
  type CellText,
  cheaperBy,
  type MatrixCell,
  neededOf,
  netCell,
  oneDecimal,
  plain,
  quiet,
  recallCell,
  regretCell,
  survivalBars,
  timeText,
  unmeasured,
  validityCell,
} from "./matrix-cells";
import { formatMoney, formatShare, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";

export type MatrixRow = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly original: string;
  readonly cells: readonly MatrixCell[];
};

type RowSpec = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly original: (comparison: ComparisonJson) => string;
  readonly cell: (result: ResultJson) => CellText;
  /** What is compared for "best"; smaller is better where `isLess`. */
  readonly rank?: { readonly of: (result: ResultJson) => number | null; readonly isLess: boolean };
};

const ROWS: readonly RowSpec[] = [
  {
    id: "tokens",
    label: "Tokens after",
    unit: "saved share",
    original: ({ original }) => formatTokens(original.tokens_before),
    cell: ({ stats }) =>
      plain(
        formatTokens(stats.tokens_after),
        stats.saved_fraction === 0 ? "nothing saved" : `−${formatShare(stats.saved_fraction)}`,
      ),
    rank: { of: ({ stats }) => stats.tokens_after, isLess: true },
  },
  {
    id: "prefix",
    label: "Cached prefix kept",
    unit: "suffix re-written",
    original: ({ original }) => formatTokens(original.tokens_before),
    cell: ({ cache }) =>
      plain(formatTokens(cache.prefix_tokens_kept), `${formatTokens(cache.suffix_tokens_rewritten)} re-written`),
    rank: { of: ({ cache }) => cache.prefix_tokens_kept, isLess: false },
  },
  {
    id: "break-even",
    label: "Break-even",
    unit: "requests until it has paid",
    original: () => NOT_APPLICABLE_TEXT,
    cell: ({ cache }) =>
      cache.break_even_requests === null
        ? quiet("never", "nothing is saved")
        : plain(oneDecimal(cache.break_even_requests)),
    rank: { of: ({ cache }) => cache.break_even_requests, isLess: true },
  },
  {
    id: "net",
    label: "Net after 10 requests",
    unit: "money, against not compressing",
    original: () => formatMoney(0),
    cell: ({ cache }) => netCell(cache.net_cost_after_10_requests),
    rank: { of: ({ cache }) => cheaperBy(cache.net_cost_after_10_requests), isLess: true },
  },
  {
    id: "validity",
    label: "Validity",
    unit: "rules of the wire format",
    original: () => "valid",
    cell: validityCell,
  },
  {
    id: "survival",
    label: "Survival by kind",
    unit: "facts that are still shown",
    original: () => "100 %",
    cell: ({ evaluation }) => (evaluation ? { ...plain(""), bars: survivalBars(evaluation) } : unmeasured()),
  },
  {
    id: "recall",
    label: "Recall of needed facts",
    unit: "needed: the log used them later",
    original: () => "100 %",
    cell: recallCell,
    rank: { of: ({ evaluation }) => neededOf(evaluation)?.recall ?? null, isLess: false },
  },
  {
    id: "regrets",
    label: "Lost facts",
    unit: "used later, not shown any more",
    original: () => "0",
    cell: ({ evaluation }) => regretCell(evaluation ?? null),
    rank: { of: ({ evaluation }) => neededOf(evaluation)?.regret_total ?? null, isLess: true },
  },
  {
    id: "artifacts",
    label: "Artifact trail F1",
    unit: "files made, changed, read",
    original: () => "1.00",
    cell: ({ evaluation }) =>
      evaluation
        ? plain(
            `~\u200a${evaluation.artifact_trail.f1.toFixed(2)}`,
            `recall ${evaluation.artifact_trail.recall.toFixed(2)}`,
          )
        : unmeasured(),
    rank: { of: ({ evaluation }) => evaluation?.artifact_trail.f1 ?? null, isLess: false },
  },
  {
    id: "dimensions",
    label: "Six dimensions",
    unit: "0 to 5, proxy: no judge asked",
    original: () => "5.0",
    cell: ({ evaluation }) =>
      evaluation?.dimensions.overall == null
        ? unmeasured()
        : plain(`~\u200a${evaluation.dimensions.overall.toFixed(1)}`),
    rank: { of: ({ evaluation }) => evaluation?.dimensions.overall ?? null, isLess: false },
  },
  {
    id: "messages",
    label: "Messages",
    unit: "parts edited, dropped",
    original: ({ original }) => formatTokens(original.messages_before),
    cell: ({ stats }) =>
      plain(
        formatTokens(stats.messages_after),
        `${formatTokens(stats.parts.replaced)} edited, ${formatTokens(stats.parts.dropped)} dropped`,
      ),
  },
  {
    id: "aside",
    label: "Put aside",
    unit: "originals that can be fetched",
    original: () => "0",
    cell: ({ refs }) =>
      refs.length === 0
        ? quiet("0")
        : plain(
            formatTokens(refs.length),
            `${formatTokens(refs.reduce((sum, ref) => sum + ref.tokens, 0))} tokens behind references`,
          ),
  },
  {
    id: "time",
    label: "Time",
    unit: "on the server, calls of models not counted",
    original: () => NOT_APPLICABLE_TEXT,
    cell: ({ stats }) => (stats.ms == null ? unmeasured() : plain(timeText(stats.ms))),
  },
];

/** The table: one row per measure, one cell per strategy, the best of the applied ones marked. */
export function toMatrix(comparison: ComparisonJson): MatrixRow[] {
  return ROWS.map(({ id, label, unit, original, cell, rank }) => {
    const best = rank ? bestOf(comparison.results, rank) : null;
    const cells = comparison.results.map((result) => ({
      ...cell(result),
      isBest: best !== null && result.status === "applied" && rank?.of(result) === best,
    }));
    return { id, label, unit, original: original(comparison), cells };
  });
}

/** Only between strategies that did something, and only where they differ: one alone is not the best of anything. */
function bestOf(results: readonly ResultJson[], { of, isLess }: NonNullable<RowSpec["rank"]>): number | null {
  const values = results
    .filter((result) => result.status === "applied" && result.evaluation?.validity.valid !== false)
    .map(of)
    .filter((value) => value !== null);
  if (new Set(values).size < 2) return null;
  return isLess ? Math.min(...values) : Math.max(...values);
}
