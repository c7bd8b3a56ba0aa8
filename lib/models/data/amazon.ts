import type { ModelTable } from "./model-row";

/** Amazon Nova, on Bedrock only. */
export const AMAZON: ModelTable = {
  facts: {
    provider: "amazon",
    lists: { prices: "aws", pi: "amazon-bedrock", dev: ["providers/amazon-bedrock/models"] },
    tokenizer: "generic",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "no vocabulary published: estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "nova-micro",
      title: "Nova Micro",
      names: { prices: "amazon.nova-micro-v1:0", dev: "amazon.nova-micro-v1:0", pi: "amazon.nova-micro-v1:0" },
    },
    {
      id: "nova-lite",
      title: "Nova Lite",
      names: { prices: "amazon.nova-lite-v1:0", dev: "amazon.nova-lite-v1:0", pi: "amazon.nova-lite-v1:0" },
    },
    {
      id: "nova-pro",
      title: "Nova Pro",
      names: { prices: "amazon.nova-pro-v1:0", dev: "amazon.nova-pro-v1:0", pi: "amazon.nova-pro-v1:0" },
    },
    {
      id: "nova-premier",
      title: "Nova Premier",
      names: { prices: "amazon.nova-premier-v1:0", dev: "amazon.nova-premier-v1:0", pi: "amazon.nova-premier-v1:0" },
    },
    {
      id: "nova-2-lite",
      title: "Nova 2 Lite",
      aliases: ["amazon-nova-2-lite"],
      window: 1_000_000,
      sources: [{ field: "window", source: "@pydantic/genai-prices 0.1.8", asOf: "2026-09-23" }],
      names: {
        prices: "global.amazon.nova-2-lite-v1:0",
        dev: "amazon.nova-2-lite-v1:0",
        pi: "amazon.nova-2-lite-v1:0",
      },
    },
  ],
};
