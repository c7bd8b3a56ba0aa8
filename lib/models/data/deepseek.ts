import type { FieldSource } from "../model-info";
import type { ModelTable } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

/** The packages do not know of week-ends, so that a price of a Saturday may be half of what is shown. */
const WEEKDAYS: readonly FieldSource[] = [
  {
    field: "prices",
    source: "@pydantic/genai-prices 0.1.8; api-docs.deepseek.com, October 2026: dear hours Monday to Friday only",
    asOf: "2026-09-23",
  },
];

/** DeepSeek. The API's `deepseek-chat` and `-reasoner` are rows of the models that they meant when they were new. */
export const DEEPSEEK: ModelTable = {
  facts: {
    provider: "deepseek",
    lists: {
      prices: "deepseek",
      pi: "deepseek",
      dev: ["providers/deepseek/models", "models/deepseek", "providers/openrouter/models/deepseek"],
    },
    tokenizer: "deepseek",
    cache: { policy: "deepseek-units", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "the vocabulary of DeepSeek V3, which V3.x, R1 and V4 share", asOf: "2026-11-21" },
    ],
  },
  rows: [
    {
      id: "deepseek-v3",
      title: "DeepSeek V3",
      aliases: ["deepseek-chat"],
      names: { prices: "deepseek-chat", dev: null, pi: null },
      window: 128_000,
      rates: [0.27, 1.1, 0.07, 0.27, 0.27],
      released: "2024-12-26",
      sources: [
        ...FROM_WINDOW_TABLE,
        {
          field: "prices",
          source: "@pydantic/genai-prices 0.1.8, 00:30–16:30 UTC; half of it outside these hours until September 2025",
          asOf: "2026-09-23",
        },
      ],
    },
    {
      id: "deepseek-r1",
      title: "DeepSeek R1",
      aliases: ["deepseek-reasoner"],
      names: { prices: "deepseek-reasoner", dev: null, pi: null },
      window: 128_000,
      rates: [0.55, 2.19, 0.14, 0.55, 0.55],
      released: "2025-01-20",
      sources: [
        ...FROM_WINDOW_TABLE,
        {
          field: "prices",
          source: "@pydantic/genai-prices 0.1.8, 00:30–16:30 UTC; half of it outside these hours until September 2025",
          asOf: "2026-09-23",
        },
      ],
    },
    {
      id: "deepseek-v3-0324",
      title: "DeepSeek V3 0324",
      window: 128_000,
      sources: [{ field: "window", source: "DeepSeek's API: 128K; hosts serve 163,840", asOf: "2026-11-21" }],
      aliases: ["deepseek-chat-v3-0324"],
      names: {
        prices: "openrouter/deepseek/deepseek-chat-v3-0324",
        dev: "deepseek-chat-v3-0324",
        pi: "openrouter/deepseek/deepseek-chat-v3-0324",
      },
    },
    {
      id: "deepseek-r1-0528",
      title: "DeepSeek R1 0528",
      names: { prices: "openrouter/deepseek/deepseek-r1-0528", pi: "openrouter/deepseek/deepseek-r1-0528" },
    },
    {
      id: "deepseek-v3.1",
      title: "DeepSeek V3.1",
      window: 128_000,
      sources: [{ field: "window", source: "DeepSeek's API: 128K; hosts serve 163,840", asOf: "2026-11-21" }],
      aliases: ["deepseek-chat-v3.1"],
      names: {
        prices: "openrouter/deepseek/deepseek-chat-v3.1",
        dev: "deepseek-chat-v3.1",
        pi: "openrouter/deepseek/deepseek-chat-v3.1",
      },
    },
    {
      id: "deepseek-v3.1-terminus",
      title: "DeepSeek V3.1 Terminus",
      window: 128_000,
      sources: [{ field: "window", source: "DeepSeek's API: 128K; hosts serve 163,840", asOf: "2026-11-21" }],
      names: { pi: "openrouter/deepseek/deepseek-v3.1-terminus" },
    },
    {
      id: "deepseek-v3.2-exp",
      title: "DeepSeek V3.2 Exp",
      names: { pi: "openrouter/deepseek/deepseek-v3.2-exp" },
      window: 128_000,
      released: "2025-09-29",
      sources: [...FROM_WINDOW_TABLE],
    },
    { id: "deepseek-v3.2", title: "DeepSeek V3.2", names: { pi: "openrouter/deepseek/deepseek-v3.2" } },
    { id: "deepseek-v4-pro", title: "DeepSeek V4 Pro", sources: WEEKDAYS },
    { id: "deepseek-v4-flash", title: "DeepSeek V4 Flash", sources: WEEKDAYS },
  ],
};
