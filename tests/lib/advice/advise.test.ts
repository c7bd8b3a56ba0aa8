import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { advise as adviseAt } from "@/lib/advice/advise";
import { curveOf, kneeOf } from "@/lib/advice/curve";
import { fieldAt as fieldUnder } from "@/lib/advice/field";
import { changeOf, pricedAt } from "@/lib/advice/interval";
import type { Block, Outcome } from "@/lib/advice/outcome";
import { PRICE_STEPS, priceRanges as rangesAt } from "@/lib/advice/price-ranges";
import { exactly, type Terms } from "@/lib/advice/terms";
import { choose as chooseUnder, heldOut } from "@/lib/advice/weigh";
import { WINNOW_BY_DEFAULT } from "@/lib/advice/winnow-by-default";

/** The costs of ten blocks of twenty requests. Each test states by which factor a policy changes them. */
const COSTS = [1, 1.4, 0.8, 1.1, 2, 0.9, 1.2, 1.3, 0.7, 1.6];
const REQUESTS = 20;

function outcome(id: string, trigger: number | null, factor: number, lost = 0, noise: readonly number[] = []): Outcome {
  const blocks = COSTS.map(
    (cost, index): Block => ({ cost: cost * (factor + (noise[index] ?? 0)), lost, requests: REQUESTS }),
  );
  return { id, trigger, blocks, fired: trigger === null ? 0 : 5, peakPrompt: 100_000, overWindow: 0 };
}

/** Terms at an exact price, over sessions, with the usual bound. */
const at = (price: number, changed: Partial<Terms> = {}): Terms => ({
  price: exactly(price),
  mostLost: null,
  earliest: 0,
  parts: "sessions",
  ...changed,
});
const advise = (outcomes: readonly Outcome[], log: Outcome | null, price: number, givenUp = 0) =>
  adviseAt(outcomes, log, at(price), givenUp);
const priceRanges = (outcomes: readonly Outcome[], log: Outcome, price: number) =>
  rangesAt((terms) => adviseAt(outcomes, log, terms), at(price));
const fieldAt = (outcomes: readonly Outcome[], log: Outcome, price: number) => fieldUnder(outcomes, log, at(price));
const choose = (field: ReturnType<typeof fieldAt>) => chooseUnder(field, at(0));

const LOG = outcome("logged", null, 1, 1);
/** Too much noise to distinguish a tenth from nothing. */
const NOISE = [0.5, -0.6, 0.4, -0.5, 0.7, -0.4, 0.6, -0.5, 0.3, -0.6];

describe("advice", () => {
  test("advises a policy that is known to be best, with its interval", () => {
    const advice = advise([outcome("best", 60_000, 0.7), outcome("other", 80_000, 0.9)], LOG, 0.02);
    expect(advice.reason).toBeNull();
    expect(advice.best?.outcome.id).toBe("best");
    expect(advice.best?.change.share).toBeCloseTo(-0.3, 5);
    expect(advice.best?.change.high).toBeLessThan(0);
    expect(advice.heldOut?.share).toBeCloseTo(-0.3, 5);
    expect(advice.logLostPer100).toBe(5);
  });

  test("among policies within a standard error of the cheapest, advises the latest trigger", () => {
    const early = outcome(
      "early",
      40_000,
      0.69,
      0,
      NOISE.map((value) => value / 10),
    );
    const advice = advise([early, outcome("late", 90_000, 0.7)], LOG, 0);
    expect(advice.cheapest?.outcome.id).toBe("early");
    expect(advice.best?.outcome.id).toBe("late");
  });

  test.each([
    ["equal policies", [outcome("a", 60_000, 1), outcome("b", 80_000, 1)], "none-cheaper"],
    ["dearer policies", [outcome("a", 60_000, 1.2)], "none-cheaper"],
    ["a difference inside the noise", [outcome("a", 60_000, 0.98, 0, NOISE)], "cannot-tell"],
    ["policies that never fired", [{ ...outcome("a", 60_000, 0.5), fired: 0 }], "nothing-fired"],
    ["policies that exceed the window", [{ ...outcome("a", 60_000, 0.5), overWindow: 3 }], "over-window"],
  ] as const)("no advice for %s", (_, outcomes, reason) => {
    expect(advise(outcomes, LOG, 0)).toMatchObject({ reason, heldOut: null });
  });

  test("the reason is that policies overflow the window if any was given up, and otherwise that nothing fired", () => {
    expect(advise([], LOG, 0).reason).toBe("nothing-fired");
    expect(advise([], LOG, 0, 2)).toMatchObject({ reason: "over-window", best: null });
    expect(advise([{ ...outcome("a", 60_000, 0.5), fired: 0 }], LOG, 0, 2).reason).toBe("over-window");
    expect(advise([outcome("a", 60_000, 0.5)], LOG, 0, 2).reason).toBeNull();
  });

  test("gives no advice without usage, for a short session, or with too few parts", () => {
    expect(advise([outcome("a", 1, 0.5)], null, 0).reason).toBe("no-usage");
    const cut = (entry: Outcome, blocks: number) => ({ ...entry, blocks: entry.blocks.slice(0, blocks) });
    expect(advise([cut(outcome("a", 1, 0.5), 1)], cut(LOG, 1), 0).reason).toBe("too-short");
    expect(advise([cut(outcome("a", 1, 0.5), 4)], cut(LOG, 4), 0).reason).toBe("too-few-parts");
  });

  test("a lost fact's price changes the advice, and the ranges show where", () => {
    const outcomes = [outcome("lossy", 60_000, 0.6, 2), outcome("safe", 90_000, 0.8)];
    expect(advise(outcomes, LOG, 0).best?.outcome.id).toBe("lossy");
    const ranges = priceRanges(outcomes, LOG, 0);
    expect(ranges.map(({ advised }) => advised)).toEqual(["lossy", "safe"]);
    const [, second] = ranges;
    // Two lost facts cost what a fifth of a block costs at $0.12. Slightly below that, the two cannot be told apart.
    expect(second?.from).toBeGreaterThan(0.07);
    expect(second?.from).toBeLessThan(0.14);
  });
});

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 7), 61 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Drawn = { readonly effect: number; readonly scatter: number; readonly common?: number };

