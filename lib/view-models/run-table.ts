import { DIMENSIONS } from "../evaluation/judge/criteria";
import { metricsOf } from "../evaluation/metrics";
import { figureOf, type Metric, nameOf } from "../evaluation/metrics/metric";
import { figureText } from "./metric-cells";
import { formatMoney, formatShare, formatTokens, NOT_APPLICABLE_TEXT, UNKNOWN_TEXT } from "./number-format";

/** A saved run in a list, as GET /api/runs answers it. */
export type RunItem = {
  readonly id: string;
  readonly kind: "comparison" | "replay" | "evaluation" | "corpus";
  readonly title: string;
  readonly session_id: string | null;
  readonly created_at: string;
  readonly stale: readonly { readonly code: string; readonly message: string }[];
};

type Money = { readonly amount: number } | null;
type Loss = {
  readonly validity: { readonly valid: boolean };
  readonly hindsight: { readonly needed: number; readonly recall: number; readonly regret_total: number } | null;
  readonly artifact_trail: { readonly f1: number };
  readonly dimensions: { readonly overall: number | null };
};

export type ComparisonResult = {
  readonly original: { readonly tokens_before: number; readonly request: number | null };
  readonly results: readonly {
    readonly strategy: { readonly id: string };
    readonly status: string;
    readonly stats: { readonly tokens_after: number; readonly saved_fraction: number };
    readonly cache: { readonly net_cost_after_10_requests: Money };
    readonly evaluation: Loss | null;
  }[];
};
export type ReplayResult = {
  readonly replays: readonly {
    readonly policy: { readonly id: string };
    readonly totals: {
      readonly tokens_per_task: number;
      readonly peak_prompt_tokens: number;
      readonly cost: Money;
      readonly cost_is_floor: boolean;
      readonly cost_against_logged: Money;
      readonly read_share: number | null;
      readonly fired: number;
      readonly regretted: number;
    };
  }[];
};
export type EvaluationResult = Loss & {
  readonly strategy?: { readonly id: string } | undefined;
  readonly stats: { readonly tokens_after: number; readonly saved_fraction: number };
  readonly judge?:
    | {
        readonly model: string;
        readonly repeats: number;
        readonly candidates: readonly {
          readonly name: string;
          readonly dimensions: Readonly<Record<string, number | null>>;
          readonly spread: Readonly<Record<string, readonly [number, number] | null>>;
        }[];
      }
    | undefined;
};

export type RunTable = {
  /** The first column is the name. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
};

export type SessionRun =
  | { readonly kind: "comparison"; readonly result: ComparisonResult }
  | { readonly kind: "replay"; readonly result: ReplayResult }
  | { readonly kind: "evaluation"; readonly result: EvaluationResult };

/** The stored figures of a run over one session as a table. */
export function toRunTable(run: SessionRun): RunTable {
  switch (run.kind) {
    case "comparison":
      return comparisonTable(run.result);
    case "replay":
      return replayTable(run.result);
    case "evaluation":
      return run.result.judge ? judgeTable(run.result.judge) : lossTable(run.result);
    default:
      return run satisfies never;
  }
}

const LOSS_HEADS: readonly string[] = [...metricsOf("runs").map(nameOf), "Valid"];

function lossCells(evaluation: Loss | null): string[] {
  if (evaluation === null) return LOSS_HEADS.map(() => NOT_APPLICABLE_TEXT);
  return [
    ...metricsOf("runs").map((metric) => lossCell(evaluation, metric)),
    evaluation.validity.valid ? "valid" : "not valid",
  ];
}

/** Figures of hindsight only with evidence: a log that needed nothing later ranks nobody. */
function lossCell(evaluation: Loss, metric: Metric): string {
  const value = figureOf({ evaluation }, metric);
  if (!metric.path?.startsWith("evaluation.hindsight."))
    return value === null ? NOT_APPLICABLE_TEXT : figureText(value, metric);
  const isKnown = value !== null && (evaluation.hindsight?.needed ?? 0) > 0;
  if (metric.kind !== "share") return isKnown ? figureText(value, metric) : NOT_APPLICABLE_TEXT;
  return isKnown ? `~\u200a${figureText(value, metric)}` : "no evidence";
}

const comparisonTable = ({ original, results }: ComparisonResult): RunTable => ({
  heads: [
    "Strategy",
    `Tokens, of ${formatTokens(original.tokens_before)}`,
    "Saved",
    ...LOSS_HEADS,
    "Net after 10 requests",
  ],
  rows: results.map(({ strategy, status, stats, cache, evaluation }) => ({
    name: status === "applied" ? strategy.id : `${strategy.id} (${status})`,
    cells: [
      formatTokens(stats.tokens_after),
      formatShare(stats.saved_fraction),
      ...lossCells(evaluation),
      changeText(cache.net_cost_after_10_requests),
    ],
  })),
});

const lossTable = (result: EvaluationResult): RunTable => ({
  heads: ["Result", "Tokens", "Saved", ...LOSS_HEADS],
  rows: [
    {
      name: result.strategy?.id ?? "compressed",
      cells: [formatTokens(result.stats.tokens_after), formatShare(result.stats.saved_fraction), ...lossCells(result)],
    },
  ],
});

const JUDGED = [...DIMENSIONS, "overall"] as const;

const judgeTable = ({ candidates }: NonNullable<EvaluationResult["judge"]>): RunTable => ({
  heads: ["Judged 0–5", ...JUDGED.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)],
  rows: candidates.map(({ name, dimensions, spread }) => ({
    name,
    cells: JUDGED.map((key) => {
      const range = spread[key];
      const text = scoreText(dimensions[key] ?? null);
      return range ? `${text} (${range.map((score) => score.toFixed(1)).join("–")})` : text;
    }),
  })),
});

const replayTable = ({ replays }: ReplayResult): RunTable => ({
  heads: [
    "Policy",
    "Tokens with re-fetches",
    "Cost",
    "Against the log",
    "Read %",
    "Fired",
    "Peak prompt",
    "Lost facts",
  ],
  rows: replays.map(({ policy, totals }) => ({
    name: policy.id,
    cells: [
      formatTokens(totals.tokens_per_task),
      totals.cost === null ? UNKNOWN_TEXT : formatMoney(totals.cost.amount, { isFloor: totals.cost_is_floor }),
      changeText(totals.cost_against_logged),
      formatShare(totals.read_share),
      formatTokens(totals.fired),
      formatTokens(totals.peak_prompt_tokens),
      formatTokens(totals.regretted),
    ],
  })),
});

const scoreText = (score: number | null): string => score?.toFixed(1) ?? NOT_APPLICABLE_TEXT;

function changeText(money: Money): string {
  if (money === null) return UNKNOWN_TEXT;
  return `${money.amount > 0 ? "+" : ""}${formatMoney(money.amount)}`;
}

const PAGES = { comparison: "compare", evaluation: "compare", replay: "replay" } as const;

/** Where the same is computed anew. */
export function rerunLink({ kind, session_id }: RunItem, params: Readonly<Record<string, unknown>>): string {
  const query = typeof params.query === "string" && params.query.startsWith("?") ? params.query : "";
  if (kind === "corpus" || session_id === null) return `/corpus${query}`;
  return `/sessions/${encodeURIComponent(session_id)}/${PAGES[kind]}${query}`;
}
