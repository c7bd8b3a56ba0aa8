import type { ModelTable } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

/** Gemini models. The life of the implicit cache is not published; storage of explicit caches is billed by the hour and not in here. */
export const GOOGLE: ModelTable = {
  facts: {
    provider: "google",
    lists: { prices: "google", pi: "google", dev: ["providers/google/models", "models/google"] },
    tokenizer: "gemini",
    cache: { policy: "gemini-implicit", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      {
        field: "cache",
        source:
          "ai.google.dev, context caching (last updated 2026-09-02; Gemini 3 Flash and 3 Pro from an older edition)",
        asOf: "2026-09-02",
      },
      {
        field: "tokenizer",
        source: "python-genai, local tokenizer: gemini-2.x and gemini-3 use the Gemma 3 vocabulary; estimated here",
        asOf: "2026-11-21",
      },
    ],
  },
  rows: [
    {
      id: "gemini-2.0-flash",
      title: "Gemini 2.0 Flash",
    },
    {
      id: "gemini-2.0-flash-lite",
      title: "Gemini 2.0 Flash-Lite",
      window: 1_048_576,
      released: "2025-02-25",
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "gemini-2.5-pro",
      title: "Gemini 2.5 Pro",
      window: 1_048_576,
      released: "2025-05-09",
      cache: { minimumTokens: 2048 },
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "gemini-2.5-flash",
      title: "Gemini 2.5 Flash",
      cache: { minimumTokens: 2048 },
    },
    {
      id: "gemini-2.5-flash-lite",
      title: "Gemini 2.5 Flash-Lite",
    },
    {
      id: "gemini-3-pro",
      title: "Gemini 3 Pro",
      names: { prices: "gemini-3-pro-preview", dev: "gemini-3-pro-preview", pi: "gemini-3-pro-preview" },
      aliases: ["gemini-3-pro-preview"],
      cache: { minimumTokens: 4096 },
    },
    {
      id: "gemini-3-flash",
      title: "Gemini 3 Flash",
      names: { prices: "gemini-3-flash-preview", dev: "gemini-3-flash-preview", pi: "gemini-3-flash-preview" },
      aliases: ["gemini-3-flash-preview"],
      cache: { minimumTokens: 1024 },
    },
    {
      id: "gemini-3.1-pro",
      title: "Gemini 3.1 Pro",
      names: { prices: "gemini-3.1-pro-preview", dev: "gemini-3.1-pro-preview", pi: "gemini-3.1-pro-preview" },
      aliases: ["gemini-3.1-pro-preview"],
      cache: { minimumTokens: 4096 },
    },
    {
      id: "gemini-1.0-pro",
      title: "Gemini 1.0 Pro",
      aliases: ["gemini-pro"],
      names: { prices: "gemini-pro" },
      cache: { policy: "unknown" },
    },
    { id: "gemini-1.5-flash", title: "Gemini 1.5 Flash", aliases: ["gemini-flash-1.5"] },
    { id: "gemini-1.5-flash-8b", title: "Gemini 1.5 Flash-8B", names: { prices: "gemini-flash-1.5-8b" } },
    {
      id: "gemini-1.5-pro",
      title: "Gemini 1.5 Pro",
      window: 2_097_152,
      sources: [{ field: "window", source: "ai.google.dev, Gemini 1.5 Pro: input token limit", asOf: "2025-09-24" }],
      aliases: ["gemini-pro-1.5"],
      names: { prices: "gemini-pro-1.5" },
    },
    { id: "gemini-3.1-flash-lite", title: "Gemini 3.1 Flash-Lite" },
    { id: "gemini-3.5-flash", title: "Gemini 3.5 Flash" },
    { id: "gemini-3.5-flash-lite", title: "Gemini 3.5 Flash-Lite" },
    { id: "gemini-3.6-flash", title: "Gemini 3.6 Flash" },
    { id: "gemini-3.7-flash", title: "Gemini 3.7 Flash" },
    { id: "gemini-3.8-flash", title: "Gemini 3.8 Flash" },
    {
      id: "gemma-3-27b-it",
      title: "Gemma 3 27B",
      window: 131_072,
      sources: [
        {
          field: "window",
          source: "@earendil-works/pi-ai 1.5.2; the 202,752 of models.dev belongs to another model",
          asOf: "2026-11-21",
        },
      ],
      aliases: ["gemma-3-27b"],
      names: {
        prices: "aws/google.gemma-3-27b-it",
        dev: "providers/amazon-bedrock/models/google.gemma-3-27b-it.toml",
        pi: "openrouter/google/gemma-3-27b-it",
      },
      cache: { policy: "unknown" },
    },
    {
      id: "gemma-4-31b-it",
      title: "Gemma 4 31B",
      aliases: ["gemma-4-31b"],
      names: { prices: null },
      cache: { policy: "unknown" },
    },
    {
      id: "gemma-4-26b-a4b-it",
      title: "Gemma 4 26B A4B",
      names: { prices: "gemma-4-26b-a4b-it-maas" },
      cache: { policy: "unknown" },
    },
  ],
};
