import { describe, expect, test } from "vitest";
import type { Prices } from "@/lib/models/model-info";
import { modelPricesAt, pricesAt } from "@/lib/models/price-at";
import { resolveModel } from "@/lib/models/resolve-model";

const pricesOf = (name: string): Prices => {
  const prices = resolveModel(name)?.prices;
  if (!prices) throw new Error(`no prices for ${name}`);
  return prices;
};
const at = (name: string, time: string | null) => pricesAt(pricesOf(name), time);

test.each([
  ["anthropic/claude-opus-4.8-fast", null],
  ["claude-4.6-opus-fast", null],
  ["claude-opus-4-8", 5],
  ["x-ai/grok-4-fast", 0.2],
])("a model's faster mode costs a multiple that is not known: %s", (name, input) => {
  expect(modelPricesAt(name, undefined)?.input ?? null).toBe(input);
});

describe("pricesAt", () => {
  test("o3 cost five times as much until June 2025", () => {
    expect(at("o3", "2025-06-09T23:59:59Z").input).toBe(10);
    expect(at("o3", "2025-06-10T00:00:00Z").input).toBe(2);
    expect(at("o3", null).input).toBe(2);
  });

  test("an unreadable time gives the usual prices", () => {
    for (const model of ["o3", "deepseek-v4-pro"]) expect(at(model, "yesterday")).toEqual(at(model, null));
  });

  test("Opus 4.6 lost its long-context rates in March 2026", () => {
    expect(at("claude-opus-4-6", "2026-02-10T00:00:00Z").longContext).toMatchObject({
      aboveTokens: 200_000,
      input: 10,
    });
    expect(at("claude-opus-4-6", "2026-03-14T00:00:00Z").longContext).toBeNull();
  });

  test("DeepSeek V4 costs twice as much in two spans of the day, since August 2026", () => {
    const times = ["2026-08-01T12:00:00Z", "2026-08-01T02:00:00Z", "2026-09-01T02:00:00Z", "2026-09-01T05:00:00Z"];
    expect(times.map((time) => at("deepseek-v4-pro", time).input)).toEqual([0.435, 0.435, 1.32, 0.66]);
    expect(at("deepseek-v4-pro", "2026-09-01T10:00:00+02:00").input).toBe(1.32);
    expect(at("deepseek-v4-pro", null).input).toBe(0.66);
  });

  test("DeepSeek's chat and reasoner have cost the same since September 2025, and half since V3.2", () => {
    const times = ["2025-06-01T12:00:00Z", "2025-09-10T12:00:00Z", "2026-04-10T12:00:00Z"];
    const rates = (name: string) =>
      times.map((time) => at(name, time)).map(({ input, cacheRead, output }) => [input, cacheRead, output]);
    const later = [
      [0.56, 0.07, 1.68],
      [0.28, 0.028, 0.42],
    ];
    expect(rates("deepseek-chat")).toEqual([[0.27, 0.07, 1.1], ...later]);
    expect(rates("deepseek-reasoner")).toEqual([[0.55, 0.14, 2.19], ...later]);
    expect(at("deepseek-chat", null).output).toBe(0.42);
  });

  test("a price without history is the same at any time", () => {
    for (const time of ["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"])
      expect(at("gpt-5", time)).toMatchObject({ input: 1.25, output: 10, cacheRead: 0.125 });
  });
});
