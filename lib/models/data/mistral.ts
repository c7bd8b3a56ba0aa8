import type { ModelTable } from "./model-row";

/** Mistral. Its vocabularies after Nemo are not known to be public: counts are estimates. */
export const MISTRAL: ModelTable = {
  facts: {
    provider: "mistral",
    lists: {
      prices: "mistral",
      pi: "mistral",
      dev: ["providers/mistral/models", "models/mistral", "providers/openrouter/models/mistralai"],
    },
    tokenizer: "mistral",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "the vocabulary of the family; estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "mistral-large",
      title: "Mistral Large 2",
      aliases: ["mistral-large-2411", "mistral-large-2407"],
      names: { dev: "mistral-large-2411", pi: "mistral-large-2411" },
    },
    {
      id: "mistral-large-3",
      title: "Mistral Large 3",
      aliases: ["mistral-large-2512"],
      names: { prices: "mistral-large-2512", dev: "mistral-large-2512", pi: "mistral-large-2512" },
    },
    {
      id: "mistral-medium-3",
      title: "Mistral Medium 3",
      aliases: ["mistral-medium-2505"],
      names: { prices: "mistral-medium-3-1", dev: "mistral-medium-2505", pi: "mistral-medium-2505" },
    },
    {
      id: "mistral-medium-3.1",
      title: "Mistral Medium 3.1",
      aliases: ["mistral-medium-2508"],
      names: { prices: "mistral-medium-3-1", dev: "mistral-medium-2508", pi: "mistral-medium-2508" },
    },
    {
      id: "mistral-medium-3.5",
      title: "Mistral Medium 3.5",
      aliases: ["mistral-medium-3-5", "mistral-medium-2604"],
      names: { prices: "mistral-medium-3-5", dev: "mistral-medium-2604", pi: "mistral-medium-2604" },
    },
    {
      id: "mistral-small-3.2",
      title: "Mistral Small 3.2",
      aliases: ["mistral-small-2506", "mistral-small-3.2-24b-instruct"],
      names: { prices: "mistral-small-latest", dev: "mistral-small-2506", pi: "mistral-small-2506" },
    },
    {
      id: "mistral-small-4",
      title: "Mistral Small 4",
      aliases: ["mistral-small-2603"],
      names: { prices: "mistral-small-2603", dev: "mistral-small-2603", pi: "mistral-small-2603" },
    },
    {
      id: "codestral-2508",
      title: "Codestral",
      aliases: ["codestral", "codestral-latest"],
      names: { dev: "codestral-latest", pi: "codestral-latest" },
    },
    { id: "devstral-2512", title: "Devstral 2", aliases: ["devstral-2", "devstral-medium-latest"] },
    { id: "devstral-medium-2507", title: "Devstral Medium", aliases: ["devstral-medium"], names: { prices: null } },
    {
      id: "devstral-small-2507",
      title: "Devstral Small 1.1",
      aliases: ["devstral-small"],
      names: { prices: "devstral-small" },
    },
    {
      id: "magistral-medium",
      title: "Magistral Medium",
      names: { dev: "magistral-medium-latest", pi: "magistral-medium-latest" },
    },
    { id: "magistral-small", title: "Magistral Small" },
    { id: "ministral-8b", title: "Ministral 8B", names: { dev: "ministral-8b-latest", pi: "ministral-8b-latest" } },
    { id: "mistral-nemo", title: "Mistral Nemo", aliases: ["open-mistral-nemo"] },
    {
      id: "mixtral-8x22b-instruct",
      title: "Mixtral 8x22B",
      aliases: ["open-mixtral-8x22b"],
      names: { dev: "open-mixtral-8x22b", pi: "open-mixtral-8x22b" },
    },
    {
      id: "mixtral-8x7b-instruct",
      title: "Mixtral 8x7B",
      aliases: ["open-mixtral-8x7b"],
      names: { prices: "mixtral-8x7b", dev: "open-mixtral-8x7b", pi: "open-mixtral-8x7b" },
    },
  ],
};
