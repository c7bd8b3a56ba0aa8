import type { ModelTable } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

/** Alibaba's Qwen. genai-prices has no first-party list: prices are OpenRouter's. */
export const QWEN: ModelTable = {
  facts: {
    provider: "qwen",
    lists: {
      prices: "openrouter",
      pi: "openrouter",
      dev: ["providers/alibaba/models", "models/alibaba", "providers/openrouter/models/qwen"],
    },
    tokenizer: "qwen",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      {
        field: "tokenizer",
        source: "the vocabulary of Qwen3; Qwen2.5 makes the same tokens of text",
        asOf: "2026-11-21",
      },
    ],
  },
  rows: [
    {
      id: "qwen3-coder-plus",
      title: "Qwen3 Coder Plus",
      names: { prices: "qwen/qwen3-coder-plus", pi: "qwen/qwen3-coder-plus" },
      window: 1_000_000,
      released: "2025-07-23",
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "qwen3-max",
      title: "Qwen3 Max",
      names: { prices: "qwen/qwen3-max", pi: "qwen/qwen3-max" },
      window: 262_144,
      released: "2025-09-24",
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
      sources: [...FROM_WINDOW_TABLE],
    },
    {
      id: "qwen3-max-thinking",
      title: "Qwen3 Max Thinking",
      names: { prices: "qwen/qwen3-max-thinking", pi: "qwen/qwen3-max-thinking" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3-coder",
      title: "Qwen3 Coder 480B A35B",
      names: { prices: "qwen/qwen3-coder", pi: "qwen/qwen3-coder", dev: "qwen3-coder-480b-a35b-instruct" },
      aliases: ["qwen3-coder-480b-a35b-instruct"],
    },
    {
      id: "qwen3-coder-30b-a3b-instruct",
      title: "Qwen3 Coder 30B A3B",
      names: { prices: "qwen/qwen3-coder-30b-a3b-instruct", pi: "qwen/qwen3-coder-30b-a3b-instruct" },
      aliases: ["qwen3-coder-30b"],
    },
    {
      id: "qwen3-coder-flash",
      title: "Qwen3 Coder Flash",
      names: { prices: "qwen/qwen3-coder-flash", pi: "qwen/qwen3-coder-flash" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3-coder-next",
      title: "Qwen3 Coder Next",
      names: { prices: "qwen/qwen3-coder-next", pi: "qwen/qwen3-coder-next" },
    },
    {
      id: "qwen3-235b-a22b",
      title: "Qwen3 235B A22B",
      names: { prices: "qwen/qwen3-235b-a22b", pi: "qwen/qwen3-235b-a22b" },
    },
    {
      id: "qwen3-235b-a22b-2507",
      title: "Qwen3 235B A22B 2507",
      names: { prices: "qwen/qwen3-235b-a22b-2507", pi: "qwen/qwen3-235b-a22b-2507" },
      aliases: ["qwen3-235b-a22b-thinking-2507", "qwen3-235b-a22b-instruct-2507"],
    },
    { id: "qwen3-32b", title: "Qwen3 32B", names: { prices: "qwen/qwen3-32b", pi: "qwen/qwen3-32b" } },
    {
      id: "qwen3-next-80b-a3b-instruct",
      title: "Qwen3 Next 80B A3B",
      names: { prices: "qwen/qwen3-next-80b-a3b-instruct", pi: "qwen/qwen3-next-80b-a3b-instruct" },
    },
    {
      id: "qwen3.5-plus",
      title: "Qwen3.5 Plus",
      names: { prices: "qwen/qwen3.5-plus-02-15", pi: "qwen/qwen3.5-plus-02-15" },
      aliases: ["qwen3.5-plus-02-15"],
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3.5-397b-a17b",
      title: "Qwen3.5 397B A17B",
      names: { prices: "qwen/qwen3.5-397b-a17b", pi: "qwen/qwen3.5-397b-a17b" },
    },
    {
      id: "qwen3.6-plus",
      title: "Qwen3.6 Plus",
      names: { prices: "qwen/qwen3.6-plus", pi: "qwen/qwen3.6-plus" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3.6-flash",
      title: "Qwen3.6 Flash",
      names: { prices: "qwen/qwen3.6-flash", pi: "qwen/qwen3.6-flash" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3.6-max-preview",
      title: "Qwen3.6 Max",
      names: { prices: "qwen/qwen3.6-max-preview", pi: "qwen/qwen3.6-max-preview" },
      aliases: ["qwen3.6-max"],
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3.7-plus",
      title: "Qwen3.7 Plus",
      names: { prices: "qwen/qwen3.7-plus", pi: "qwen/qwen3.7-plus" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen3.7-max",
      title: "Qwen3.7 Max",
      names: { prices: "qwen/qwen3.7-max", pi: "qwen/qwen3.7-max" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen-max",
      title: "Qwen Max",
      names: { prices: "qwen/qwen-max", pi: "qwen/qwen-max" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen-plus",
      title: "Qwen Plus",
      names: { prices: "qwen/qwen-plus", pi: "qwen/qwen-plus" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen-turbo",
      title: "Qwen Turbo",
      names: { prices: "qwen/qwen-turbo", pi: "qwen/qwen-turbo" },
      cache: { minimumTokens: 1024, defaultTtlSeconds: 300 },
    },
    {
      id: "qwen-2.5-72b-instruct",
      title: "Qwen2.5 72B",
      names: { prices: "qwen/qwen-2.5-72b-instruct", pi: "qwen/qwen-2.5-72b-instruct", dev: "qwen2-5-72b-instruct" },
      aliases: ["qwen2.5-72b-instruct", "qwen2-5-72b-instruct"],
    },
    {
      id: "qwen-2.5-coder-32b-instruct",
      title: "Qwen2.5 Coder 32B",
      names: { prices: "qwen/qwen-2.5-coder-32b-instruct", pi: "qwen/qwen-2.5-coder-32b-instruct" },
      aliases: ["qwen2.5-coder-32b-instruct"],
    },
    { id: "qwq-32b", title: "QwQ 32B", names: { prices: "qwen/qwq-32b", pi: "qwen/qwq-32b" } },
  ],
};
