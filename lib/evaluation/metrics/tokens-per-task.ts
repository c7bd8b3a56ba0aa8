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
    "The tokens that the rest of the log takes with the smaller prompt: every later prompt, what the model writes, and what is fetched again.",
  tables: ["compare"],
  from: "evaluation",
  measure: ({ loss }) => loss.tokensPerTask?.compressed ?? null,
};
