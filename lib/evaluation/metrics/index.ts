import { artifactF1, artifactPrecision, artifactRecall } from "./artifacts";
import { breakEven, netCost, prefixKept, suffixRewritten } from "./cache-cost";
import { overallScore } from "./dimensions";
import { hindsightRecall, lostFacts, soleSourceRecall, spanRecall } from "./hindsight";
import { faithfulness, retention } from "./kept-facts";
import type { Measured, Metric, MetricTable } from "./metric";
import { reachable } from "./reachable";
import { recoverableShare } from "./recoverability";
import { errorsAgain, instructionsSaidAgain, readsForEdits } from "./repeats";
import { savedShare, tokensAfter } from "./sizes";
import { tokensPerTask } from "./tokens-per-task";
import { rareWordRecall, verbatimRecall } from "./wording";

/**
 * Every metric. To add one, write its file, list it here and add its section to docs/metrics.md. The API's answers, the
 * matrix and CSV of a comparison, corpus runs and saved runs all use this list, in this order.
 */
export const METRICS: readonly Metric[] = [
  tokensAfter,
  savedShare,
  prefixKept,
  suffixRewritten,
  breakEven,
  netCost,
  tokensPerTask,
  retention,
  faithfulness,
  hindsightRecall,
  spanRecall,
  soleSourceRecall,
  verbatimRecall,
  rareWordRecall,
  lostFacts,
  instructionsSaidAgain,
  errorsAgain,
  readsForEdits,
  recoverableShare,
  reachable,
  artifactPrecision,
  artifactRecall,
  artifactF1,
  overallScore,
];

export const metricsOf = (table: MetricTable): Metric[] => METRICS.filter(({ tables }) => tables.includes(table));

/** Metrics in a row of a corpus run: those shown in its table, and those that have a key in such a row. */
export const CORPUS_METRICS: readonly Metric[] = METRICS.filter(
  ({ tables, corpusKey }) => tables.includes("corpus") || corpusKey !== undefined,
);

/** Metrics without a separate field in an answer, which are in `evaluation.metrics`. */
export const OWN_METRICS: readonly Metric[] = METRICS.filter(({ path }) => path === undefined);

/** The figures without a separate field in an answer, by key. */
export const ownFigures = (measured: Measured): Readonly<Record<string, number | null>> =>
  Object.fromEntries(
    OWN_METRICS.flatMap((metric) => (metric.from === "evaluation" ? [[metric.key, metric.measure(measured)]] : [])),
  );
