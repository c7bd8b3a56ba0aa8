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
    /** Wall time of this strategy; null = not measured. */
    readonly ms?: number | null;
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
  /** Figures without a place of their own, by key; absent in what older versions answered. */
  readonly metrics?: Readonly<Record<string, number | null>>;
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
