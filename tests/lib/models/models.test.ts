import { describe, expect, test } from "vitest";
import { effectiveWindow } from "@/lib/models/clients";
import { PUBLISHED_WINDOWS } from "@/lib/models/data/window-table";
import type { PriceRates } from "@/lib/models/model-info";
import { MODELS } from "@/lib/models/models";
import { resolveModel } from "@/lib/models/resolve-model";
import { isTokenizerId } from "@/lib/tokenizers/tokenizer";

describe.each(MODELS.map((model) => [model.id, model] as const))("%s", (_id, model) => {
  test("has a dated source for every fact", () => {
    const fields = new Set(model.sources.map(({ field }) => field));
    for (const field of ["window", "maxOutput", "cache", "tokenizer", "releaseDate"]) expect(fields).toContain(field);
    expect(fields.has("prices")).toBe(model.prices !== null);
    for (const { source, asOf } of model.sources) {
      expect(source.length).toBeGreaterThan(3);
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  test("has plausible prices and windows", () => {
    const tiers: PriceRates[] = model.prices
      ? [model.prices, ...(model.prices.longContext ? [model.prices.longContext] : [])]
      : [];
    for (const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } of tiers) {
      expect(input).toBeGreaterThan(0);
      expect(output).toBeGreaterThanOrEqual(input);
      expect(cacheRead).toBeGreaterThan(0);
      expect(cacheRead).toBeLessThanOrEqual(input);
      expect(cacheWrite5m).toBeGreaterThanOrEqual(input);
      expect(cacheWrite1h).toBeGreaterThanOrEqual(cacheWrite5m);
    }
    expect(model.window ?? 8192).toBeGreaterThanOrEqual(8192);
    expect(model.extendedWindow ?? 1e9).toBeGreaterThan(model.window ?? 0);
    expect(isTokenizerId(model.tokenizer)).toBe(true);
  });

  test("is found by its id and aliases, and no other model is", () => {
    for (const name of [model.id, ...model.aliases]) expect(resolveModel(name)?.id).toBe(model.id);
  });
});

test("the published table of windows is respected", () => {
  expect(PUBLISHED_WINDOWS).toHaveLength(15);
  for (const { name, window, releaseDate } of PUBLISHED_WINDOWS)
    expect({ name, window: resolveModel(name)?.window, releaseDate: resolveModel(name)?.releaseDate }).toEqual({
      name,
      window,
      releaseDate,
    });
});

describe("resolveModel", () => {
  test.each([
    ["claude-sonnet-4-20250514", "claude-sonnet-4"],
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["claude-haiku-4-5-20251001", "claude-haiku-4-5"],
    ["anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
    ["openrouter/anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet"],
    ["claude-4.5-sonnet", "claude-sonnet-4-5"],
    ["claude-4-opus-20250514", "claude-opus-4"],
    ["us.anthropic.claude-sonnet-4-20250514-v1:0", "claude-sonnet-4"],
    ["anthropic.claude-3-haiku-20240307-v1:0", "claude-3-haiku"],
    ["arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-4-6-v1", "claude-opus-4-6"],
    ["claude-sonnet-4@20250514", "claude-sonnet-4"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku"],
    ["claude-3-5-sonnet-20240620", "claude-3-5-sonnet"],
    ["openai/gpt-5", "gpt-5"],
    ["gpt-5-2025-08-07", "gpt-5"],
    ["gpt-5.2-2025-12-11", "gpt-5.2"],
    ["gpt-5.3-codex-high", "gpt-5.3-codex"],
    ["gpt-4o-2024-05-13", "gpt-4o-2024-05-13"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["o1-mini-2024-09-12", "o1-mini"],
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["gemini-2.5-pro-preview-05-06", "gemini-2.5-pro"],
    ["google/gemini-3-pro-preview", "gemini-3-pro"],
    ["mistral-large-latest", "mistral-large"],
    ["meta-llama/llama-4-maverick", "llama-4-maverick"],
    ["openai/openrouter-llama-4-maverick", "llama-4-maverick"],
    ["deepseek-ai/DeepSeek-V3", "deepseek-v3"],
    [" GPT-4o ", "gpt-4o"],
  ])("%s is %s", (name, id) => {
    expect(resolveModel(name)?.id).toBe(id);
  });

  test.each([
    null,
    "",
    "<synthetic>",
    "default",
    "haiku",
    "coder-model",
    "gpt-image-1",
    "claude-sonnet-40",
    "gpt-99",
    "__proto__",
  ])("%s is unknown", (name) => {
    expect(resolveModel(name)).toBeNull();
  });

  test("[1m] is the extended window", () => {
    expect(resolveModel("claude-opus-4-6")?.window).toBe(200_000);
    expect(resolveModel("claude-opus-4-6[1m]")?.window).toBe(1_000_000);
    expect(resolveModel("claude-sonnet-4-5-20250929[1M]")?.window).toBe(1_000_000);
  });

  test("the tokenizer changes with Claude 4.7", () => {
    expect(resolveModel("claude-opus-4-6")?.tokenizer).toBe("claude");
    expect(resolveModel("claude-opus-4-7")?.tokenizer).toBe("claude-4.7");
    expect(resolveModel("gpt-4-0613")?.tokenizer).toBe("cl100k");
  });
});

describe("clients", () => {
  const windowIn = (format: string, name: string, ...clientVersions: string[]) =>
    effectiveWindow({ format, clientVersions }, name, resolveModel(name));

  test("Claude Code limited the window in exactly the listed versions", () => {
    expect(windowIn("claude-code", "claude-opus-4-7", "2.1.14", "2.1.37")).toBe(200_000);
    expect(windowIn("claude-code", "claude-opus-4-7[1m]", "2.1.37")).toBe(1_000_000);
    expect(windowIn("claude-code", "claude-opus-4-8", "2.1.331")).toBe(1_000_000);
    expect(windowIn("claude-code", "claude-opus-4-8", "2.1.37", "2.1.38")).toBe(1_000_000);
    expect(windowIn("claude-code", "claude-opus-4-8")).toBe(1_000_000);
    expect(windowIn("codex", "claude-opus-4-7", "2.1.37")).toBe(1_000_000);
    expect(windowIn("claude-code", "unknown-model", "2.1.37")).toBeNull();
  });
});
