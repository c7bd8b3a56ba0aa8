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
    "Of the needed facts that are gone, the share that a path, an address or a reference of the result leads to.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.recoverability?.share ?? null,
};
