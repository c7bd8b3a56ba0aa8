import type { ModelTable } from "./model-row";

/** MiniMax. Prices are OpenRouter's. */
export const MINIMAX: ModelTable = {
  facts: {
    provider: "minimax",
    lists: {
      prices: "openrouter",
      pi: "minimax",
      dev: ["providers/minimax/models", "models/minimax", "providers/openrouter/models/minimax"],
    },
    tokenizer: "generic",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    { id: "minimax-m1", title: "MiniMax M1", names: { prices: "minimax/minimax-m1" } },
    {
      id: "minimax-m2",
      title: "MiniMax M2",
      names: { prices: "minimax/minimax-m2", dev: "MiniMax-M2", pi: "MiniMax-M2" },
    },
    {
      id: "minimax-m2.1",
      title: "MiniMax M2.1",
      names: { prices: "minimax/minimax-m2.1", dev: "MiniMax-M2.1", pi: "MiniMax-M2.1" },
    },
    {
      id: "minimax-m2.5",
      title: "MiniMax M2.5",
      names: { prices: "minimax/minimax-m2.5", dev: "MiniMax-M2.5", pi: "MiniMax-M2.5" },
    },
    {
      id: "minimax-m2.7",
      title: "MiniMax M2.7",
      names: { prices: "minimax/minimax-m2.7", dev: "MiniMax-M2.7", pi: "MiniMax-M2.7" },
    },
    {
      id: "minimax-m3",
      title: "MiniMax M3",
      names: { prices: "minimax/minimax-m3", dev: "MiniMax-M3", pi: "MiniMax-M3" },
    },
  ],
};
