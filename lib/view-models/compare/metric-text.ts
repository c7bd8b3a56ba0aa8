import type { Metric } from "../../evaluation/metrics/metric";

/** What a metric is called, and what it says in one sentence. */
export type MetricText = {
  readonly label: string;
  /** For narrow tables. */
  readonly shortLabel: string;
  /** A few words that stand below the label. */
  readonly unit: string;
  readonly explanation: string;
};

/**
 * The English words stand with the metric itself, because the API's documentation is made from them. Another language
 * has a table by the id of the metric here.
 */
export const metricText = ({ label, shortLabel, unit, explanation }: Metric): MetricText => ({
  label,
  shortLabel: shortLabel ?? label,
  unit,
  explanation,
});
