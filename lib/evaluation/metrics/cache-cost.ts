import type { Metric } from "./metric";

export const prefixKept: Metric = {
  id: "prefix",
  key: "prefix_tokens_kept",
  path: "cache.prefix_tokens_kept",
  label: "Cached prefix kept",
  unit: "tokens written again",
  kind: "tokens",
  better: "more",
  explanation: "The tokens from the start of the prompt to the first change, which can still be read from the cache.",
  tables: ["compare"],
  from: "compression",
  measure: ({ cache }) => cache.prefixTokensKept,
};

export const suffixRewritten: Metric = {
  id: "suffix",
  key: "suffix_tokens_rewritten",
  path: "cache.suffix_tokens_rewritten",
  label: "Tokens written again",
  unit: "after the first change",
  kind: "tokens",
  better: "less",
  explanation: "The tokens after the first change, which must be written to the cache again.",
  tables: [],
  from: "compression",
  measure: ({ cache }) => cache.suffixTokensRewritten,
};

export const breakEven: Metric = {
  id: "break-even",
  key: "break_even_requests",
  path: "cache.break_even_requests",
  label: "Break-even",
  unit: "requests until compressing pays off",
  kind: "requests",
  better: "less",
  explanation: "The number of later requests after which the smaller prompt has saved the cost of the broken cache.",
  tables: ["compare"],
  from: "compression",
  measure: ({ cache }) => cache.breakEvenRequests,
};

export const netCost: Metric = {
  id: "net",
  key: "net_cost_after_10_requests_usd",
  path: "cache.net_cost_after_10_requests.amount",
  label: "Net after 10 requests",
  unit: "money, against not compressing",
  kind: "usd",
  better: "less",
  explanation: "The cost of ten more requests with the compression, minus their cost without it.",
  tables: ["compare", "corpus"],
  from: "compression",
  measure: ({ cache }) => cache.netCostAfter10Requests?.amount ?? null,
};
