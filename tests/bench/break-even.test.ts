import { describe, expect, test } from "vitest";
import { breakEven, breakEvenShare, keepAliveLimit, type Multipliers } from "@/bench/evaluation/break-even";

const ANTHROPIC: Multipliers = { read: 0.1, write: 1.25, output: 5 };

const summarise = (share: number, multipliers: Multipliers, isCold = false) =>
  breakEven(
    {
      removed: 100_000 * (1 - share),
      rewritten: 100_000 * share,
      isCold,
      summary: { prompt: 100_000, instructions: 0, output: 100_000 * share, readsCache: true },
    },
    multipliers,
  ).requests;

describe("requests until a summary has paid for itself, if it leaves a twentieth, a tenth, a fifth or half of the prompt", () => {
  test.each([
    ["Anthropic", ANTHROPIC, [4.3, 7.9, 16.6, 63.5]],
    ["Opus 5.5", { read: 0.05, write: 1.25, output: 5 }, [7.6, 14.9, 32.3, 126]],
    ["Fable 5.1", { read: 0.025, write: 1.25, output: 5 }, [14, 29, 64, 251]],
    ["GPT-5.6", { read: 0.1, write: 1.25, output: 6 }, [4.8, 9.1, 19.1, 73.5]],
    ["gpt-4.1", { read: 0.25, write: 1, output: 4 }, [2.1, 3.2, 6.0, 21]],
    ["gpt-4o", { read: 0.5, write: 1, output: 4 }, [1.5, 2.1, 3.5, 11]],
    ["DeepSeek flash", { read: 0.02, write: 1, output: 4 }, [14, 29, 64, 251]],
  ] as const)("%s", (_, multipliers, expected) => {
    const found = [0.05, 0.1, 0.2, 0.5].map((share) => summarise(share, multipliers) ?? 0);
    found.forEach((requests, index) => {
      const wanted = expected[index] as number;
      expect(Math.abs(requests - wanted)).toBeLessThanOrEqual(wanted >= 11 && Number.isInteger(wanted) ? 0.5 : 0.05001);
    });
  });
});

describe("deterministic edits", () => {
  test("(w − r) × T_after ÷ (r × D)", () => {
    const edit = { removed: 10_000, rewritten: 20_000, isCold: false, summary: null };
    expect(breakEven(edit, ANTHROPIC).requests).toBeCloseTo(23);
    expect(breakEven({ ...edit, rewritten: 0 }, ANTHROPIC).requests).toBe(0);
    expect(breakEven({ ...edit, removed: 0 }, ANTHROPIC).requests).toBeNull();
  });

  test("on a cold cache the rewrite is free, and a summariser is not", () => {
    expect(breakEven({ removed: 1, rewritten: 99_999, isCold: true, summary: null }, ANTHROPIC)).toMatchObject({
      eventCost: 0,
      requests: 0,
    });
    expect(summarise(0.5, ANTHROPIC, true)).toBeGreaterThan(0);
  });

  test.each([
    [1, 0.92, 0.9],
    [10, 0.53, 0.47],
    [100, 0.1, 0.08],
  ])("the share to delete for the change to pay for itself within %d requests", (requests, anthropic, free) => {
    expect(breakEvenShare(requests, ANTHROPIC)).toBeCloseTo(anthropic, 2);
    expect(breakEvenShare(requests, { ...ANTHROPIC, write: 1 })).toBeCloseTo(free, 2);
  });

  test("pings every four minutes keep a prefix alive cheaply for 46 minutes, or 96 and 196 if reads are cheaper", () => {
    const minutes = (read: number) => keepAliveLimit(240, { read, write: 1.25, output: 5 }) / 60;
    expect([minutes(0.1), minutes(0.05), minutes(0.025)].map(Math.round)).toEqual([46, 96, 196]);
  });
});
