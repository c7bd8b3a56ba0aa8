import type { FieldSource } from "../model-info";
import type { ModelTable } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

const NOT_THE_PRICE_STEP: readonly FieldSource[] = [
  {
    field: "window",
    source: "@pydantic/genai-prices 0.1.8; the 272,000 of pi-ai is where the price steps up",
    asOf: "2026-09-23",
  },
];

/** OpenAI models. No surcharge for cache writes before GPT-5.6: a written token costs what an input token costs. */
export const OPENAI: ModelTable = {
  facts: {
    provider: "openai",
    lists: {
      prices: "openai",
      pi: "openai",
      dev: ["providers/openai/models", "models/openai", "providers/openrouter/models/openai"],
    },
    tokenizer: "o200k",
    cache: { policy: "openai-auto", minimumTokens: 1024, defaultTtlSeconds: 600 },
    sources: [
      {
        field: "cache",
        source:
          "platform.openai.com, prompt caching: 1,024 in editions before mid-2026, 2,048 after; 5–10 minutes in memory, about 30 minutes for gpt-5 and later",
        asOf: "2026-11-21",
      },
      { field: "tokenizer", source: "openai/tiktoken, model.py", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "gpt-3.5-turbo",
      title: "GPT-3.5 Turbo",
      window: 16_385,
      released: "2024-01-25",
      tokenizer: "cl100k",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "gpt-4",
      title: "GPT-4",
      released: "2023-03-14",
      tokenizer: "cl100k",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
      sources: [{ field: "releaseDate", source: "openai.com/index/gpt-4-research, 14 March 2023", asOf: "2026-11-21" }],
    },
    {
      id: "gpt-4-turbo",
      title: "GPT-4 Turbo",
      aliases: ["gpt-4-turbo-preview", "gpt-4-1106-preview", "gpt-4-0125-preview", "gpt-4-vision-preview"],
      released: "2024-04-09",
      tokenizer: "cl100k",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
      sources: [{ field: "releaseDate", source: "the date in the model's id", asOf: "2026-11-21" }],
    },
    {
      id: "gpt-4o-2024-05-13",
      title: "GPT-4o (May 2024)",
      window: 128_000,
      released: "2024-05-13",
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "gpt-4o",
      title: "GPT-4o",
      names: { dev: "gpt-4o-2024-08-06" },
    },
    {
      id: "gpt-4o-mini",
      title: "GPT-4o mini",
    },
    {
      id: "gpt-4.1",
      title: "GPT-4.1",
    },
    {
      id: "gpt-4.1-mini",
      title: "GPT-4.1 mini",
    },
    {
      id: "gpt-4.1-nano",
      title: "GPT-4.1 nano",
    },
    {
      id: "o1",
      title: "o1",
      window: 200_000,
      released: "2024-12-05",
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "o1-mini",
      title: "o1-mini",
    },
    {
      id: "o3",
      title: "o3",
    },
    {
      id: "o3-mini",
      title: "o3-mini",
      released: "2025-01-31",
      sources: [
        { field: "releaseDate", source: "openai.com/index/openai-o3-mini, 31 January 2025", asOf: "2026-11-21" },
      ],
    },
    {
      id: "o4-mini",
      title: "o4-mini",
    },
    {
      id: "gpt-5",
      title: "GPT-5",
      window: 400_000,
      released: "2025-08-07",
      cache: { defaultTtlSeconds: 1800 },
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "gpt-5-mini",
      title: "GPT-5 mini",
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5-nano",
      title: "GPT-5 nano",
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5-codex",
      title: "GPT-5 Codex",
      names: { prices: "gpt-5" },
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.1",
      title: "GPT-5.1",
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.1-codex",
      title: "GPT-5.1 Codex",
      names: { prices: "gpt-5.1" },
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.1-codex-mini",
      title: "GPT-5.1 Codex mini",
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.2",
      title: "GPT-5.2",
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.2-codex",
      title: "GPT-5.2 Codex",
      names: { prices: "gpt-5.2" },
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.3-codex",
      title: "GPT-5.3 Codex",
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.4",
      title: "GPT-5.4",
      cache: { minimumTokens: 2048, defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.4-mini",
      title: "GPT-5.4 mini",
      cache: { minimumTokens: 2048, defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.5",
      title: "GPT-5.5",
      cache: { minimumTokens: 2048, defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.6",
      title: "GPT-5.6",
      names: { prices: "gpt-5.6-sol", pi: "gpt-5.6-sol" },
      aliases: ["gpt-5.6-sol"],
      cache: { policy: "openai-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 1800 },
      window: 1_050_000,
      sources: NOT_THE_PRICE_STEP,
    },
    {
      id: "gpt-3.5-turbo-16k",
      title: "GPT-3.5 Turbo 16k",
      tokenizer: "cl100k",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    {
      id: "gpt-4-32k",
      title: "GPT-4 32k",
      released: "2023-03-14",
      sources: [{ field: "releaseDate", source: "openai.com/index/gpt-4-research, 14 March 2023", asOf: "2026-11-22" }],
      tokenizer: "cl100k",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    {
      id: "chatgpt-4o-latest",
      title: "ChatGPT-4o",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    { id: "gpt-4.5-preview", title: "GPT-4.5", aliases: ["gpt-4.5"] },
    { id: "o1-preview", title: "o1-preview" },
    { id: "o1-pro", title: "o1-pro", cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null } },
    { id: "o3-pro", title: "o3-pro", cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null } },
    {
      id: "o3-deep-research",
      title: "o3 deep research",
      released: "2025-06-26",
      sources: [
        {
          field: "releaseDate",
          source: "the date in the id of its snapshot, o3-deep-research-2025-06-26; models.dev has the year before",
          asOf: "2026-11-23",
        },
      ],
    },
    {
      id: "o4-mini-deep-research",
      title: "o4-mini deep research",
      released: "2025-06-26",
      sources: [
        {
          field: "releaseDate",
          source:
            "the date in the id of its snapshot, o4-mini-deep-research-2025-06-26; models.dev has the year before",
          asOf: "2026-11-23",
        },
      ],
    },
    {
      id: "codex-mini",
      title: "Codex mini",
      aliases: ["codex-mini-latest"],
      released: "2025-05-16",
      sources: [
        { field: "releaseDate", source: "openai.com/index/introducing-codex, 16 May 2025", asOf: "2026-11-22" },
      ],
      names: { dev: null },
    },
    { id: "gpt-5-pro", title: "GPT-5 pro", cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null } },
    {
      id: "gpt-5-chat",
      title: "GPT-5 Chat",
      window: 128_000,
      sources: [
        {
          field: "window",
          source: "@earendil-works/pi-ai 1.5.2 and platform.openai.com; models.dev gives the window of GPT-5",
          asOf: "2026-11-21",
        },
      ],
      aliases: ["gpt-5-chat-latest"],
      names: { prices: "gpt-5", dev: "gpt-5-chat-latest", pi: "gpt-5-chat-latest" },
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.1-codex-max",
      title: "GPT-5.1 Codex Max",
      names: { prices: "gpt-5.1" },
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.2-pro",
      title: "GPT-5.2 pro",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    {
      id: "gpt-5.3-chat",
      title: "GPT-5.3 Chat",
      aliases: ["gpt-5.3-chat-latest", "gpt-5.3"],
      names: { prices: "gpt-5.3", dev: "gpt-5.3-chat-latest", pi: "gpt-5.3-chat-latest" },
      cache: { defaultTtlSeconds: 1800 },
    },
    {
      id: "gpt-5.3-codex-spark",
      title: "GPT-5.3 Codex Spark",
      names: { prices: null },
      cache: { defaultTtlSeconds: 1800 },
    },
    { id: "gpt-5.4-nano", title: "GPT-5.4 nano", cache: { minimumTokens: 2048, defaultTtlSeconds: 1800 } },
    {
      id: "gpt-5.4-pro",
      title: "GPT-5.4 pro",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    {
      id: "gpt-5.5-pro",
      title: "GPT-5.5 pro",
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    {
      id: "gpt-5.6-terra",
      title: "GPT-5.6 Terra",
      cache: { policy: "openai-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 1800 },
      window: 1_050_000,
      sources: NOT_THE_PRICE_STEP,
    },
    {
      id: "gpt-5.6-luna",
      title: "GPT-5.6 Luna",
      cache: { policy: "openai-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 1800 },
      window: 1_050_000,
      sources: NOT_THE_PRICE_STEP,
    },
    {
      id: "gpt-6-astra",
      title: "GPT-6 Astra",
      cache: { policy: "openai-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 1800 },
      window: 1_050_000,
      sources: NOT_THE_PRICE_STEP,
    },
    {
      id: "gpt-6-sol",
      title: "GPT-6 Sol",
      aliases: ["gpt-6"],
      cache: { policy: "openai-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 1800 },
      window: 1_050_000,
      sources: NOT_THE_PRICE_STEP,
    },
    {
      id: "gpt-6-luna",
      title: "GPT-6 Luna",
      cache: { policy: "openai-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 1800 },
      window: 1_050_000,
      sources: NOT_THE_PRICE_STEP,
    },
    {
      id: "gpt-oss-120b",
      title: "gpt-oss-120b",
      names: { pi: "openrouter/openai/gpt-oss-120b" },
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
    {
      id: "gpt-oss-20b",
      title: "gpt-oss-20b",
      names: { pi: "openrouter/openai/gpt-oss-20b" },
      cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    },
  ],
};
