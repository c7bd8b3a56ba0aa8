import type { Compression } from "../../strategies/grammar/compression";
import type { Evidence } from "../evidence";
import type { Loss } from "../loss";
import type { Shown } from "../shown";

/** How a figure is written: a share of 1, a score of 0 to 5, tokens, a count, requests, US dollars. */
type MetricKind = "share" | "score" | "tokens" | "count" | "requests" | "usd";

/** Where a metric is shown beside the answers of the API and the CSV of a comparison, which have all of them. */
export type MetricTable = "compare" | "corpus" | "runs";

/** What a metric may look at: the original, what the result still shows of it, and what was lost. */
export type Measured = { readonly evidence: Evidence; readonly shown: Shown; readonly loss: Omit<Loss, "metrics"> };

type Figure =
  | {
      readonly from: "compression";
      readonly measure: (compression: Pick<Compression, "stats" | "cache">) => number | null;
    }
  | { readonly from: "evaluation"; readonly measure: (measured: Measured) => number | null };

/** One figure of what a compression did: how it is measured, where it stands and what it is called, for every reader. */
export type Metric = Figure & {
  /** In links, and the anchor of its section in docs/metrics.md. */
  readonly id: string;
  /** Column of the CSV, and its key among `evaluation.metrics` of an answer and in a row of a corpus run. */
  readonly key: string;
  /** Where a result of the API holds it, if not among `evaluation.metrics`. */
  readonly path?: string;
  /** Its key in a row of a corpus run, if another. */
  readonly corpusKey?: string;
  readonly label: string;
  /** For narrow tables, if another. */
  readonly shortLabel?: string;
  /** A few words that stand below the label. */
  readonly unit: string;
  readonly kind: MetricKind;
  readonly better: "more" | "less";
  /** One plain sentence. */
  readonly explanation: string;
  readonly tables: readonly MetricTable[];
};

export const pathOf = ({ path, key }: Metric): string => path ?? `evaluation.metrics.${key}`;

/** Its key in a row of a corpus run. */
export const corpusKey = ({ corpusKey, key }: Metric): string => corpusKey ?? key;

export const metricLink = ({ id }: Metric): string => `docs/metrics.md#${id}`;

/** Whether an evaluation, as the API answers it, is of a result that was refused, that nobody could send, or that changed nothing. */
export const isUnmarked = ({ not_measurable: reason }: { readonly not_measurable?: unknown }): boolean =>
  reason === "invalid" || reason === "unchanged";

/** The figure in a result as the API answers it; null if it is not measured, stands in no such result, or would be a mark for nothing. */
export function figureOf(result: unknown, metric: Metric): number | null {
  if (metric.from === "evaluation" && isUnmarked((result as { evaluation?: object | null } | null)?.evaluation ?? {}))
    return null;
  let value = result;
  for (const name of pathOf(metric).split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === "number" ? value : null;
}
