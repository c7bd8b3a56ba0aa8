import type { ModelTable } from "./model-row";

/** xAI's Grok. */
export const XAI: ModelTable = {
  facts: {
    provider: "xai",
    lists: {
      prices: "x-ai",
      pi: "xai",
      dev: ["providers/xai/models", "models/xai", "providers/openrouter/models/x-ai"],
    },
    tokenizer: "generic",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    { id: "grok-2", title: "Grok 2", aliases: ["grok-2-1212"], names: { prices: "grok-2-1212" } },
    { id: "grok-3", title: "Grok 3", aliases: ["grok-3-beta"] },
    { id: "grok-3-mini", title: "Grok 3 mini", aliases: ["grok-3-mini-beta"] },
    { id: "grok-3-fast", title: "Grok 3 Fast" },
    { id: "grok-3-mini-fast", title: "Grok 3 mini Fast" },
    { id: "grok-4", title: "Grok 4", names: { prices: "grok-4-0709" }, released: "2025-07-09" },
    {
      id: "grok-4-fast",
      title: "Grok 4 Fast",
      aliases: ["grok-4-fast-reasoning", "grok-4-fast-non-reasoning"],
      names: { prices: "grok-4-fast-reasoning" },
    },
    {
      id: "grok-4.1-fast",
      title: "Grok 4.1 Fast",
      aliases: ["grok-4-1-fast", "grok-4-1-fast-reasoning", "grok-4-1-fast-non-reasoning"],
      names: { prices: "grok-4-1-fast-reasoning", dev: "grok-4-1-fast", pi: "grok-4-1-fast" },
    },
    { id: "grok-code-fast-1", title: "Grok Code Fast 1", aliases: ["grok-code-fast"] },
    { id: "grok-4.20", title: "Grok 4.20", names: { dev: "grok-4.20-0309-reasoning", pi: "grok-4.20-0309-reasoning" } },
    { id: "grok-4.3", title: "Grok 4.3" },
    { id: "grok-4.5", title: "Grok 4.5" },
    { id: "grok-4.6", title: "Grok 4.6" },
    { id: "grok-build-0.1", title: "Grok Build 0.1" },
  ],
};
