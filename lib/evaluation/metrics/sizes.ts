import type { Metric } from "./metric";

export const tokensAfter: Metric = {
  id: "tokens",
  key: "tokens_after",
  path: "stats.tokens_after",
  label: "Tokens after",
  unit: "saved share",
  kind: "tokens",
  better: "less",
  explanation: "The tokens of the prompt after the compression.",
  tables: ["compare"],
  from: "compression",
  measure: ({ stats }) => stats.tokensAfter,
};

export const savedShare: Metric = {
  id: "saved",
  key: "saved_fraction",
  path: "stats.saved_fraction",
  corpusKey: "saved",
  label: "Saved",
  unit: "of the tokens before",
  kind: "share",
  better: "more",
  explanation: "The share of the prompt's tokens that the compression removed.",
  tables: ["corpus"],
  from: "compression",
  measure: ({ stats }) => stats.savedFraction,
};
