import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { breakEven } from "@/bench/evaluation/break-even";
import { ratesOf } from "@/lib/benchmark/later-requests";
import { type LaterRequest, measureNetCost, type PromptCut } from "@/lib/benchmark/net-cost";

const RATES = { read: 0.1, write: 1.25, output: 5 };
const NOTHING: PromptCut = { removed: 0, prefixKept: 100_000, summary: 0, fetched: 0 };

/** A loop without pauses: each request reads the previous one and writes what is new. */
const warmLoop = (first: number, growth: number, count: number): LaterRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    prompt: first + growth * index,
    read: first + growth * (index - 1),
    output: 100,
  }));
const cold = (requests: readonly LaterRequest[]): LaterRequest[] =>
  requests.map((request) => ({ ...request, read: 0 }));

test("rates are numbers for a free model", () => {
  const free = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  const prices = { ...free, currency: "USD", longContext: null, asOf: "2026-11-01", source: "" } as const;
  expect(ratesOf({ prices, oneHour: 0 })).toEqual(ratesOf({ prices: null, oneHour: 0 }));
});

describe("net cost", () => {
  test("doing nothing saves nothing", () => {
    const net = measureNetCost(NOTHING, warmLoop(50_000, 500, 10), RATES);
    expect(net.with).toBeCloseTo(net.without, 6);
    expect(net.saved).toBeCloseTo(0, 9);
  });

  test.prop([
    fc.integer({ min: 2, max: 60 }),
    fc.integer({ min: 0, max: 30_000 }),
    fc.integer({ min: 1, max: 15_000 }),
  ])("on a warm cache, the gain is N · r · D − (w − r) · T_after", (requests, prefixKept, removed) => {
    const later = warmLoop(50_000, 500, requests);
    const net = measureNetCost({ ...NOTHING, removed, prefixKept }, later, RATES);
    const rewritten = (later[0] as LaterRequest).read - prefixKept - removed;
    const wanted = requests * RATES.read * removed - (RATES.write - RATES.read) * rewritten;
    expect(net.without - net.with).toBeCloseTo(wanted, 4);
  });

  test("pays at the break-even request and after", () => {
    const change = { ...NOTHING, removed: 20_000, prefixKept: 10_000 };
    const wanted = breakEven({ removed: 20_000, rewritten: 19_500, isCold: false, summary: null }, RATES).requests ?? 0;
    const netAfter = (requests: number) => measureNetCost(change, warmLoop(50_000, 500, requests), RATES).saved;
    expect(netAfter(Math.floor(wanted))).toBeLessThan(0);
    expect(netAfter(Math.ceil(wanted))).toBeGreaterThan(0);
  });

  test("on a cold cache, every request saves at the write price and the rewrite is free", () => {
    const later = cold(warmLoop(50_000, 500, 4));
    const net = measureNetCost({ ...NOTHING, removed: 10_000, prefixKept: 0 }, later, RATES);
    expect(net.without - net.with).toBeCloseTo(4 * 1.25 * 10_000, 4);
  });

  test("edits after the cached part cost nothing", () => {
    const later = warmLoop(50_000, 500, 1);
    const net = measureNetCost({ ...NOTHING, removed: 300, prefixKept: 49_600 }, later, RATES);
    expect(net.without - net.with).toBeCloseTo(1.25 * 300, 4);
  });

  test("a summary costs a read of the prompt and its own output; a fetch costs its write", () => {
    const later = warmLoop(50_000, 500, 3);
    const change = { ...NOTHING, removed: 10_000, prefixKept: 0 };
    const plain = measureNetCost(change, later, RATES).with;
    expect(measureNetCost({ ...change, summary: 1000 }, later, RATES).with - plain).toBeCloseTo(
      0.1 * 49_500 + 500 + 5000,
      4,
    );
    expect(measureNetCost({ ...change, fetched: 1000 }, later, RATES).with - plain).toBeCloseTo(1250, 4);
  });

  test("no requests, no cost", () => {
    expect(measureNetCost(NOTHING, [], RATES)).toEqual({ without: 0, with: 0, saved: 0 });
  });
});
