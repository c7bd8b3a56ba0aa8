import { formatChange, formatMoney, formatShare, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";
import type { ModelCallJson } from "./summary-calls";

/** The answer of `POST /api/compress/compare`, as far as the page shows it. */
export type ComparisonJson = {
  readonly original: {
    readonly tokens_before: number;
    readonly messages_before: number;
    readonly request: number | null;
    readonly tokenizer: { readonly id: string; readonly basis: string };
  };
  readonly results: readonly ResultJson[];
  /** Calls of models for summaries, all strategies together; null = none. */
  readonly model_calls?: readonly ModelCallJson[] | null;
};

export type ResultJson = {
  readonly strategy: {
    readonly id: string;
    readonly version: string;
    readonly params: Readonly<Record<string, unknown>>;
  };
  readonly status: "applied" | "noop" | "unavailable" | "failed";
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly stats: {
    readonly tokens_before: number;
    readonly tokens_after: number;
    readonly saved_fraction: number;
    readonly messages_after: number;
    readonly parts: {
      readonly kept: number;
      readonly replaced: number;
      readonly put_aside: number;
      readonly dropped: number;
    };
    readonly trigger: {
      readonly fired: boolean;
      readonly rule: string;
      readonly value: number | null;
      readonly limit: number | null;
    } | null;
  };
  readonly cache: {
    readonly prefix_tokens_kept: number;
    readonly suffix_tokens_rewritten: number;
    readonly break_even_requests: number | null;
    readonly net_cost_after_10_requests: { readonly amount: number } | null;
  };
  readonly refs: readonly { readonly id: string; readonly tokens: number }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** Absent where it was not asked for. */
  readonly evaluation?: EvaluationView | null;
  readonly edits: readonly EditJson[];
  readonly provenance: readonly FateJson[];
};

/** What the page draws of an evaluation. Shares are 0 to 1, null = not measurable. */
export type EvaluationView = {
  readonly validity: {
    readonly valid: boolean;
    readonly violations: readonly { readonly code: string; readonly message: string }[];
  };
  readonly retention: { readonly total: number; readonly by_kind: Readonly<Record<string, number | null>> };
  readonly faithfulness: number;
  readonly hindsight: {
    readonly needed: number;
    readonly recall: number;
    readonly needed_spans: number;
    readonly span_recall: number;
    readonly sole_source_recall: number;
    readonly regret: readonly RegretJson[];
    readonly regret_total: number;
    readonly oracle_saved_tokens: number;
  } | null;
  readonly artifact_trail: {
    readonly f1: number;
    readonly precision: number;
    readonly recall: number;
    readonly operations: number;
    readonly missed_total: number;
    readonly missed: readonly { readonly path: string; readonly operation: string; readonly source: SourceJson }[];
    readonly untrue: readonly { readonly path: string; readonly operation: string }[];
  };
  readonly recoverability: { readonly share: number } | null;
  readonly lost_statements: readonly { readonly kind: string; readonly text: string; readonly source: SourceJson }[];
  /** By kind: how many the original holds, how many are gone, the rarest of those. */
  readonly lost_facts: readonly {
    readonly kind: string;
    readonly of: number;
    readonly lost: number;
    readonly facts: readonly { readonly value: string; readonly messages: number; readonly source: SourceJson }[];
  }[];
  readonly economics: { readonly refetch_tokens: number | null };
  readonly dimensions: Readonly<Record<string, number | string | null>> & { readonly overall: number | null };
};

/** Where in the original: the message, counted from 0 in the request, and the part. */
export type SourceJson = { readonly message: number; readonly part_id: string | null };

export type RegretJson = {
  readonly kind: string;
  readonly value: string;
  readonly source: SourceJson;
  readonly first_use: { readonly calls_later: number };
  readonly tokens: number;
  readonly recoverable: boolean;
};

export type EditJson = {
  readonly op: "drop" | "replace" | "insert";
  readonly targets: readonly string[];
  readonly reason: string;
  readonly step: string;
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly reversible: boolean;
  readonly produced?: unknown;
  readonly reference?: { readonly id: string; readonly tokens: number; readonly bytes: number };
  readonly message?: unknown;
};

export type FateJson = {
  readonly part_id: string;
  readonly message: number | null;
  readonly fate: "kept" | "replaced" | "dropped";
  readonly edit?: number;
  readonly reference?: string;
  readonly summarised_by?: string;
};

export type MatrixCell = {
  readonly value: string;
  readonly note: string;
  readonly isBest: boolean;
  /** `valid` and `invalid` get an icon, `dearer` only the colour; the word stands in every case. */
  readonly tone: "valid" | "invalid" | "dearer" | "quiet" | null;
  /** Shares by kind, drawn as tiny bars; null = none of that kind in the original. */
  readonly bars?: readonly { readonly label: string; readonly share: number | null }[];
};
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
  readonly cell: (result: ResultJson) => Omit<MatrixCell, "isBest">;
  /** What is compared for "best"; smaller is better where `isLess`. */
  readonly rank?: { readonly of: (result: ResultJson) => number | null; readonly isLess: boolean };
};

