import type { ModelTable } from "./model-row";

/** Moonshot's Kimi. */
export const MOONSHOT: ModelTable = {
  facts: {
    provider: "moonshot",
    lists: {
      prices: "moonshotai",
      pi: "moonshotai",
      dev: ["providers/moonshotai/models", "models/moonshotai", "providers/openrouter/models/moonshotai"],
    },
    tokenizer: "generic",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "kimi-k2",
      title: "Kimi K2 (July 2025)",
      aliases: ["kimi-k2-instruct", "kimi-k2-0711", "kimi-k2-0711-preview"],
      names: { prices: "kimi-k2-0711-preview", dev: "kimi-k2-0711-preview", pi: "kimi-k2-0711-preview" },
    },
    {
      id: "kimi-k2-0905",
      title: "Kimi K2 (September 2025)",
      aliases: ["kimi-k2-instruct-0905", "kimi-k2-0905-preview"],
      names: { prices: "kimi-k2-0905-preview", dev: "kimi-k2-0905-preview", pi: "kimi-k2-0905-preview" },
    },
    { id: "kimi-k2-thinking", title: "Kimi K2 Thinking" },
    { id: "kimi-k2-thinking-turbo", title: "Kimi K2 Thinking Turbo" },
    { id: "kimi-k2.5", title: "Kimi K2.5" },
    { id: "kimi-k2.6", title: "Kimi K2.6" },
    { id: "kimi-k2.7-code", title: "Kimi K2.7 Code" },
    { id: "kimi-k3", title: "Kimi K3" },
  ],
};
