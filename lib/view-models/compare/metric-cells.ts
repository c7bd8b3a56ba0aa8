import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import { figureOf, type Metric } from "../../evaluation/metrics/metric";
import {
  formatCompactTokens,
  formatMoney,
  formatShare,
  formatTokens,
  NOT_APPLICABLE_TEXT,
} from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import {
  type CellText,
  cheaperBy,
  lostFactsCell,
  neededOf,
  netCell,
  oneDecimal,
  plain,
  quiet,
  recallCell,
  survivalBars,
  unmeasured,
} from "./matrix-cells";

type OwnCell = {
  /** The text in the original's column. */
  readonly original?: (comparison: CompareAnswer) => string;
  readonly cell: (result: ComparedStrategy) => CellText;
  /** False if no single figure decides which is best. */
  readonly isRanked?: boolean;
};

/** Metrics whose cell shows more than their figure, by id. */
export const METRIC_CELLS: Readonly<Record<string, OwnCell>> = {
  tokens: {
    original: ({ original }) => formatTokens(original.tokens_before),
    cell: ({ stats }, say: Say = english) =>
      plain(
        formatTokens(stats.tokens_after),
        stats.saved_fraction === 0
          ? say("nothing saved")
          : say("{share} saved", { share: formatShare(stats.saved_fraction) }),
      ),
  },
  prefix: {
    original: ({ original }) => formatTokens(original.tokens_before),
    cell: ({ cache }, say: Say = english) =>
      plain(
        formatTokens(cache.prefix_tokens_kept),
        say("{tokens} written again", {
          tokens: formatTokens(cache.suffix_tokens_rewritten),
        }),
      ),
  },
  "break-even": {
    original: () => NOT_APPLICABLE_TEXT,
    cell: ({ cache }, say: Say = english) =>
      cache.break_even_requests === null
        ? quiet("never", say("nothing is saved"))
        : plain(oneDecimal(cache.break_even_requests)),
  },
  net: { original: () => formatMoney(0), cell: ({ cache }) => netCell(cache.net_cost_after_10_requests) },
  "tokens-per-task": { original: ({ results }) => wholeTaskText(results), cell: taskCell },
  survival: {
    cell: ({ evaluation }) => (evaluation ? { ...plain(""), bars: survivalBars(evaluation) } : unmeasured()),
    isRanked: false,
  },
  recall: { cell: recallCell },
  regrets: { cell: ({ evaluation }) => lostFactsCell(evaluation ?? null) },
  artifacts: {
    original: () => "1.00",
    cell: ({ evaluation }, say: Say = english) => {
      if (!evaluation) return unmeasured();
      const { f1, recall } = evaluation.artifact_trail;
      if (f1 === null || recall === null) return quiet(NOT_APPLICABLE_TEXT);
      return plain(`~\u200a${f1.toFixed(2)}`, say("recall {figure}", { figure: recall.toFixed(2) }));
    },
  },
};

/** Tokens of the rest of the log without any compression. */
function wholeTaskText(results: readonly ComparedStrategy[]): string {
  const tokens = results.flatMap(({ evaluation }) => evaluation?.economics.tokens_per_task_original ?? [])[0];
  return tokens === undefined ? NOT_APPLICABLE_TEXT : `~\u200a${formatCompactTokens(tokens)}`;
}

function taskCell({ evaluation }: ComparedStrategy, say: Say = english): CellText {
  if (!evaluation) return unmeasured();
  const { tokens_per_task: tokens, tokens_per_task_original: whole } = evaluation.economics;
  if (tokens === null || whole === null) return quiet(say("no evidence"), say("the log ends here"));
  if (tokens === whole) return plain(`~\u200a${formatCompactTokens(tokens)}`, say("as before"));
  const share = formatShare(Math.abs(1 - tokens / whole));
  return plain(
    `~\u200a${formatCompactTokens(tokens)}`,
    tokens < whole ? say("{share} less", { share }) : say("{share} more", { share }),
  );
}

/** The figure in words, by kind; figures based on the log are marked as estimates. */
export function metricCell(result: ComparedStrategy, metric: Metric): CellText {
  const value = figureOf(result, metric);
  if (value === null) return unmeasured();
  return plain(metric.from === "evaluation" ? `~\u200a${figureText(value, metric)}` : figureText(value, metric));
}

export function figureText(value: number, { kind }: Pick<Metric, "kind">): string {
  switch (kind) {
    case "share":
      return formatShare(value);
    case "score":
      return value.toFixed(1);
    case "requests":
      return oneDecimal(value);
    case "usd":
      return formatMoney(value);
    case "tokens":
    case "count":
      return formatTokens(value);
    default:
      return kind satisfies never;
  }
}

/** The original's value: all of a share or score, and none of a loss. */
export function perfectText(metric: Metric): string {
  if (metric.better === "less") return figureText(0, metric);
  if (metric.kind === "share" || metric.kind === "score") return figureText(metric.kind === "score" ? 5 : 1, metric);
  return NOT_APPLICABLE_TEXT;
}

/** The figure used to compare strategies; null if the log has no evidence, or the result gains nothing. */
export function comparable(result: ComparedStrategy, metric: Metric): number | null {
  if (metric.id === "net") return cheaperBy(result.cache.net_cost_after_10_requests);
  if (metric.path?.startsWith("evaluation.hindsight.") && neededOf(result.evaluation) === null) return null;
  return figureOf(result, metric);
}
