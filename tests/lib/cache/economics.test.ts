import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LEAST_AGREEMENT } from "@/lib/cache/cache-lines";
import { cacheEconomics } from "@/lib/cache/economics";
import { priceOutcome } from "@/lib/cache/price-outcome";
import type { Prices } from "@/lib/models/model-info";
import { priceUsage } from "@/lib/models/price-usage";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { analyzeSketch } from "../../support/analyze-sketch";

const PRICES = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite5m: 3.75,
  cacheWrite1h: 6,
  currency: "USD",
  longContext: null,
} as unknown as Prices;

test("simulating the log costs what the log cost", () => {
  const tokens = fc.integer({ min: 0, max: 200_000 });
  fc.assert(
    fc.property(tokens, tokens, tokens, tokens, tokens, (read, fresh, hour, uncached, output) => {
      const outcome = { read, written: fresh + hour, written1h: hour, uncached };
      const usage = {
        ...UNKNOWN_USAGE,
        cacheRead: read,
        cacheWrite5m: fresh,
        cacheWrite1h: hour,
        uncachedInput: uncached,
        output,
      };
      expect(priceOutcome(outcome, output, PRICES)?.amount).toBeCloseTo(priceUsage(usage, PRICES)?.amount ?? -1, 10);
    }),
  );
});

const steps = (reads: readonly number[], step = 1000) =>
  reads
    .map((read, index) => {
      const total = 20_000 + index * step;
      return `user go ${index}\nsay ok\nusage read=${read} write=${total - read} in=0 at=${index * 20} out=10`;
    })
    .join("\n");

const perfect = Array.from({ length: 8 }, (_, index) => (index === 0 ? 0 : 19_000 + index * 1000));

describe("three lines", () => {
  test("for a perfectly cached append-only session all lines agree, and each is a price instead of a range", () => {
    const { lines, economics } = analyzeCache(analyzeSketch(steps(perfect)));
    expect(lines.map(({ id, agreement, cost }) => `${id} ${agreement} ${cost?.kind}`)).toEqual([
      "optimum 1 price",
      "realistic 1 price",
      "calibrated 1 price",
    ]);
    expect(economics.total.perfectCache?.amount).toBeCloseTo(economics.total.reported?.amount ?? 0, 6);
    expect(economics.total.withoutCache?.amount).toBeGreaterThan(2 * (economics.total.reported?.amount ?? 0));
  });

  test("if half of what should be read is read, the rule's price is a range and the calibrated one comes closer", () => {
    const { lines } = analyzeCache(analyzeSketch(steps(perfect.map((read) => Math.round(read / 2)))));
    const [, realistic, calibrated] = lines;
    expect(realistic?.agreement).toBeLessThan(LEAST_AGREEMENT);
    expect(realistic?.cost?.kind).toBe("range");
    expect(calibrated?.agreement).toBeGreaterThan(0.99);
  });

  test("the range of a cache without writes has the simulated price inside it", () => {
    const analysis = analyzeSketch(
      steps(perfect.map((read) => Math.round(read / 2))).replaceAll("usage ", "usage model=gpt-5 "),
    );
    const { lines, requests } = analyzeCache(analysis);
    const [, realistic] = lines;
    const price = realistic?.outcomes.reduce((sum, outcome, at) => {
      const cost =
        outcome && priceOutcome(outcome, requests[at]?.output ?? null, resolveModel("gpt-5")?.prices ?? null);
      return sum + (cost?.amount ?? 0);
    }, 0);
    const cost = realistic?.cost;
    if (cost?.kind !== "range") throw new Error("not a range");
    expect(cost.low.amount).toBeLessThan(price ?? 0);
    expect(cost.high.amount).toBeGreaterThan(price ?? 0);
  });

  test("a model without a rule has no line", () => {
    const { lines, economics } = analyzeCache(
      analyzeSketch("user go\nsay ok\nusage model=nobody-knows write=5000 in=0"),
    );
    expect(lines.map(({ outcomes, cost }) => [outcomes, cost])).toEqual(lines.map(() => [[null], null]));
    expect(economics.total.reported).toBeNull();
  });
});

describe("totals", () => {
  test("use the prices of the request's day", () => {
    const request = "user go\nsay ok\nusage model=o3 read=0 in=10000 out=10 at=0";
    const drawn = analyzeSketch(request);
    const then = { ...drawn, requests: drawn.requests.map((one) => ({ ...one, startedAt: "2025-06-01T00:00:00Z" })) };
    const [now, before] = [drawn, then].map((analysis) => analyzeCache(analysis).economics.total);
    expect(now?.reported).not.toBeNull();
    for (const kind of ["reported", "withoutCache", "perfectCache"] as const)
      expect(before?.[kind]?.amount).toBeCloseTo(5 * (now?.[kind]?.amount ?? 0), 10);
  });

  test("are unknown if a request with a reported cost lacks one, so that all costs are of the same requests", () => {
    const [request] = analyzeCache(analyzeSketch("user go\nsay ok\nusage write=5000 in=0 out=10")).requests;
    const requests = request ? [request, request] : [];
    const outcome = { read: 0, written: 5000, written1h: 0, uncached: 0 };
    const [whole, partial] = [
      [outcome, outcome],
      [outcome, null],
    ].map((optimum) => cacheEconomics(requests, new Set(), resolveModel, optimum).total);
    expect(whole?.perfectCache).not.toBeNull();
    expect(partial).toEqual({ ...whole, perfectCache: null });
  });
});
