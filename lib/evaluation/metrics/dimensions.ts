import type { Metric } from "./metric";

export const overallScore: Metric = {
  id: "dimensions",
  key: "dimensions_overall",
  path: "evaluation.dimensions.overall",
  corpusKey: "proxy",
  label: "Six dimensions",
  shortLabel: "Proxy 0–5",
  unit: "0 to 5; proxy, not a judge's score",
  kind: "score",
  better: "more",
  explanation: "The mean of six scores computed from the other metrics without a model, as a substitute for a judge's.",
  tables: ["compare", "corpus", "runs"],
  from: "evaluation",
  measure: ({ loss }) => loss.dimensions.overall,
};
