import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { advise, promisedBy } from "@/lib/advice/advise";
import { clientFirst, leading } from "@/lib/advice/client-first";
import { changeOf, pricedAt } from "@/lib/advice/interval";
import { lossRate } from "@/lib/advice/loss-rate";
import { blocksOfTasks, type Outcome } from "@/lib/advice/outcome";
import { earliestTrigger, exactly, type Terms, usualBound } from "@/lib/advice/terms";
import { priceOfLoss, STUDY } from "@/lib/replay/price-of-loss";

const COSTS = [1, 1.4, 0.8, 1.1, 2, 0.9, 1.2, 1.3, 0.7, 1.6];
const TERMS: Terms = { price: exactly(0.01), mostLost: null, earliest: 60_000, parts: "tasks" };

/** Ten parts of twenty requests, each with `lost` facts. */
const outcome = (id: string, trigger: number | null, factor: number, lost: number): Outcome => ({
  id,
  trigger,
  blocks: COSTS.map((cost) => ({ cost: cost * factor, lost, requests: 20 })),
  fired: trigger === null ? 0 : 5,
  peakPrompt: 150_000,
  overWindow: 0,
});
const LOG = outcome("logged", null, 1, 1);

describe("what is never advised", () => {
  test("a policy that is much cheaper but forgets more than twice as much as the log is mentioned, not advised", () => {
    const advice = advise([outcome("lossy", 90_000, 0.4, 3)], LOG, TERMS);
    expect(advice).toMatchObject({ reason: "forgets-more", best: null, cheapest: { outcome: { id: "lossy" } } });
    expect([advice.logLostPer100, advice.mostLostPer100]).toEqual([5, 10]);
  });

  test("a safe one is advised next to it, although it saves less", () => {
    const advice = advise([outcome("lossy", 90_000, 0.4, 3), outcome("safe", 90_000, 0.8, 1)], LOG, TERMS);
    expect(advice).toMatchObject({ reason: null, best: { outcome: { id: "safe" } } });
  });

  test("the reader can move the bound in both directions", () => {
    const lossy = outcome("lossy", 90_000, 0.4, 3);
    expect(advise([lossy], LOG, { ...TERMS, mostLost: 16 }).best?.outcome.id).toBe("lossy");
    expect(advise([outcome("safe", 90_000, 0.8, 1)], LOG, { ...TERMS, mostLost: 2 })).toMatchObject({
      reason: "may-forget-more",
    });
  });

  test("a policy that runs before three tenths of the window are full", () => {
    expect(earliestTrigger(200_000, 150_000)).toBe(60_000);
    expect(earliestTrigger(null, 150_000)).toBe(45_000);
    const early = outcome("early", 50_000, 0.5, 0);
    expect(advise([early], LOG, TERMS)).toMatchObject({ reason: "too-early", best: null });
    expect(advise([early, outcome("late", 60_000, 0.8, 0)], LOG, TERMS).best?.outcome.id).toBe("late");
  });

  test("a policy that removes the text of more than a twentieth of the edits, if the log did not", () => {
    const cutting = (blind: number) => ({ ...outcome("cut", 90_000, 0.5, 0), edits: { all: 40, blind } });
    expect(advise([cutting(2)], LOG, TERMS).best?.outcome.id).toBe("cut");
    expect(advise([cutting(3)], LOG, TERMS)).toMatchObject({ reason: "too-early", best: null });
    const blindLog = { ...LOG, edits: { all: 40, blind: 3 } };
    expect(advise([cutting(3)], blindLog, TERMS).best?.outcome.id).toBe("cut");
  });

  test("a policy that is cheap at only one trigger", () => {
    const at = (trigger: number, factor: number, lost = 0) => outcome(`manus@${trigger}`, trigger, factor, lost);
    const lucky = [at(80_000, 1.01), at(85_000, 0.8), at(90_000, 1.02)];
    expect(advise(lucky, LOG, TERMS)).toMatchObject({
      reason: "unsteady",
      best: null,
      cheapest: { outcome: { trigger: 85_000 } },
    });
    expect(advise([at(80_000, 0.8, 9), at(85_000, 0.8)], LOG, TERMS).reason).toBe("unsteady");
    expect(advise([at(80_000, 0.85), at(85_000, 0.8), at(100_000, 1.1)], LOG, TERMS).reason).toBeNull();
    expect(advise([...lucky, outcome("winnow@86000", 86_000, 0.85, 0)], LOG, TERMS).best?.outcome.id).toBe(
      "winnow@86000",
    );
  });

  test("a policy that decides itself when to run, and ran earlier", () => {
    const byItself = (began: number) => ({ ...outcome("by default", 100_000, 0.5, 0), began });
    expect(advise([byItself(5_000)], LOG, TERMS)).toMatchObject({ best: null });
    expect(advise([byItself(60_000)], LOG, TERMS).best?.outcome.id).toBe("by default");
  });

  test("anything based on fewer than ten parts of a session, or on fewer than five sessions", () => {
    const cut = (entry: Outcome, count: number) => ({ ...entry, blocks: entry.blocks.slice(0, count) });
    const reason = (count: number, parts: Terms["parts"]) =>
      advise([cut(outcome("a", 90_000, 0.5, 0), count)], cut(LOG, count), { ...TERMS, parts }).reason;
    expect([reason(9, "tasks"), reason(10, "tasks"), reason(4, "sessions"), reason(5, "sessions")]).toEqual([
      "too-few-parts",
      null,
      "too-few-parts",
      null,
    ]);
  });

  const anyOutcome = fc
    .record({
      factor: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
      lost: fc.array(fc.nat(6), { minLength: 10, maxLength: 10 }),
      trigger: fc.integer({ min: 20, max: 190 }),
    })
    .map(({ factor, lost, trigger }): Outcome => {
      const base = outcome(`${trigger}:${factor}:${lost}`, trigger * 1_000, factor, 0);
      return { ...base, blocks: base.blocks.map((block, index) => ({ ...block, lost: lost[index] ?? 0 })) };
    });

  test.prop([fc.array(anyOutcome, { minLength: 1, maxLength: 6 }), fc.option(fc.nat(40)), fc.nat(3)])(
    "the loss of an advised policy stays within the bound, even at the end of its interval, and its trigger is never too early",
    (outcomes, mostLost, logLost) => {
      const log = outcome("logged", null, 1, logLost);
      const { reason, best } = advise(outcomes, log, { ...TERMS, mostLost });
      if (reason !== null || best === null) return;
      expect(lossRate(best.outcome).high).toBeLessThanOrEqual((mostLost ?? usualBound(logLost * 5)) + 1e-6);
      expect(best.outcome.trigger).toBeGreaterThanOrEqual(TERMS.earliest);
    },
  );
});

