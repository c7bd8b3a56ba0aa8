import type { Metric } from "./metric";

export const hindsightRecall: Metric = {
  id: "recall",
  key: "hindsight_recall",
  path: "evaluation.hindsight.recall",
  corpusKey: "recall",
  label: "Recall of needed facts",
  unit: "needed: the agent used them later",
  kind: "share",
  better: "more",
  explanation: "Of the facts used later in the log, the share that the result still shows.",
  tables: ["compare", "corpus", "runs"],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.recall ?? null,
};

export const spanRecall: Metric = {
  id: "span-recall",
  key: "span_recall",
  path: "evaluation.hindsight.span_recall",
  corpusKey: "span_recall",
  label: "Recall of long lines",
  unit: "of the lines copied later",
  kind: "share",
  better: "more",
  explanation: "Of the long lines copied later in the log, the share that the result still shows.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.spanRecall ?? null,
};

export const soleSourceRecall: Metric = {
  id: "sole-source-recall",
  key: "sole_source_recall",
  path: "evaluation.hindsight.sole_source_recall",
  label: "Recall of sole sources",
  unit: "of facts that were in only one message",
  kind: "share",
  better: "more",
  explanation: "The recall of needed facts that were in only one message, so no other message could preserve them.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.soleSourceRecall ?? null,
};

export const lostFacts: Metric = {
  id: "regrets",
  key: "regrets",
  path: "evaluation.hindsight.regret_total",
  label: "Lost facts",
  unit: "needed later, no longer shown",
  kind: "count",
  better: "less",
  explanation: "Of the facts that the agent uses later, the number that the result no longer shows.",
  tables: ["compare", "runs"],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.lostFacts.length ?? null,
};
