import type { Conversation } from "../conversation/message";
import { evaluate } from "../evaluation/evaluate";
import { findStrategy } from "../strategies";
import type { Compression } from "../strategies/compression";
import type { Family } from "../strategies/strategy";
import { formatDuration, formatMoney, formatShare, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";

/** Head of one strategy's column. */
export type MatrixColumn = {
  /** Unique among the columns: the same strategy may run twice with other parameters. */
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly family: Family | null;
  readonly needsModel: boolean;
  readonly status: Compression["status"];
  readonly isValid: boolean;
  /** One line why nothing was done, where that is so. */
  readonly note: string | null;
};

export type MatrixCell = {
  readonly value: number | null;
  readonly text: string;
  /** Second, quiet line. */
  readonly detail: string | null;
  readonly isBest: boolean;
  readonly isBad: boolean;
};

export type MatrixRow = {
  readonly id: "tokens" | "saved" | "prefix" | "suffix" | "break-even" | "validity" | "time";
  readonly label: string;
  readonly unit: string | null;
  readonly original: string;
  readonly cells: readonly MatrixCell[];
};

export type CompareMatrix = { readonly columns: readonly MatrixColumn[]; readonly rows: readonly MatrixRow[] };

type Measured = {
  readonly compression: Compression;
  readonly violations: readonly string[];
  readonly seconds: number | null;
};

/** The matrix of Compare. `seconds` are the run times, measured outside; a strategy that broke a rule is never best. */
export function toCompareMatrix(
  original: Conversation,
  compressions: readonly Compression[],
  seconds: readonly (number | null)[] = [],
): CompareMatrix {
  const measured = compressions.map((compression, index) => ({
    compression,
    violations: [...new Set(evaluate(original, compression).validity.violations.map(({ code }) => code))],
    seconds: seconds[index] ?? null,
  }));
  const first = compressions[0]?.stats.tokensBefore ?? 0;
  return { columns: measured.map(toColumn), rows: ROWS.map((row) => toRow(row, measured, first)) };
}

function toColumn({ compression, violations }: Measured, index: number): MatrixColumn {
  const { strategy, status, warnings, trigger, failure } = compression;
  const known = findStrategy(strategy.id);
  const why =
    failure?.message ?? warnings.at(-1)?.message ?? (trigger ? `not reached: ${trigger.rule}` : "nothing to do");
  return {
    key: `${index}:${strategy.id}`,
    id: strategy.id,
    title: known?.title ?? strategy.id,
    family: known?.family ?? null,
    needsModel: known?.needsModel ?? false,
    status,
    isValid: violations.length === 0,
    note: status === "applied" ? null : why,
  };
}

type RowRule = Pick<MatrixRow, "id" | "label" | "unit"> & {
  readonly original: (tokens: number) => string;
  readonly value: (measured: Measured) => number | null;
  readonly text: (value: number | null, measured: Measured) => string;
  readonly detail?: (measured: Measured) => string | null;
  readonly better: "higher" | "lower" | null;
};

const none = () => NOT_APPLICABLE_TEXT;
const tokensOrNone = (value: number | null) => (value === null ? NOT_APPLICABLE_TEXT : formatTokens(value));

const ROWS: readonly RowRule[] = [
  {
    id: "tokens",
    label: "Tokens after",
    unit: "tokens",
    original: (tokens) => formatTokens(tokens),
    value: ({ compression }) => compression.stats.tokensAfter,
    text: tokensOrNone,
    detail: ({ compression: { stats } }) =>
      `${formatTokens(stats.messagesAfter)} of ${formatTokens(stats.messagesBefore)} messages`,
    better: "lower",
  },
  {
    id: "saved",
    label: "Saved",
    unit: null,
    original: none,
    value: ({ compression }) => compression.stats.savedFraction,
    text: (value) => formatShare(value),
    detail: ({ compression }) => `${formatTokens(compression.stats.tokensSaved)} tokens`,
    better: "higher",
  },
  {
    id: "prefix",
    label: "Cached prefix kept",
    unit: "tokens",
    original: (tokens) => formatTokens(tokens),
    value: ({ compression }) => compression.cache.prefixTokensKept,
    text: tokensOrNone,
    detail: ({ compression: { cache, stats } }) =>
      stats.tokensBefore === 0 ? null : `${formatShare(cache.prefixTokensKept / stats.tokensBefore)} of the prompt`,
    better: "higher",
  },
  {
    id: "suffix",
    label: "Suffix rewritten",
    unit: "tokens",
    original: () => "0",
    value: ({ compression }) => compression.cache.suffixTokensRewritten,
    text: tokensOrNone,
    better: "lower",
  },
  {
    id: "break-even",
    label: "Break-even",
    unit: "requests",
    original: none,
    value: ({ compression }) => compression.cache.breakEvenRequests,
    text: (value) => (value === null ? NOT_APPLICABLE_TEXT : value.toFixed(1)),
    detail: netCost,
    better: "lower",
  },
  {
    id: "validity",
    label: "Validity",
    unit: null,
    original: none,
    value: ({ violations }) => violations.length,
    text: (_, { violations }) => (violations.length === 0 ? "valid" : violations.join(", ")),
    better: null,
  },
  {
    id: "time",
    label: "Time",
    unit: null,
    original: none,
    value: ({ seconds }) => seconds,
    text: (value) =>
      value === null
        ? NOT_APPLICABLE_TEXT
        : value < 1
          ? `${Math.max(1, Math.round(value * 1000))} ms`
          : formatDuration(value),
    better: "lower",
  },
];

/** After ten requests, against not compressing. */
function netCost({ compression }: Measured): string | null {
  const cost = compression.cache.netCostAfter10Requests;
  if (!cost || compression.status !== "applied") return null;
  return cost.amount <= 0 ? `${formatMoney(-cost.amount)} less after 10` : `${formatMoney(cost.amount)} more after 10`;
}

function toRow(
  { value, text, detail, better, original, ...row }: RowRule,
  measured: readonly Measured[],
  tokens: number,
): MatrixRow {
  const eligible = measured.map((one) =>
    one.compression.status === "applied" && one.violations.length === 0 ? value(one) : null,
  );
  const best = bestOf(eligible, better);
  const cells = measured.map((one, index) => {
    const own = value(one);
    return {
      value: own,
      text: text(own, one),
      detail: detail?.(one) ?? null,
      isBest: best !== null && eligible[index] === best,
      isBad: row.id === "validity" && one.violations.length > 0,
    };
  });
  return { ...row, original: original(tokens), cells };
}

/** The best of at least two; a lone or a shared value everywhere says nothing. */
function bestOf(values: readonly (number | null)[], better: RowRule["better"]): number | null {
  const known = values.filter((value) => value !== null);
  if (better === null || known.length < 2 || new Set(known).size === 1) return null;
  return better === "higher" ? Math.max(...known) : Math.min(...known);
}
