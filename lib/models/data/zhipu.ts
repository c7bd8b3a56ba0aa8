import type { ModelTable } from "./model-row";
import { FROM_WINDOW_TABLE } from "./window-table";

/** Zhipu's GLM (Z.ai). Prices are OpenRouter's if its own list has none. */
export const ZHIPU: ModelTable = {
  facts: {
    provider: "zhipu",
    lists: { prices: "openrouter", pi: "zai", dev: ["providers/zai/models", "models/zhipuai"] },
    tokenizer: "generic",
    cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
    sources: [
      { field: "cache", source: "the providers' caching pages, as collected in September 2026", asOf: "2026-09-30" },
      { field: "tokenizer", source: "no vocabulary published as a package: estimated", asOf: "2026-11-21" },
    ],
  },
  rows: [
    { id: "glm-4.5", title: "GLM-4.5", names: { prices: "z-ai/glm-4.5" } },
    { id: "glm-4.5-air", title: "GLM-4.5 Air", names: { prices: "z-ai/glm-4.5-air" } },
    {
      id: "glm-4.6",
      title: "GLM-4.6",
      names: { prices: "z-ai/glm-4.6" },
      window: 200_000,
      released: "2025-09-30",
      cache: { minimumTokens: 500 },
      sources: [...FROM_WINDOW_TABLE],
    },
    { id: "glm-4.7", title: "GLM-4.7", names: { prices: "z-ai/glm-4.7" } },
    { id: "glm-4.7-flash", title: "GLM-4.7 Flash", names: { prices: "z-ai/glm-4.7-flash" } },
    { id: "glm-5", title: "GLM-5", names: { prices: "z-ai/glm-5" } },
    { id: "glm-5-turbo", title: "GLM-5 Turbo", names: { prices: "z-ai/glm-5-turbo" } },
    { id: "glm-5.1", title: "GLM-5.1", names: { prices: "z-ai/glm-5.1" } },
    { id: "glm-5.2", title: "GLM-5.2", names: { prices: "z-ai/glm-5.2" } },
    { id: "glm-5.3", title: "GLM-5.3", names: { prices: "z-ai/glm-5.3" } },
    { id: "glm-5.3-flash", title: "GLM-5.3 Flash", names: { prices: "z-ai/glm-5.3-flash" } },
  ],
};
