import type { Metric } from "./metric";

export const tokensPerTask: Metric = {
  id: "tokens-per-task",
  key: "tokens_per_task",
  path: "evaluation.economics.tokens_per_task",
  label: "Tokens per task",
  unit: "rest of the log, with fetches",
  kind: "tokens",
  better: "less",
  explanation:
    "The tokens for the rest of the log with the smaller prompt: every later prompt, the model's output, and what is fetched again.",
  tables: ["compare"],
  from: "evaluation",
  measure: ({ loss }) => loss.tokensPerTask?.compressed ?? null,
};