const plain = (value: string, note = ""): Omit<MatrixCell, "isBest"> => ({ value, note, tone: null });
const quiet = (value: string, note = ""): Omit<MatrixCell, "isBest"> => ({ value, note, tone: "quiet" });
const oneDecimal = (value: number) => (value < 0.05 ? "0" : value.toFixed(1));

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
    label: "Hindsight recall",
    unit: "of what the log used later",
    original: () => "100 %",
    cell: recallCell,
    rank: { of: ({ evaluation }) => neededOf(evaluation)?.recall ?? null, isLess: false },
  },
  {
    id: "regrets",
    label: "Regrets",
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
];

const unmeasured = () => quiet("not measured");

/** Only with evidence: a log that needed nothing later ranks nobody. */
function neededOf(evaluation: EvaluationView | null | undefined): NonNullable<EvaluationView["hindsight"]> | null {
  const hindsight = evaluation?.hindsight ?? null;
  return hindsight !== null && hindsight.needed > 0 ? hindsight : null;
}

function recallCell({ evaluation }: ResultJson): Omit<MatrixCell, "isBest"> {
  if (!evaluation) return unmeasured();
  const hindsight = neededOf(evaluation);
  if (!hindsight) return quiet("no evidence", "nothing in the prompt was used later");
  return plain(`~\u200a${formatShare(hindsight.recall)}`, `${formatTokens(hindsight.needed)} facts used later`);
}

function regretCell(evaluation: EvaluationView | null): Omit<MatrixCell, "isBest"> {
  const hindsight = neededOf(evaluation);
  if (!hindsight) return quiet("–");
  if (hindsight.regret_total === 0) return plain("0");
  const share = evaluation?.recoverability?.share ?? 0;
  const note =
    share === 1
      ? "all can be fetched again"
      : share === 0
        ? "none can be fetched again"
        : `${formatShare(share)} can be fetched again`;
  return plain(formatTokens(hindsight.regret_total), note);
}

const SURVIVAL_KINDS = ["path", "error", "command", "symbol", "number", "url", "instruction", "decision"] as const;

const survivalBars = ({ retention }: EvaluationView) =>
  SURVIVAL_KINDS.map((kind) => ({ label: kind, share: retention.by_kind[kind] ?? null }));

/** What costs more is never the best, however little more it is. */
const cheaperBy = (money: { readonly amount: number } | null) =>
  money !== null && money.amount < 0 ? money.amount : null;

/** `~+$0.311`: money against not compressing; a plus is dearer. */
export function netText(money: { readonly amount: number } | null): string {
  return money === null ? "unknown" : `~\u200a${money.amount > 0 ? "+" : ""}${formatMoney(money.amount)}`;
}

function netCell(money: { readonly amount: number } | null): Omit<MatrixCell, "isBest"> {
  if (money === null) return quiet("unknown", "no prices for this model");
  return {
    value: netText(money),
    note: money.amount < 0 ? "cheaper" : money.amount > 0 ? "dearer" : "",
    tone: money.amount > 0 ? "dearer" : null,
  };
}

function validityCell({ status, failure, stats, evaluation }: ResultJson): Omit<MatrixCell, "isBest"> {
  const broken = evaluation?.validity.violations ?? [];
  if (status === "applied" && broken.length > 0) {
    const codes = [...new Set(broken.map(({ code }) => code))].join(", ");
    return {
      value: `${broken.length} ${broken.length === 1 ? "violation" : "violations"}`,
      note: codes,
      tone: "invalid",
    };
  }
  if (status === "applied") return { value: "valid", note: "", tone: "valid" };
  if (status === "noop") return quiet("unchanged", triggerText(stats.trigger));
  return { value: failure?.code ?? status, note: failure?.message ?? "", tone: "invalid" };
}

/** Why a strategy did nothing: its rule with the numbers. */
export function triggerText(trigger: ResultJson["stats"]["trigger"]): string {
  if (!trigger) return "nothing to do";
  if (trigger.fired) return "it ran and found nothing to change";
  const at =
    trigger.value === null || trigger.limit === null
      ? ""
      : `: ${formatTokens(trigger.value)} of ${formatTokens(trigger.limit)}`;
  return `trigger not reached (${trigger.rule}${at})`;
}

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

/** `−1,207` of what an edit changed. */
export const editChange = (before: number, after: number): string => formatChange(after - before);
