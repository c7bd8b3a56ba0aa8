import { describe, expect, test } from "vitest";
import type { PromiseAnswer } from "@/lib/api/schemas/promise";
import { toPromiseView } from "@/lib/view-models/advice/promise-view";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { englishIn } from "../../../support/english-in";

const measured = (mean: number, low: number, high: number) => ({
  before: 1.5,
  after: 1.2,
  change: { mean, low, high },
  verdict: "cheaper" as const,
});
const ANSWER: PromiseAnswer = {
  policy: "claude-code@80000",
  trigger_tokens: 80_000,
  since: "2026-11-24T00:00:00.000Z",
  promised: { share: -0.28, low: -0.34, high: -0.2 },
  before: { sessions: ["a", "b"], peak_prompt_tokens: 166_000 },
  after: { sessions: ["c"], peak_prompt_tokens: 82_000 },
  left_out: 1,
  per_100_requests: measured(-0.25, -0.31, -0.19),
  per_session: measured(-0.1, -0.4, 0.2),
  in_force: { reached: 5, beyond: 4 },
  verdict: "kept",
};

describe("whether a promise was kept, in words", () => {
  test.each([
    [
      "kept",
      "Promise kept: per 100 requests, 1 session since 2026-11-24 cost 25\u202f% less (19 to 31) than 2 sessions before. Promised: 28\u202f% less (20 to 34).",
    ],
    [
      "less",
      "Less than promised: per 100 requests, 1 session since 2026-11-24 cost 25\u202f% less (19 to 31) than 2 sessions before. Promised: 28\u202f% less (20 to 34).",
    ],
    [
      "dearer",
      "Promise not kept: per 100 requests, 1 session since 2026-11-24 cost 25\u202f% less (19 to 31) than 2 sessions before. Promised: 28\u202f% less (20 to 34).",
    ],
    [
      "cannot-tell",
      "Not clear yet: per 100 requests, 1 session since 2026-11-24 cost 25\u202f% less (19 to 31) than 2 sessions before. Promised: 28\u202f% less (20 to 34).",
    ],
    [
      "not-in-force",
      "The setting does not seem to be in effect: of the 5 sessions since 2026-11-24 that reached 80k, 4 went far beyond it.",
    ],
    [
      "no-sessions",
      "There are no sessions of Claude Code since 2026-11-24. Import newer sessions, then measure again.",
    ],
  ] as const)("%s", (verdict, sentence) => {
    expect(toPromiseView({ ...ANSWER, verdict }, ["Claude Code"]).sentence).toBe(sentence);
  });

  test("nothing can be compared", () => {
    const view = toPromiseView({ ...ANSWER, verdict: "cannot-tell", per_100_requests: null, per_session: null }, []);
    expect(view.sentence).toBe(
      "Not enough data yet: 2 sessions before 2026-11-24 and 1 session since then cannot be compared.",
    );
  });

  test("bounds keep their sign if the interval includes zero, and the rest is below", () => {
    const view = toPromiseView({ ...ANSWER, per_100_requests: measured(0.04, -0.09, 0.12) }, []);
    expect(view.sentence).toContain("4\u202f% more (−9\u202f% to +12\u202f%)");
    expect(view.details).toEqual([
      "A session cost $1.50 before and $1.20 since (−10\u202f%); the tasks may differ in length.",
      "Median peak prompt: 166k tokens before, 82k since.",
      "1 session left out: no cost in dollars, or another model.",
    ]);
    const none = { ...ANSWER, after: { sessions: [], peak_prompt_tokens: null }, verdict: "no-sessions" as const };
    expect(toPromiseView(none, []).details).toEqual([]);
  });
});

test("in Chinese, nothing stays English", () => {
  const chinese = sayIn("zh", chineseOf(["common", "advice"]));
  const verdicts = ["kept", "less", "dearer", "cannot-tell", "not-in-force", "no-sessions"] as const;
  const views = [
    ...verdicts.map((verdict) => toPromiseView({ ...ANSWER, verdict }, ["Claude Code"], chinese)),
    toPromiseView({ ...ANSWER, verdict: "cannot-tell", per_100_requests: null }, [], chinese),
    toPromiseView({ ...ANSWER, per_100_requests: measured(0.04, -0.09, 0.12) }, [], chinese),
  ].map(({ tone: _, ...texts }) => texts);
  expect(englishIn(views)).toEqual([]);
});
