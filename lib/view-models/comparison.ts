import { formatChange, formatMoney, formatShare, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";

/** The answer of `POST /api/compress/compare`, as far as the page shows it. */
export type ComparisonJson = {
  readonly original: {
    readonly tokens_before: number;
    readonly messages_before: number;
    readonly request: number | null;
    readonly tokenizer: { readonly id: string; readonly basis: string };
  };
  readonly results: readonly ResultJson[];
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
  readonly edits: readonly EditJson[];
  readonly provenance: readonly FateJson[];
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
    unit: "in requests",
    original: () => NOT_APPLICABLE_TEXT,
    cell: ({ cache }) =>
      cache.break_even_requests === null
        ? quiet("never", "nothing is saved")
        : plain(oneDecimal(cache.break_even_requests), "until the saving has paid for the re-write"),
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

function validityCell({ status, failure, stats }: ResultJson): Omit<MatrixCell, "isBest"> {
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
    .filter((result) => result.status === "applied")
    .map(of)
    .filter((value) => value !== null);
  if (new Set(values).size < 2) return null;
  return isLess ? Math.min(...values) : Math.max(...values);
}

/** `−1,207` of what an edit changed. */
export const editChange = (before: number, after: number): string => formatChange(after - before);
