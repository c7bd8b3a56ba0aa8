import type { ModelTable } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

/** Claude models. 4.7 and later have a tokenizer that makes about 30 % more tokens of the same text. */
export const ANTHROPIC: ModelTable = {
  facts: {
    provider: "anthropic",
    lists: { prices: "anthropic", pi: "anthropic", dev: ["providers/anthropic/models", "models/anthropic"] },
    tokenizer: "claude",
    cache: { policy: "anthropic-breakpoints", minimumTokens: null, defaultTtlSeconds: 300 },
    sources: [
      {
        field: "cache",
        source:
          "platform.claude.com, prompt caching (edition of mid/late 2026) and a claim-by-claim audit of it, September 2026",
        asOf: "2026-09-30",
      },
      { field: "tokenizer", source: "platform.claude.com, token counting", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "claude-3-haiku",
      title: "Claude 3 Haiku",
      names: { dev: "claude-3-haiku-20240307", pi: "claude-3-haiku-20240307" },
      window: 200_000,
      released: "2024-03-07",
      cache: { minimumTokens: 2048 },
      sources: [
        ...FROM_WINDOW_TABLE,
        {
          field: "cache.minimumTokens",
          source: "other editions of the caching docs and the OpenRouter docs; absent from the current table",
          asOf: "2026-09-30",
        },
      ],
    },
    {
      id: "claude-3-sonnet",
      title: "Claude 3 Sonnet",
      names: { dev: "claude-3-sonnet-20240229", pi: "claude-3-sonnet-20240229" },
      released: "2024-02-29",
      cache: { minimumTokens: null },
      sources: [{ field: "releaseDate", source: "the date in the model's id", asOf: "2026-11-21" }],
    },
    {
      id: "claude-3-opus",
      title: "Claude 3 Opus",
      names: { prices: "claude-3-opus-latest", dev: "claude-3-opus-20240229", pi: "claude-3-opus-20240229" },
      cache: { minimumTokens: null },
    },
    {
      id: "claude-3-5-haiku",
      title: "Claude Haiku 3.5",
      names: { prices: "claude-3-5-haiku-latest", dev: "claude-3-5-haiku-20241022", pi: "claude-3-5-haiku-20241022" },
      cache: { minimumTokens: 2048 },
    },
    {
      id: "claude-3-5-sonnet",
      title: "Claude Sonnet 3.5",
      names: { dev: "claude-3-5-sonnet-20240620", pi: "claude-3-5-sonnet-20240620" },
      cache: { minimumTokens: null },
    },
    {
      id: "claude-3-7-sonnet",
      title: "Claude Sonnet 3.7",
      names: {
        prices: "claude-3-7-sonnet-latest",
        dev: "claude-3-7-sonnet-20250219",
        pi: "claude-3-7-sonnet-20250219",
      },
      cache: { minimumTokens: 1024 },
      sources: [
        {
          field: "cache.minimumTokens",
          source: "other editions of the caching docs and the OpenRouter docs; absent from the current table",
          asOf: "2026-09-30",
        },
      ],
    },
    {
      id: "claude-sonnet-4",
      title: "Claude Sonnet 4",
      names: { prices: "claude-sonnet-4-0", dev: "claude-sonnet-4-20250514", pi: "claude-sonnet-4-20250514" },
      aliases: ["claude-sonnet-4-0"],
      window: 200_000,
      extendedWindow: 1_000_000,
      rates: [3, 15, 0.3, 3.75, 6],
      longContext: [200_000, [6, 22.5, 0.6, 7.5, 12]],
      released: "2025-05-14",
      cache: { minimumTokens: 1024 },
      sources: [
        {
          field: "prices",
          source: "@pydantic/genai-prices 0.1.8; the long-context rates as for Sonnet 4.5, with which they came",
          asOf: "2026-09-23",
        },
        ...FROM_WINDOW_TABLE,
      ],
    },
    {
      id: "claude-opus-4",
      title: "Claude Opus 4",
      names: { prices: "claude-opus-4-0", dev: "claude-opus-4-20250514", pi: "claude-opus-4-20250514" },
      aliases: ["claude-opus-4-0"],
      released: "2025-05-14",
      cache: { minimumTokens: 1024 },
      sources: [{ field: "releaseDate", source: "the date in the model's id", asOf: "2026-11-21" }],
    },
    {
      id: "claude-opus-4-1",
      title: "Claude Opus 4.1",
      names: { dev: "claude-opus-4-1-20250805" },
      cache: { minimumTokens: 1024 },
    },
    {
      id: "claude-sonnet-4-5",
      title: "Claude Sonnet 4.5",
      names: { dev: "claude-sonnet-4-5-20250929" },
      window: 200_000,
      extendedWindow: 1_000_000,
      released: "2025-09-29",
      cache: { minimumTokens: 1024 },
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "claude-haiku-4-5",
      title: "Claude Haiku 4.5",
      names: { dev: "claude-haiku-4-5-20251001" },
      released: "2025-10-01",
      cache: { minimumTokens: 4096 },
      sources: [{ field: "releaseDate", source: "the date in the model's id", asOf: "2026-11-21" }],
    },
    {
      id: "claude-opus-4-5",
      title: "Claude Opus 4.5",
      names: { dev: "claude-opus-4-5-20251101" },
      cache: { minimumTokens: 4096 },
    },
    {
      id: "claude-opus-4-6",
      title: "Claude Opus 4.6",
      window: 200_000,
      extendedWindow: 1_000_000,
      cache: { minimumTokens: 4096 },
      sources: [
        {
          field: "window",
          source:
            "compactions at 167,000 tokens in Claude Code 2.1.37 logs; the 1,000,000 of the price packages is the extended window",
          asOf: "2026-11-21",
        },
      ],
    },
    {
      id: "claude-sonnet-4-6",
      title: "Claude Sonnet 4.6",
      window: 200_000,
      extendedWindow: 1_000_000,
      maxOutput: 128_000,
      cache: { minimumTokens: 1024 },
      sources: [
        { field: "maxOutput", source: "@earendil-works/pi-ai 1.5.2", asOf: "2026-11-21" },
        {
          field: "window",
          source: "as Opus 4.6; the 1,000,000 of the price packages is the extended window",
          asOf: "2026-11-21",
        },
      ],
    },
    {
      id: "claude-opus-4-7",
      title: "Claude Opus 4.7",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 2048 },
    },
    {
      id: "claude-opus-4-8",
      title: "Claude Opus 4.8",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 1024 },
    },
    {
      id: "claude-sonnet-5",
      title: "Claude Sonnet 5",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 1024 },
    },
    {
      id: "claude-opus-5",
      title: "Claude Opus 5",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 512 },
    },
    {
      id: "claude-opus-5-5",
      title: "Claude Opus 5.5",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 512 },
    },
    {
      id: "claude-fable-5",
      title: "Claude Fable 5",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 512 },
    },
    {
      id: "claude-fable-5-1",
      title: "Claude Fable 5.1",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 512 },
    },
    {
      id: "claude-mythos-5",
      title: "Claude Mythos 5",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 512 },
    },
    {
      id: "claude-mythos-5-1",
      title: "Claude Mythos 5.1",
      tokenizer: "claude-4.7",
      cache: { minimumTokens: 512 },
    },
    {
      id: "claude-2",
      title: "Claude 2",
      released: "2023-07-11",
      sources: [{ field: "releaseDate", source: "anthropic.com/news/claude-2, 11 July 2023", asOf: "2026-11-22" }],
      aliases: ["claude-2.0", "claude-2.1"],
      cache: { policy: "unknown", defaultTtlSeconds: null },
      names: { dev: null },
    },
  ],
};
