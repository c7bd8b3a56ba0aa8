import type { ModelTable } from "./model-row";

/** Llama. Open weights: the window is the one the lab states, a host may serve less; prices are OpenRouter's. */
export const META: ModelTable = {
  facts: {
    provider: "meta",
    lists: { prices: "openrouter", pi: "openrouter", dev: ["models/meta", "providers/openrouter/models/meta-llama"] },
    tokenizer: "llama",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "the vocabulary of Llama 3", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "llama-3.1-8b-instruct",
      title: "Llama 3.1 8B",
      aliases: ["llama-3.1-8b", "llama-3.1-8b-instant"],
      names: { prices: "meta-llama/llama-3.1-8b-instruct", pi: "meta-llama/llama-3.1-8b-instruct" },
    },
    {
      id: "llama-3.1-70b-instruct",
      title: "Llama 3.1 70B",
      aliases: ["llama-3.1-70b"],
      names: { prices: "meta-llama/llama-3.1-70b-instruct", pi: "meta-llama/llama-3.1-70b-instruct" },
    },
    {
      id: "llama-3.1-405b-instruct",
      title: "Llama 3.1 405B",
      released: "2024-07-23",
      sources: [{ field: "releaseDate", source: "ai.meta.com/blog/meta-llama-3-1, 23 July 2024", asOf: "2026-11-22" }],
      names: { prices: "meta-llama/llama-3.1-405b-instruct", pi: "meta-llama/llama-3.1-405b-instruct" },
    },
    {
      id: "llama-3.3-70b-instruct",
      title: "Llama 3.3 70B",
      aliases: ["llama-3.3-70b", "llama-3.3-70b-versatile"],
      names: { prices: "meta-llama/llama-3.3-70b-instruct", pi: "meta-llama/llama-3.3-70b-instruct" },
    },
    {
      id: "llama-4-maverick",
      title: "Llama 4 Maverick",
      names: {
        prices: "meta-llama/llama-4-maverick",
        pi: "meta-llama/llama-4-maverick",
        dev: "llama-4-maverick-17b-instruct",
      },
      aliases: ["llama-4-maverick-17b-instruct", "openrouter-llama-4-maverick", "llama-4-maverick-17b-128e-instruct"],
      tokenizer: "generic",
      sources: [{ field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" }],
    },
    {
      id: "llama-4-scout",
      title: "Llama 4 Scout",
      names: { prices: "meta-llama/llama-4-scout", pi: "meta-llama/llama-4-scout", dev: "llama-4-scout-17b-instruct" },
      aliases: ["llama-4-scout-17b-instruct", "llama-4-scout-17b-16e-instruct"],
      tokenizer: "generic",
      window: 10_000_000,
      sources: [
        {
          field: "window",
          source: "@pydantic/genai-prices 0.1.8 (Amazon Bedrock), as Meta announced it; hosts serve far less",
          asOf: "2026-09-23",
        },
        { field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" },
      ],
    },
  ],
};
