import type { Metric } from "../../evaluation/metrics/metric";
import type { Sentence } from "../../wording/say";

/** A metric's name and its one-sentence explanation. */
export type MetricText = {
  readonly label: Sentence;
  /** The name for narrow tables. */
  readonly shortLabel: Sentence;
  /** A few words below the label. */
  readonly unit: Sentence;
  readonly explanation: Sentence;
};

/**
 * The English words are with the metric itself, because they also generate the API's documentation. Other languages
 * have a table by metric id here.
 */
export const metricText = ({ label, shortLabel, unit, explanation }: Metric): MetricText => ({
  label: label as Sentence,
  shortLabel: (shortLabel ?? label) as Sentence,
  unit: unit as Sentence,
  explanation: explanation as Sentence,
});
