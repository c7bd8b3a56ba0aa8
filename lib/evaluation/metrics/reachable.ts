import type { Metric } from "./metric";

export const reachable: Metric = {
  id: "reachable",
  key: "reachable",
  label: "Kept or can be fetched",
  shortLabel: "Can be fetched",
  unit: "shown, or can be fetched again",
  kind: "share",
  better: "more",
  explanation: "Of the facts used later in the log, the share that the result shows or leads to.",
  tables: ["corpus"],
  from: "evaluation",
  measure: ({ loss: { hindsight, recoverability } }) =>
    hindsight && hindsight.recall + (1 - hindsight.recall) * (recoverability?.share ?? 0),
};
