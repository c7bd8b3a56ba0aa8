import type { Metric } from "../../evaluation/metrics/metric";

/** A metric's name and its one-sentence explanation. */
export type MetricText = {
  readonly label: string;
  /** For narrow tables. */
  readonly shortLabel: string;
  /** A few words below the label. */
  readonly unit: string;
  readonly explanation: string;
};

/**
 * The English words are with the metric itself, because they also generate the API's documentation. Other languages
 * have a table by metric id here.
 */
export const metricText = ({ label, shortLabel, unit, explanation }: Metric): MetricText => ({
  label,
  shortLabel: shortLabel ?? label,
  unit,
  explanation,
});
