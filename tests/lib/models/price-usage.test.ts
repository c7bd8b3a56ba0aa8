import { expect, test } from "vitest";
import type { Prices } from "@/lib/models/model-info";
import { costWithoutCache, priceUsage } from "@/lib/models/price-usage";
import { resolveModel } from "@/lib/models/resolve-model";
import { UNKNOWN_USAGE, type Usage } from "@/lib/transcript/usage";

const pricesOf = (name: string): Prices => {
  const prices = resolveModel(name)?.prices;
  if (!prices) throw new Error(`no prices for ${name}`);
  return prices;
};
const usage: Usage = {
  uncachedInput: 1000,
  cacheWrite5m: 2000,
  cacheWrite1h: 4000,
  cacheWriteUnsplit: null,
  cacheRead: 100_000,
  output: 500,
  reasoning: 200,
};

test("each counter has its own price; output includes reasoning", () => {
  const cost = priceUsage(usage, pricesOf("claude-opus-4-5"));
  const expected = (1000 * 5 + 2000 * 6.25 + 4000 * 10 + 100_000 * 0.5 + 500 * 25) / 1e6;
  expect(cost?.amount).toBeCloseTo(expected, 12);
  expect(cost).toMatchObject({ currency: "USD", isPartial: false });
});

test("writes without a lifetime are priced at five minutes", () => {
  const unsplit = { ...usage, cacheWrite5m: null, cacheWrite1h: null, cacheWriteUnsplit: 2000 };
  const split = { ...usage, cacheWrite1h: 0 };
  const prices = pricesOf("claude-sonnet-4");
  expect(priceUsage(unsplit, prices)?.amount).toBeCloseTo(priceUsage(split, prices)?.amount as number, 12);
  expect(priceUsage(unsplit, prices)?.isPartial).toBe(false);
});

test("a missing counter makes the amount partial, no counter at all makes none", () => {
  const prices = pricesOf("gpt-5");
  expect(priceUsage({ ...UNKNOWN_USAGE, uncachedInput: 1000 }, prices)).toEqual({
    amount: 0.00125,
    currency: "USD",
    isPartial: true,
  });
  expect(priceUsage(UNKNOWN_USAGE, prices)).toBeNull();
  expect(costWithoutCache(UNKNOWN_USAGE, prices)).toBeNull();
});

test("unlogged writes leave the cost complete if they cost as much as plain input", () => {
  const silent = { ...UNKNOWN_USAGE, uncachedInput: 1000, cacheRead: 4000, output: 10 };
  expect(priceUsage(silent, pricesOf("gpt-5.3-codex"))?.isPartial).toBe(false);
  expect(priceUsage(silent, pricesOf("gemini-2.5-pro"))?.isPartial).toBe(false);
  expect(priceUsage(silent, pricesOf("claude-sonnet-4"))?.isPartial).toBe(true);
  expect(priceUsage({ ...silent, cacheRead: null }, pricesOf("gpt-5.3-codex"))?.isPartial).toBe(true);
});

test("without the cache the entire prompt is plain input", () => {
  const cost = costWithoutCache(usage, pricesOf("claude-opus-4-5"));
  expect(cost?.amount).toBeCloseTo((107_000 * 5 + 500 * 25) / 1e6, 12);
});

test("above the threshold the long-context rates apply to the entire request", () => {
  const prices = pricesOf("claude-sonnet-4-5");
  const atLimit = { ...UNKNOWN_USAGE, uncachedInput: 0, cacheRead: 200_000, cacheWriteUnsplit: 0, output: 0 };
  expect(priceUsage(atLimit, prices)?.amount).toBeCloseTo(0.06, 12);
  expect(priceUsage({ ...atLimit, cacheRead: 300_000 }, prices)?.amount).toBeCloseTo(0.18, 12);
});
