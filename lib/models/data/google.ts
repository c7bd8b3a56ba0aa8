import type { ModelRow, ProviderFacts } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

/** Gemini models. The life of the implicit cache is not published; storage of explicit caches is billed by the hour and not in here. */
export const GOOGLE_FACTS: ProviderFacts = {
  provider: "google",
  tokenizer: "gemini",
  cache: { policy: "gemini-implicit", minimumTokens: null, defaultTtlSeconds: null },
  sources: [
    {
      field: "window",
      source: "@earendil-works/pi-ai 1.5.2 (models it has dropped: @mariozechner/pi-ai 0.73.1)",
      asOf: "2026-11-21",
    },
    {
      field: "maxOutput",
      source: "@earendil-works/pi-ai 1.5.2 (models it has dropped: @mariozechner/pi-ai 0.73.1)",
      asOf: "2026-11-21",
    },
    { field: "prices", source: "@pydantic/genai-prices 0.1.8", asOf: "2026-09-23" },
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
    { field: "releaseDate", source: "the model's dated id or the provider's announcement", asOf: "2026-11-21" },
  ],
};

export const GOOGLE_ROWS: readonly ModelRow[] = [
  {
    id: "gemini-2.0-flash",
    title: "Gemini 2.0 Flash",
    window: 1_048_576,
    maxOutput: 8192,
    rates: [0.1, 0.4, 0.025, 0.1, 0.1],
    released: null,
  },
  {
    id: "gemini-2.0-flash-lite",
    title: "Gemini 2.0 Flash-Lite",
    window: 1_048_576,
    maxOutput: 8192,
    rates: [0.075, 0.3, 0.075, 0.075, 0.075],
    released: "2025-02-25",
    sources: [...FROM_WINDOW_TABLE],
  },
  {
    id: "gemini-2.5-pro",
    title: "Gemini 2.5 Pro",
    window: 1_048_576,
    maxOutput: 65_536,
    rates: [1.25, 10, 0.125, 1.25, 1.25],
    longContext: [200_000, [2.5, 15, 0.25, 2.5, 2.5]],
    released: "2025-05-09",
    cache: { minimumTokens: 2048 },
    sources: [...FROM_WINDOW_TABLE],
  },
  {
    id: "gemini-2.5-flash",
    title: "Gemini 2.5 Flash",
    window: 1_048_576,
    maxOutput: 65_536,
    rates: [0.3, 2.5, 0.03, 0.3, 0.3],
    released: null,
    cache: { minimumTokens: 2048 },
  },
  {
    id: "gemini-2.5-flash-lite",
    title: "Gemini 2.5 Flash-Lite",
    window: 1_048_576,
    maxOutput: 65_536,
    rates: [0.1, 0.4, 0.01, 0.1, 0.1],
    released: null,
  },
  {
    id: "gemini-3-pro",
    title: "Gemini 3 Pro",
    aliases: ["gemini-3-pro-preview"],
    window: 1_048_576,
    maxOutput: 65_536,
    rates: [2, 12, 0.2, 2, 2],
    longContext: [200_000, [4, 18, 0.4, 4, 4]],
    released: null,
    cache: { minimumTokens: 4096 },
    sources: [
      { field: "window", source: "as Gemini 3.1 Pro; @mariozechner/pi-ai 0.73.1 says 1,000,000", asOf: "2026-11-21" },
    ],
  },
  {
    id: "gemini-3-flash",
    title: "Gemini 3 Flash",
    aliases: ["gemini-3-flash-preview"],
    window: 1_048_576,
    maxOutput: 65_536,
    rates: [0.5, 3, 0.05, 0.5, 0.5],
    released: null,
    cache: { minimumTokens: 1024 },
  },
  {
    id: "gemini-3.1-pro",
    title: "Gemini 3.1 Pro",
    aliases: ["gemini-3.1-pro-preview"],
    window: 1_048_576,
    maxOutput: 65_536,
    rates: [2, 12, 0.2, 2, 2],
    longContext: [200_000, [4, 18, 0.4, 4, 4]],
    released: null,
    cache: { minimumTokens: 4096 },
  },
];