describe("many policies at once", () => {
  test("a clearly cheaper policy is advised if a cheaper one is uncertain", () => {
    const wild = outcome(
      "wild",
      40_000,
      0.85,
      0,
      NOISE.map((value) => value * 1.5),
    );
    const advice = advise([wild, outcome("sure", 80_000, 0.9)], LOG, 0);
    expect(advice.cheapest?.outcome.id).toBe("wild");
    expect(advice).toMatchObject({ reason: null, best: { outcome: { id: "sure" } } });
  });

  /**
   * A seeded session with thirty policies whose changes are noise. The first has an effect, given as a share. The share
   * `common` of the noise is the same for all, as with policies that differ by a step of their trigger.
   */
  function drawnSession(blocks: number, seed: number, { effect, scatter, common = 0 }: Drawn) {
    const next = randomNumbers(seed * 97 + blocks);
    const log = {
      ...LOG,
      blocks: Array.from({ length: blocks }, () => ({ cost: 1 + next(), lost: 0, requests: 20 })),
    };
    const shared = log.blocks.map(() => next() - 0.5);
    const rest = Math.sqrt(1 - common ** 2);
    const policies = Array.from({ length: 30 }, (_, index): Outcome => {
      const noise = (at: number) => common * (shared[at] ?? 0) + rest * (next() - 0.5);
      const factor = (at: number) => 1 + noise(at) * scatter - (index === 0 ? effect : 0);
      const own = log.blocks.map((block, at) => ({ ...block, cost: block.cost * factor(at) }));
      return { ...log, id: `p${index}`, trigger: 50_000 + index, fired: 5, blocks: own };
    });
    return advise(policies, log, 0);
  }
  const DRAWN = 300;
  const shareOf = (isIt: (seed: number) => boolean) =>
    Array.from({ length: DRAWN }, (_, seed) => seed).filter(isIt).length / DRAWN;

  test.each([
    [5, 0.9, 0.05],
    [10, 0.9, 0.05],
    [20, 0.9, 0.05],
    [10, 0, 0.15],
  ])("without an effect, over %i blocks with %d of the noise in common, advice is rare", (blocks, common, most) => {
    const advised = shareOf((seed) => drawnSession(blocks, seed, { effect: 0, scatter: 0.6, common }).reason === null);
    expect(advised).toBeLessThanOrEqual(most);
  });

  test.each([
    [5, 0.3, 0.12],
    [8, 0.3, 0.3],
    [12, 0.3, 0.5],
  ])("over %i blocks, one policy of thirty that saves %d is found in 80 of 100 draws", (blocks, effect, scatter) => {
    const found = shareOf((seed) => {
      const { best, reason } = drawnSession(blocks, seed, { effect, scatter });
      return best?.outcome.id === "p0" && reason === null;
    });
    expect(found).toBeGreaterThanOrEqual(0.8);
  });

  test("choosing the best of many policies does not inflate the promise: on average it is the true effect", () => {
    const promised = Array.from({ length: DRAWN }, (_, seed) => drawnSession(8, seed, { effect: 0.2, scatter: 0.2 }));
    const shares = promised.flatMap(({ reason, heldOut }) => (reason === null && heldOut ? heldOut.share : []));
    expect(shares.length).toBeGreaterThan(DRAWN / 2);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(-0.22);
  });
});

