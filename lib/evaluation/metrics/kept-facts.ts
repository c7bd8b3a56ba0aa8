import type { Metric } from "./metric";

export const retention: Metric = {
  id: "survival",
  key: "retention",
  path: "evaluation.retention.total",
  label: "Survival by kind",
  shortLabel: "Survival",
  unit: "facts that are still shown",
  kind: "share",
  better: "more",
  explanation: "Of the facts in the original, the share that the result still shows; rare facts weigh more.",
  tables: ["compare"],
  from: "evaluation",
  measure: ({ loss }) => loss.retention,
};

export const faithfulness: Metric = {
  id: "faithfulness",
  key: "faithfulness",
  path: "evaluation.faithfulness",
  label: "Faithfulness",
  unit: "of the facts in newly written text",
  kind: "share",
  better: "more",
  explanation: "Of the facts in newly written text, the share that is also in the original; the others are invented.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.faithfulness,
};
