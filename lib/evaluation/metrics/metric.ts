import type { Compression } from "../../strategies/grammar/compression";
import type { Evidence } from "../evidence";
import type { Loss } from "../loss";
import type { Shown } from "../shown";

/** How a figure is written: as a share of 1, a score from 0 to 5, tokens, a count, requests, or US dollars. */
type MetricKind = "share" | "score" | "tokens" | "count" | "requests" | "usd";

/** Where a metric is shown. The API's answers and the CSV of a comparison have all of them. */
export type MetricTable = "compare" | "corpus" | "runs";

/** Input of a metric: the original, what the result still shows of it, and what was lost. */
export type Measured = { readonly evidence: Evidence; readonly shown: Shown; readonly loss: Omit<Loss, "metrics"> };

type Figure =
  | {
      readonly from: "compression";
      readonly measure: (compression: Pick<Compression, "stats" | "cache">) => number | null;
    }
  | { readonly from: "evaluation"; readonly measure: (measured: Measured) => number | null };

/** A figure about a compression: how it is measured, where it is shown, and its name. */
export type Metric = Figure & {
  /** Used in links and as the anchor of its section in docs/metrics.md. */
  readonly id: string;
  /** Column of the CSV; key in an answer's `evaluation.metrics` and in a row of a corpus run. */
  readonly key: string;
  /** The metric's path in an API result, if not under `evaluation.metrics`. */
  readonly path?: string;
  /** The metric's key in a row of a corpus run, if different. */
  readonly corpusKey?: string;
  readonly label: string;
  /** For narrow tables, if different. */
  readonly shortLabel?: string;
  /** A few words below the label. */
  readonly unit: string;
  readonly kind: MetricKind;
  readonly better: "more" | "less";
  /** One plain sentence. */
  readonly explanation: string;
  readonly tables: readonly MetricTable[];
};

export const pathOf = ({ path, key }: Metric): string => path ?? `evaluation.metrics.${key}`;

export const corpusKey = ({ corpusKey, key }: Metric): string => corpusKey ?? key;

export const metricLink = ({ id }: Metric): string => `docs/metrics.md#${id}`;

/** True if the evaluation in an API answer is of a result that was rejected, cannot be sent, or changed nothing. */
export const isUnmarked = ({ not_measurable: reason }: { readonly not_measurable?: unknown }): boolean =>
  reason === "invalid" || reason === "unchanged";

/** The figure in an API result; null if it is not measured, does not apply, or would score an unchanged result. */
export function figureOf(result: unknown, metric: Metric): number | null {
  if (metric.from === "evaluation" && isUnmarked((result as { evaluation?: object | null } | null)?.evaluation ?? {}))
    return null;
  let value = result;
  for (const name of pathOf(metric).split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === "number" ? value : null;
}
