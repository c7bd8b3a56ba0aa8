import type { Money } from "../../api/schemas/fields";
import type { ComparisonSummary, EvaluationSummary, ReplaySummary, RunRow } from "../../api/schemas/run";
import { DIMENSIONS } from "../../evaluation/judge/criteria";
import { metricsOf } from "../../evaluation/metrics";
import { figureOf, type Metric } from "../../evaluation/metrics/metric";
import {
  figureIn,
  formatMoney,
  formatMoneyChange,
  formatShare,
  formatTokens,
  NOT_APPLICABLE_TEXT,
  UNKNOWN_TEXT,
} from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { figureText } from "../compare/metric-cells";
import { metricText } from "../compare/metric-text";
import { choiceName } from "../compare/strategy-choice";

type Loss = Omit<EvaluationSummary, "stats" | "strategy" | "judge">;

export type RunTable = {
  /** The first column is the name. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
};

export type SessionRun =
  | { readonly kind: "comparison"; readonly result: ComparisonSummary }
  | { readonly kind: "replay"; readonly result: ReplaySummary }
  | { readonly kind: "evaluation"; readonly result: EvaluationSummary };

/** A single-session run's stored figures as a table. */
export function toRunTable(run: SessionRun, say: Say = english): RunTable {
  switch (run.kind) {
    case "comparison":
      return comparisonTable(run.result, say);
    case "replay":
      return replayTable(run.result, say);
    case "evaluation":
      return run.result.judge ? judgeTable(run.result.judge, say) : lossTable(run.result, say);
    default:
      return run satisfies never;
  }
}

const lossHeads = (say: Say): readonly string[] => [
  ...metricsOf("runs").map((metric) => say(metricText(metric).shortLabel)),
  say("Valid"),
];

function lossCells(evaluation: Loss | null, say: Say): string[] {
  if (evaluation === null) return lossHeads(say).map(() => NOT_APPLICABLE_TEXT);
  return [
    ...metricsOf("runs").map((metric) => lossCell(evaluation, metric, say)),
    evaluation.validity.valid ? say("valid") : say("not valid"),
  ];
}

/**
 * Figures that need the log's future are shown only with evidence: if nothing was needed later, strategies cannot be
 * ranked.
 */
function lossCell(evaluation: Loss, metric: Metric, say: Say): string {
  const value = figureOf({ evaluation }, metric);
  if (!metric.path?.startsWith("evaluation.hindsight."))
    return value === null ? NOT_APPLICABLE_TEXT : figureText(value, metric);
  const isKnown = value !== null && (evaluation.hindsight?.needed ?? 0) > 0;
  if (metric.kind !== "share") return isKnown ? figureText(value, metric) : NOT_APPLICABLE_TEXT;
  return isKnown ? `~\u200a${figureText(value, metric)}` : say("no evidence");
}

const comparisonTable = ({ original, results }: ComparisonSummary, say: Say): RunTable => ({
  heads: [
    say("Strategy"),
    say("Tokens, of {before}", { before: formatTokens(original.tokens_before) }),
    say("Saved"),
    ...lossHeads(say),
    say("Net after 10 requests"),
  ],
  rows: results.map(({ strategy, status, stats, cache, evaluation }) => ({
    name: status === "applied" ? choiceName(strategy.id, say) : `${choiceName(strategy.id, say)} (${say(status)})`,
    cells: [
      formatTokens(stats.tokens_after),
      formatShare(stats.saved_fraction),
      ...lossCells(evaluation, say),
      changeText(cache.net_cost_after_10_requests, say),
    ],
  })),
});

const lossTable = (result: EvaluationSummary, say: Say): RunTable => ({
  heads: [say("Result"), say("Tokens"), say("Saved"), ...lossHeads(say)],
  rows: [
    {
      name: result.strategy ? choiceName(result.strategy.id, say) : say("compressed"),
      cells: [
        formatTokens(result.stats.tokens_after),
        formatShare(result.stats.saved_fraction),
        ...lossCells(result, say),
      ],
    },
  ],
});

const JUDGED = [...DIMENSIONS, "overall"] as const;

const JUDGED_HEADS: Readonly<Record<(typeof JUDGED)[number], Sentence>> = {
  accuracy: sentence("Accuracy"),
  context: sentence("Context"),
  artifact: sentence("Artifact"),
  completeness: sentence("Completeness"),
  continuity: sentence("Continuity"),
  instruction: sentence("Instruction"),
  overall: sentence("Overall"),
};

const judgeTable = ({ candidates }: NonNullable<EvaluationSummary["judge"]>, say: Say): RunTable => ({
  heads: [say("Judged 0–5"), ...JUDGED.map((name) => say(JUDGED_HEADS[name]))],
  rows: candidates.map(({ name, dimensions, spread }) => ({
    name,
    cells: JUDGED.map((key) => {
      const range = spread[key];
      const text = scoreText(dimensions[key] ?? null);
      return range ? `${text} (${range.map((score) => score.toFixed(1)).join("–")})` : text;
    }),
  })),
});

const replayTable = ({ replays }: ReplaySummary, say: Say): RunTable => ({
  heads: [
    say("Policy"),
    say("Tokens with re-fetches"),
    say("Cost"),
    say("Against the log"),
    say("Read %"),
    say("Fired"),
    say("Peak prompt"),
    say("Lost facts"),
  ],
  rows: replays.map(({ policy, totals }) => ({
    name: choiceName(policy.id, say),
    cells: [
      formatTokens(totals.tokens_per_task),
      totals.cost === null ? say(UNKNOWN_TEXT) : formatMoney(totals.cost.amount, { isFloor: totals.cost_is_floor }),
      changeText(totals.cost_against_logged, say),
      figureIn(say, formatShare(totals.read_share)),
      formatTokens(totals.fired),
      formatTokens(totals.peak_prompt_tokens),
      formatTokens(totals.regretted),
    ],
  })),
});

const scoreText = (score: number | null): string => score?.toFixed(1) ?? NOT_APPLICABLE_TEXT;

const changeText = (money: Money | null, say: Say): string => formatMoneyChange(money?.amount ?? null, say);

const PAGES = { comparison: "compare", evaluation: "compare", replay: "replay" } as const;

/** Link that computes the same again. */
export function rerunLink({ kind, session_id }: RunRow, params: Readonly<Record<string, unknown>>): string {
  const query = typeof params.query === "string" && params.query.startsWith("?") ? params.query : "";
  if (kind === "advice")
    return session_id === null ? `/all-sessions${query}` : `/sessions/${encodeURIComponent(session_id)}/advice${query}`;
  if (kind === "corpus" || session_id === null) return `/all-sessions/strategies${query}`;
  return `/sessions/${encodeURIComponent(session_id)}/${PAGES[kind]}${query}`;
}
