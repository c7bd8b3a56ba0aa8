import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { advise } from "@/lib/advice/advise";
import { curveOf, kneeOf } from "@/lib/advice/curve";
import { changeOf, drawBlocks, drawOutcome } from "@/lib/advice/draws";
import { heldOutChange } from "@/lib/advice/held-out";
import type { Block, Outcome } from "@/lib/advice/outcome";
import { PRICE_STEPS } from "@/lib/advice/price-ranges";
import { choose } from "@/lib/advice/weigh";

/** Ten blocks of twenty requests: what each costs is drawn, what a policy makes of it is given. */
const COSTS = [1, 1.4, 0.8, 1.1, 2, 0.9, 1.2, 1.3, 0.7, 1.6];
const REQUESTS = 20;

function outcome(id: string, trigger: number | null, factor: number, lost = 0, noise: readonly number[] = []): Outcome {
  const blocks = COSTS.map(
    (cost, index): Block => ({ cost: cost * (factor + (noise[index] ?? 0)), lost, requests: REQUESTS }),
  );
  return { id, trigger, blocks, fired: trigger === null ? 0 : 5, peakPrompt: 100_000, overWindow: 0 };
}

const LOG = outcome("logged", null, 1, 1);
/** Too much to tell a tenth from nothing. */
const NOISE = [0.5, -0.6, 0.4, -0.5, 0.7, -0.4, 0.6, -0.5, 0.3, -0.6];

describe("advice", () => {
  test("a policy that is known to be best is advised, with its interval", () => {
    const advice = advise([outcome("best", 60_000, 0.7), outcome("other", 80_000, 0.9)], LOG, 0.02);
    expect(advice.reason).toBeNull();
    expect(advice.best?.outcome.id).toBe("best");
    expect(advice.best?.change.share).toBeCloseTo(-0.3, 5);
    expect(advice.best?.change.high).toBeLessThan(0);
    expect(advice.heldOut?.share).toBeCloseTo(-0.3, 5);
    expect(advice.logLostPer100).toBe(5);
  });

  test("among policies that cannot be told apart the latest trigger is advised", () => {
    const early = outcome(
      "early",
      40_000,
      0.69,
      0,
      NOISE.map((value) => value / 20),
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

  test("where every policy was given up over the window, the reason is not that nothing fired", () => {
    expect(advise([], LOG, 0).reason).toBe("nothing-fired");
    expect(advise([], LOG, 0, 2)).toMatchObject({ reason: "over-window", best: null, ranges: [] });
    expect(advise([{ ...outcome("a", 60_000, 0.5), fired: 0 }], LOG, 0, 2).reason).toBe("over-window");
    expect(advise([outcome("a", 60_000, 0.5)], LOG, 0, 2).reason).toBeNull();
  });

  test("no advice without usage, for a short session, or with too few parts", () => {
    expect(advise([outcome("a", 1, 0.5)], null, 0).reason).toBe("no-usage");
    const cut = (entry: Outcome, blocks: number) => ({ ...entry, blocks: entry.blocks.slice(0, blocks) });
    expect(advise([cut(outcome("a", 1, 0.5), 1)], cut(LOG, 1), 0).reason).toBe("too-short");
    expect(advise([cut(outcome("a", 1, 0.5), 4)], cut(LOG, 4), 0).reason).toBe("too-few-parts");
  });

  test("a lost fact's price changes the advice, and the ranges say where", () => {
    const advice = advise([outcome("lossy", 60_000, 0.6, 2), outcome("safe", 90_000, 0.8)], LOG, 0);
    expect(advice.best?.outcome.id).toBe("lossy");
    expect(advice.ranges.map(({ advised }) => advised)).toEqual(["lossy", "safe"]);
    const [, second] = advice.ranges;
    // Two lost facts cost what a fifth of a block costs at $0.12. A little earlier the two cannot be told apart.
    expect(second?.from).toBeGreaterThan(0.07);
    expect(second?.from).toBeLessThan(0.14);
  });
});

/** Numbers from 0 to 1 that are the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 7), 61 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("many policies at once", () => {
  test("a policy that is surely cheaper is advised where a cheaper one is not sure", () => {
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

  test.each([5, 8, 12])(
    "without an effect, thirty policies over %i blocks are advised in 5 of 100 draws at most",
    (blocks) => {
      const draws = 300;
      let advised = 0;
      for (let draw = 0; draw < draws; draw += 1) {
        const next = randomNumbers(draw * 97 + blocks);
        const log = {
          ...LOG,
          blocks: Array.from({ length: blocks }, () => ({ cost: 1 + next(), lost: 0, requests: 20 })),
        };
        const policies = Array.from({ length: 30 }, (_, index): Outcome => {
          const own = log.blocks.map((block) => ({ ...block, cost: block.cost + (next() - 0.5) * 0.6 }));
          return { ...log, id: `p${index}`, trigger: 50_000 + index, fired: 5, blocks: own };
        });
        const at = drawBlocks(blocks, 200);
        const { verdict } = choose(
          policies.map((one) => drawOutcome(one, at)),
          drawOutcome(log, at),
          0,
        );
        if (verdict === "advice") advised += 1;
      }
      expect(advised / draws).toBeLessThanOrEqual(0.05);
    },
  );
});

describe("choosing on other blocks", () => {
  test("what only fits the noise does not hold", () => {
    // One policy for each block, good there alone: each looks promising, none is.
    const fitted = COSTS.map((_, block) => {
      const noise = COSTS.map((__, index) => (index === block ? -0.9 : 0.05));
      return outcome(`fits-${block}`, 50_000, 1, 0, noise);
    });
    expect(heldOutChange(fitted, LOG, 0, 200).share).toBeGreaterThanOrEqual(0);
  });
});

const DRAWS = drawBlocks(COSTS.length, 100);
const drawn = (one: Outcome) => drawOutcome(one, DRAWS);

const anyFactor = fc.double({ min: 0.1, max: 3, noNaN: true });
const anyLost = fc.nat(5);

describe("intervals", () => {
  test.prop([anyFactor, anyLost])("an outcome costs as much as itself, in every draw", (factor, lost) => {
    const one = drawn(outcome("a", 1, factor, lost));
    expect(changeOf(one, one, 0.1, 0.1)).toEqual({ share: 0, low: 0, high: 0 });
  });

  test.prop([anyFactor])("a change of every block by one factor is that factor, without an interval", (factor) => {
    const change = changeOf(drawn(outcome("a", 1, factor)), drawn(LOG), 0.1, 0);
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
      const { verdict, best } = choose(outcomes.map(drawn), drawn(LOG), price);
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
