import type { Metric } from "./metric";

export const recoverableShare: Metric = {
  id: "recoverable",
  key: "recoverable_share",
  path: "evaluation.recoverability.share",
  label: "Recoverable",
  unit: "of what is gone and was needed later",
  kind: "share",
  better: "more",
  explanation:
    "Of the needed facts that were lost, the share that a path, an address or a reference in the result leads to.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.recoverability?.share ?? null,
};