describe("intervals", () => {
  test("if none was lost in n requests, the rate may still be as high as 3 ÷ n", () => {
    expect(lossRate(outcome("a", 1, 1, 0))).toEqual({ per100: 0, low: 0, high: 1.5 });
  });

  test("uncertainty of the price widens the interval towards higher cost", () => {
    const policy = outcome("a", 1, 0.5, 4);
    const sure = changeOf(pricedAt(policy, exactly(0.05)), pricedAt(LOG));
    const open = changeOf(pricedAt(policy, { amount: 0.05, low: 0.05, high: 0.1 }), pricedAt(LOG));
    expect(open.share).toBe(sure.share);
    expect(open.low).toBe(sure.low);
    // Forty lost facts at five cents more, in a log that cost twelve dollars.
    expect(open.high).toBeGreaterThanOrEqual(sure.share + (40 * 0.05) / 12 - 1e-9);
  });

  test("the promise is the sum of the replayed parts, with an interval that covers what choosing gave elsewhere", () => {
    const advice = advise([outcome("a", 90_000, 0.7, 0)], LOG, TERMS);
    const { best, heldOut } = advice;
    if (!best || !heldOut) throw new Error("no advice");
    const promised = promisedBy(advice, best);
    expect(promised.share).toBe(best.change.share);
    expect(promised.low).toBeLessThanOrEqual(Math.min(best.change.low, heldOut.low));
    expect(promised.high).toBeGreaterThanOrEqual(Math.max(best.change.high, heldOut.high));
  });
});

describe("the person's own client first", () => {
  const isOwn = (id: string) => id === "own";
  const found = (own: number, loop: number) =>
    clientFirst(
      { outcomes: [outcome("own", 120_000, own, 1), outcome("loop", 90_000, loop, 1)], log: LOG, isOwn },
      TERMS,
    );

  test("names its own setting, and what needs Winnow only if that is clearly cheaper", () => {
    expect(leading(found(0.8, 0.8)).best?.outcome.id).toBe("own");
    expect(found(0.8, 0.8).loop).toBeNull();
    expect(found(0.8, 0.6).loop?.best?.outcome.id).toBe("loop");
    expect(leading(found(0.8, 0.6)).best?.outcome.id).toBe("own");
  });

  test("if its own setting gains nothing, what needs Winnow comes first", () => {
    const both = found(1.1, 0.7);
    expect(both.own?.reason).toBe("none-cheaper");
    expect(leading(both).best?.outcome.id).toBe("loop");
  });

  test("without a setting, there is one recommendation over all policies", () => {
    const { own, all } = clientFirst({ outcomes: [outcome("loop", 90_000, 0.7, 1)], log: LOG, isOwn }, TERMS);
    expect([own, all.reason]).toEqual([null, null]);
  });
});

test.prop([fc.integer({ min: 30, max: 700 }), fc.array(fc.nat(700), { maxLength: 40 })])(
  "a session of thirty requests or more has ten to twenty-one parts",
  (requests, tasks) => {
    const starts = blocksOfTasks(
      [...new Set([0, ...tasks.filter((at) => at < requests)])].sort((a, b) => a - b),
      requests,
    );
    expect(starts.length).toBeGreaterThanOrEqual(10);
    expect(starts.length).toBeLessThanOrEqual(21);
    expect(new Set(starts).size).toBe(starts.length);
  },
);

describe("the price of a lost fact", () => {
  const cases = (count: number, extra: number) =>
    Array.from({ length: count }, (_, index) => ({ extra: extra + (index % 3) - 1, lost: 4 }));

  test("is the study's, in requests of these logs, unless ten compactions of their own are clearly above zero", () => {
    const study = { amount: STUDY.amount * 0.1, basis: "study", compactions: STUDY.compactions };
    expect(priceOfLoss(0.1, [])).toMatchObject(study);
    expect(priceOfLoss(0.1, cases(9, 8))).toMatchObject(study);
    expect(priceOfLoss(0.1, cases(12, 0))).toMatchObject(study);
    expect(priceOfLoss(0.1, cases(12, 8))).toMatchObject({ basis: "logged", compactions: 12 });
    expect(priceOfLoss(0.1, cases(12, 8)).amount).toBeCloseTo(0.2, 9);
  });
});