describe("winnow without a setting", () => {
  const unset = (factor: number, noise: readonly number[] = []) =>
    outcome(WINNOW_BY_DEFAULT.id, WINNOW_BY_DEFAULT.trigger, factor, 0, noise);
  const small = NOISE.map((value) => value / 4);

  test("is advised if another policy is cheaper, but not clearly", () => {
    const advice = advise([outcome("other", 60_000, 0.68, 0, small), unset(0.7)], LOG, 0);
    expect(advice.cheapest?.outcome.id).toBe("other");
    expect(advice).toMatchObject({ reason: null, best: { outcome: { id: WINNOW_BY_DEFAULT.id } } });
    expect(advice.heldOut?.share).toBeCloseTo(-0.3, 9);
  });

  test("gives way to a policy that is clearly cheaper", () => {
    const advice = advise([outcome("other", 60_000, 0.5), unset(0.7)], LOG, 0);
    expect(advice).toMatchObject({ reason: null, best: { outcome: { id: "other" } } });
  });

  test("if unclear itself, does not displace what is clearly cheaper than the log", () => {
    const advice = advise([outcome("other", 60_000, 0.8), unset(1.2, NOISE)], LOG, 0);
    expect(advice).toMatchObject({ reason: null, best: { outcome: { id: "other" } } });
  });

  test("is not advised if it never ran, but what is advised must be cheaper", () => {
    const idle = { ...unset(1), fired: 0 };
    expect(advise([outcome("other", 60_000, 0.8), idle], LOG, 0).best?.outcome.id).toBe("other");
    expect(advise([idle], LOG, 0).reason).toBe("nothing-fired");
  });
});

describe("choosing on other blocks", () => {
  test("a policy that only fits the noise gains nothing on other blocks", () => {
    // One policy for each block, good only there: each looks promising, none is.
    const fitted = COSTS.map((_, block) => {
      const noise = COSTS.map((__, index) => (index === block ? -0.9 : 0.05));
      return outcome(`fits-${block}`, 50_000, 1, 0, noise);
    });
    const field = fieldAt(fitted, LOG, 0);
    expect(changeOf(heldOut(field), field.log).share).toBeGreaterThanOrEqual(0);
  });
});

const anyFactor = fc.double({ min: 0.1, max: 3, noNaN: true });
const anyLost = fc.nat(5);

describe("intervals", () => {
  test.prop([anyFactor, anyLost])(
    "an outcome compared with itself has no difference and no interval",
    (factor, lost) => {
      const one = pricedAt(outcome("a", 1, factor, lost), exactly(0.1));
      expect(changeOf(one, one)).toEqual({ share: 0, low: 0, high: 0 });
    },
  );

  test.each([5, 10, 20])("include the true change in 93 to 97 of 100 samples of %i blocks", (blocks) => {
    const samples = 2_000;
    let held = 0;
    for (let seed = 0; seed < samples; seed += 1) {
      const next = randomNumbers(seed * 31 + blocks);
      const normal = () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6);
      const before = Array.from({ length: blocks }, () => 1 + next());
      const after = before.map((cost) => cost * (0.8 + 0.1 * normal()));
      const priced = (costs: readonly number[]) =>
        pricedAt({ ...LOG, blocks: costs.map((cost) => ({ cost, lost: 0, requests: 1 })) });
      const { low, high } = changeOf(priced(after), priced(before));
      if (low <= -0.2 && -0.2 <= high) held += 1;
    }
    expect(held / samples).toBeGreaterThan(0.93);
    expect(held / samples).toBeLessThan(0.97);
  });

  test.prop([anyFactor])("a change of every block by one factor is that factor, without an interval", (factor) => {
    const change = changeOf(pricedAt(outcome("a", 1, factor), exactly(0.1)), pricedAt(LOG));
    for (const value of Object.values(change)) expect(value).toBeCloseTo(factor - 1, 9);
  });
});

const anyOutcome = fc
  .record({
    factor: fc.double({ min: 0.4, max: 1.5, noNaN: true }),
    lost: fc.nat(4),
    trigger: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ factor, lost, trigger }) => outcome(`${trigger}:${factor}:${lost}`, trigger * 1_000, factor, lost));
const anyOutcomes = fc.uniqueArray(anyOutcome, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });

describe("laws", () => {
  test.prop([anyOutcomes, fc.constantFrom(...PRICE_STEPS)])(
    "advice never costs more than the log",
    (outcomes, price) => {
      const { verdict, best } = choose(fieldAt(outcomes, LOG, price));
      if (verdict === "advice") expect(best?.change.high).toBeLessThan(0);
    },
  );

  test.prop([anyOutcomes])("the order of the policies does not matter", (outcomes) => {
    const ids = (list: readonly Outcome[]) => advise(list, LOG, 0.05).best?.outcome.id;
    fc.pre(new Set(outcomes.map(({ trigger }) => trigger)).size === outcomes.length);
    expect(ids([...outcomes].reverse())).toBe(ids(outcomes));
  });

  test.prop([anyOutcomes])("nothing on the frontier is dominated, and the knee is on it", (outcomes) => {
    const points = curveOf(outcomes);
    const edge = points.filter(({ isOnFrontier }) => isOnFrontier);
    expect(edge.length).toBeGreaterThan(0);
    for (const one of edge)
      for (const other of points) expect(other.cost < one.cost && other.lostPer100 < one.lostPer100).toBe(false);
    const knee = kneeOf(points);
    if (knee !== null) expect(edge.map(({ id }) => id)).toContain(knee);
  });
});
