import type { ModelTable } from "./model-row";

/** Cohere Command. */
export const COHERE: ModelTable = {
  facts: {
    provider: "cohere",
    lists: { prices: "cohere", pi: "cohere", dev: ["providers/cohere/models", "models/cohere"] },
    tokenizer: "generic",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "command-r",
      title: "Command R",
      aliases: ["command-r-08-2024"],
      names: { prices: "command-r", dev: "command-r-08-2024", pi: null },
    },
    {
      id: "command-r-plus",
      title: "Command R+",
      aliases: ["command-r-plus-08-2024"],
      names: { prices: "command-r-plus", dev: "command-r-plus-08-2024", pi: null },
    },
    {
      id: "command-a",
      title: "Command A",
      aliases: ["command-a-03-2025"],
      names: { prices: "command-a", dev: "command-a-03-2025", pi: null },
    },
  ],
};
