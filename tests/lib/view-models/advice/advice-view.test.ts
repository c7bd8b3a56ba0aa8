import { describe, expect, test } from "vitest";
import { settingNote } from "@/components/advice/setting-words";
import { FOLD_AS_CLIENT } from "@/lib/advice/families";
import { CLIENT_SETTINGS, settingFor } from "@/lib/advice/settings/setting-for";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import { costAtEqualTotal } from "@/lib/view-models/advice/advice-marks";
import { adviceProgress, keptByStopping } from "@/lib/view-models/advice/advice-progress";
import { changeWords } from "@/lib/view-models/advice/advice-sentence";
import { toAdviceView } from "@/lib/view-models/advice/advice-view";
import { noAdvice } from "@/lib/view-models/advice/advice-words";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { ADVICE, COSTS, policy } from "../../../support/advice-sketch";
import { englishIn } from "../../../support/english-in";

describe("advice on screen", () => {
  test("says what to do, the new size and the old one, how much cheaper it is with the interval, and what is lost", () => {
    const view = toAdviceView(ADVICE, 0);
    expect(view.hasAdvice).toBe(true);
    expect(view.sentence).toBe(
      "With Winnow in the loop: run “Anthropic: clear tool uses” at 60k, before the client compacts at 167k: ~30\u202f% cheaper on this session (30 to 30; about $3.60), and it forgets about as much: 5.0 lost facts per 100 requests (up to 5.0), 5.0 today.",
    );
    expect(view.detail).toMatch(
      /^~\$8.40 instead of \$12.00, lost facts included\. 5\.0 lost facts per 100 requests \(5\.0 to 5\.0\); 5\.0 today, 10\.0 allowed\./,
    );
    expect(view.detail).toContain("not used to choose it: 30\u202f% cheaper (30 to 30).");
    expect(view.best?.strategy).toBe("anthropic-clear-tool-uses");
    expect(view.rows.map(({ strategy, isAdvised }) => [strategy, isAdvised])).toEqual([
      ["Anthropic: clear tool uses", true],
      ["Winnow", false],
    ]);
  });

  test("a policy has one name in table, chart and price ranges, and its family has the same words", () => {
    const early = policy("winnow", 70_000, 0.5, 1);
    const view = toAdviceView({ ...ADVICE, policies: [...ADVICE.policies, early] }, 0);
    const name = "Winnow at 70k";
    expect(view.sentence).toContain(`run ${name}`);
    expect(view.marks.map((mark) => mark.name)).toContain(name);
    expect(view.ranges.map(({ label }) => label)).toContain(name);
    expect(view.rows.map(({ strategy, place }) => `${strategy} ${place}`)).toContain(name);
    expect(view.families.map((family) => family.name)).toContain("Winnow");
  });

  test("the line of equal totals passes through the advised policy, whose cost is in its own interval", () => {
    const { best, marks, equalTotal } = toAdviceView(ADVICE, 0.04);
    const mark = marks.find(({ id }) => id === best?.id);
    if (!mark?.bounds || !equalTotal) throw new Error("nothing was weighed");
    expect(costAtEqualTotal(equalTotal, mark.lost)).toBeCloseTo(mark.cost, 9);
    expect(mark.bounds.low).toBeLessThanOrEqual(mark.cost + 1e-9);
    expect(mark.bounds.high).toBeGreaterThanOrEqual(mark.cost - 1e-9);
  });

  test.each([
    [{ share: -0.46, low: -0.6, high: -0.32 }, "46\u202f% cheaper (32 to 60)"],
    [{ share: -0.04, low: -0.12, high: 0.04 }, "4\u202f% cheaper (12 cheaper to 4 more expensive)"],
    [{ share: 0.04, low: -0.09, high: 0.12 }, "4\u202f% more expensive (9 cheaper to 12 more expensive)"],
    [{ share: 0.1, low: 0.05, high: 0.15 }, "10\u202f% more expensive (5 to 15)"],
  ])("a change is written without signs: %o", (change, words) => {
    expect(changeWords(change)).toBe(words);
  });

  test("a fold has its strategy's name; as a client's setting it is an instruction", () => {
    const fold = { ...policy("claude-code-2.1", 120_000, 0.5, 0), family: FOLD_AS_CLIENT.id };
    const view = toAdviceView({ ...ADVICE, policies: [...ADVICE.policies, fold] }, 0);
    expect(view.sentence).toMatch(/^With Winnow in the loop: run “Claude Code 2.1: compact” at 120k, before/);
    const own = { ...ADVICE, policies: [...ADVICE.policies, { ...fold, clients: ["claude-code"] }] };
    expect(toAdviceView(own, 0).sentence).toMatch(/^In claude-code: compact at 120k instead of 167k: ~50/);
    expect(view.rows.map(({ strategy }) => strategy)).toContain("Claude Code 2.1: compact");
    expect(view.best?.strategy).toBe("claude-code-2.1");
  });

  test("the client's own setting comes first, and what needs Winnow follows if it is clearly cheaper", () => {
    const fold = { ...policy("claude-code", 120_000, 0.85, 0), clients: ["claude-code"] };
    const both = toAdviceView({ ...ADVICE, policies: [...ADVICE.policies, fold] }, 0);
    expect(both.sentence).toMatch(/^In claude-code: compact at 120k instead of 167k: ~15\u202f% cheaper/);
    expect(both.best?.id).toBe("claude-code@120000");
    expect(both.second?.sentence).toMatch(
      /^With Winnow in the loop: run “Anthropic: clear tool uses” at 60k, before the client compacts at 167k: /,
    );
    const equal = { ...fold, blocks: policy("claude-code", 1, 0.7, 1).blocks };
    expect(toAdviceView({ ...ADVICE, policies: [...ADVICE.policies, equal] }, 0).second).toEqual({
      sentence: "Winnow in the loop is not clearly better than the client's own setting.",
      policy: null,
    });
    expect(toAdviceView(ADVICE, 0).second).toEqual({
      sentence: "claude-code has no setting for this.",
      policy: null,
    });
  });

  test("a client with unknown settings needs Winnow in the loop; several clients may each have a setting", () => {
    const [session] = ADVICE.sessions as [AdviceResult["sessions"][number]];
    const unknown = { ...session, client: "mini-swe-agent", setting_client: null };
    const view = toAdviceView({ ...ADVICE, sessions: [unknown] }, 0);
    expect(view.sentence).toMatch(/^With Winnow in the loop: run “Anthropic: clear tool uses” at 60k/);
    expect(view.second?.sentence).toBe("Winnow knows no settings of mini-swe-agent.");
    const fold = { ...policy("claude-code", 120_000, 0.5, 0), family: FOLD_AS_CLIENT.id };
    const both = toAdviceView({ ...ADVICE, sessions: [session, unknown], policies: [fold] }, 0);
    expect(both.sentence).toMatch(/^Compact at 120k instead of 167k/);
    expect(both.rows.map(({ strategy }) => strategy)).toEqual(["Each client's compaction"]);
  });

  test("if the client's own setting gains nothing, a note next to what needs Winnow says so", () => {
    const fold = { ...policy("claude-code", 120_000, 1.1, 0), clients: ["claude-code"] };
    const view = toAdviceView({ ...ADVICE, policies: [...ADVICE.policies, fold] }, 0);
    expect(view.sentence).toMatch(/^With Winnow in the loop: run “Anthropic: clear tool uses” at 60k/);
    expect(view.second?.sentence).toMatch(
      /^claude-code has no setting for this\. In claude-code: leave the setting as it is\. None of its settings proved both safe and cheaper/,
    );
  });

  test("what forgets more than allowed is mentioned with both rates, and the reader can allow it", () => {
    const lossy = { ...ADVICE, policies: [policy("roo-truncate", 90_000, 0.5, 4)] };
    const view = toAdviceView(lossy, 0);
    expect([view.hasAdvice, view.chip]).toEqual([false, "costs less, but it forgets more"]);
    expect(view.sentence).toBe(
      "Roo Code: sliding window at 90k costs ~50\u202f% less, but it forgets more: 20.0 lost facts per 100 requests (up to 20.0, of 10.0 allowed), 5.0 today.",
    );
    expect(view.bound).toEqual({ most: 10, usual: 10, logged: 5 });
    const allowed = toAdviceView(lossy, 0, undefined, undefined, 25);
    expect(allowed.hasAdvice).toBe(true);
    expect(allowed.sentence).toContain("but it forgets more: 20.0 lost facts per 100 requests (up to 20.0), 5.0 today");
  });

  test("at a price at which another policy is better, advises that one; the current range is marked", () => {
    const view = toAdviceView(ADVICE, 0.5);
    expect(view.best?.strategy).toBe("winnow");
    expect(view.ranges.filter(({ isNow }) => isNow)).toEqual([expect.objectContaining({ label: "Winnow at 80k" })]);
    expect(view.priceNote).toBe("set by you");
  });

  test("without a price set by the reader, uses the result's own, unrounded, so that pages agree", () => {
    const amount = 0.0217204143;
    const priced = { ...ADVICE, price_per_lost_fact: { ...ADVICE.price_per_lost_fact, amount } };
    const view = toAdviceView(priced, null);
    expect(view.price).toBe(amount);
    expect(view.steps).toContain(amount);
    expect(view.sentence).toBe(toAdviceView(priced, amount).sentence);
    expect(view.ranges.filter(({ isNow }) => isNow)).toHaveLength(1);
  });

  test("without costs, says what would be needed, and draws nothing", () => {
    const verdict = { ...ADVICE.verdict, reason: "no-usage" as const, sentence: "This log holds no token counts." };
    const view = toAdviceView({ ...ADVICE, logged: null, policies: [], verdict }, null);
    expect(view).toMatchObject({
      hasAdvice: false,
      chip: "no advice",
      sentence: verdict.sentence,
      marks: [],
      rows: [],
      log: null,
    });
  });

  test("if every policy exceeds the window, says so at every price, instead of saying that nothing fired", () => {
    const sentence = "No policy that was searched could have been run here.";
    const verdict = { ...ADVICE.verdict, reason: "over-window" as const, sentence };
    for (const price of [null, 0.2]) {
      const view = toAdviceView({ ...ADVICE, policies: [], verdict }, price);
      expect(view).toMatchObject({ hasAdvice: false, chip: "no advice", sentence, detail: "", ranges: [], best: null });
      expect(view.log).not.toBeNull();
    }
  });

  test("if nothing fired, says so, and asks for no more requests", () => {
    const view = toAdviceView({ ...ADVICE, policies: [] }, 0);
    expect(view.sentence).toContain("the prompts stayed below every trigger");
    expect(view.detail).toBe("");
  });

  test("if nothing is cheaper, says so, with the cheapest and its interval", () => {
    const view = toAdviceView({ ...ADVICE, policies: [policy("winnow", 80_000, 1.1, 0)] }, 0);
    expect(view.sentence).toBe(
      "No safe policy is cheaper than what you did. The best safe policy (Winnow at 80k) costs ~10\u202f% more, lost facts included (+10 to +10).",
    );
  });

  test("without advice, says in what respect the named policy is the best, lists it first, and no panel contradicts it", () => {
    const fold = { ...policy("claude-code", 120_000, 1.1, 0), clients: ["claude-code"] };
    const lossy = policy("roo-truncate", 90_000, 0.5, 4);
    const view = toAdviceView({ ...ADVICE, policies: [lossy, fold] }, 0);
    expect(view.sentence).toContain("The best safe setting of claude-code (Claude Code: compact at 120k) costs");
    expect(view.rank).toBe("the best safe setting of claude-code");
    expect(view.rows.map(({ strategy, rank, harm }) => [strategy, rank, harm])).toEqual([
      ["Claude Code: compact", view.rank, null],
      ["Roo Code: sliding window", null, "forgets too much, up to 20.0"],
    ]);
    expect(view.ranges.map(({ label }) => label)).toEqual([view.chip]);
  });

  test("a harmful policy is not called the cheapest, because one that looks more expensive may cost less", () => {
    const view = toAdviceView({ ...ADVICE, policies: [policy("roo-truncate", 90_000, 0.5, 4)] }, 0);
    expect(view.rank).toBe("the policy named above");
    expect(view.rows[0]?.rank).toBe(view.rank);
  });

  test.each([
    [{ share: -0.11, low: -0.22, high: 0.002 }, "this policy does not clearly save money"],
    [{ share: -0.11, low: -0.22, high: -0.05 }, "it forgets too much"],
  ])("a choice that did not hold on other parts does not contradict its figures: %o", (held, words) => {
    expect(noAdvice({ reason: "not-held-out", heldOut: held }, "", false)).toContain(
      `On parts that were not used to choose it, ${words}`,
    );
  });
});

test("progress over sessions counts sessions and, within one, policies", () => {
  const search = { round: 1, done: 12, of: 48 };
  expect(adviceProgress({ stage: "replaying", done: 2, sessions: 4, title: "the third", search })).toEqual({
    text: "the third, 3 of 4 sessions: round 1, 12 of 48 policies",
    share: (2 + 12 / 48) / 4,
  });
  expect(adviceProgress(null).share).toBeUndefined();
});

test("stopping keeps the policies of one session, or the finished sessions", () => {
  const search = { round: 2, done: 12, of: 48 };
  expect(keptByStopping({ stage: "replaying", done: 0, sessions: 1, search })).toBe("12 policies");
  expect(keptByStopping({ stage: "replaying", done: 1, sessions: 4, search })).toBe("1 session");
  expect(keptByStopping({ stage: "replaying", done: 0, sessions: 4, search })).toBeNull();
  expect(keptByStopping({ stage: "saving", done: 4, sessions: 4 })).toBeNull();
  expect(keptByStopping(null)).toBeNull();
});

describe("sessions under the shown policy", () => {
  const parts = (factor: number, costs: readonly number[]) => ({
    cost: costs.map((cost) => cost * factor),
    lost: costs.map(() => 0),
  });
  const steady = [1, 1.2, 0.9, 1.1, 1, 1.3, 0.8, 1, 1.1, 0.9];
  const sessions = COSTS.map((_, index) => ({ ...ADVICE.sessions[0], id: `ses_${index}`, title: `s${index}` }));
  const log = COSTS.map((_, index) => parts(1, index === 1 ? [2, 1, 1] : steady));
  /**
   * One that is certainly cheaper, one with three parts, one that is certainly more expensive, others without a
   * difference.
   */
  const own = COSTS.map((_, index) => parts([0.5, 0.9, 1.5][index] ?? 1, index === 1 ? [2, 1, 1] : steady));
  const result = {
    ...ADVICE,
    parts: "sessions",
    sessions,
    logged: { ...ADVICE.logged, session_parts: log },
    policies: [{ ...policy("winnow", 80_000, 0.9, 0), session_parts: own }],
  } as AdviceResult;

  test("each has the interval of its own parts, and says if it is certain", () => {
    const { sessions: rows, together, sessionsNote } = toAdviceView(result, 0);
    expect(rows.map(({ tone }) => tone)).toEqual(["good", "open", "bad", ...Array(7).fill("open")]);
    expect(rows[0]).toMatchObject({ share: -0.5, high: expect.closeTo(-0.5, 9) });
    expect(rows[1]).toMatchObject({ low: null, high: null });
    expect(together?.share).toBeCloseTo(-0.1, 9);
    expect(sessionsNote).toBe("1 of 10 sessions clearly gains, 8 are unclear, 1 is more expensive.");
  });

  test("saved by an older version: a change without an interval", () => {
    const old = { ...result, logged: ADVICE.logged, policies: [policy("winnow", 80_000, 0.9, 0)] } as AdviceResult;
    const [row] = toAdviceView(old, 0).sessions;
    expect(row).toMatchObject({ share: expect.closeTo(-0.1, 9), low: null, high: null, tone: "open" });
  });
});

const PRICED = {
  price_range: { low: { amount: 0.02, currency: "USD" }, high: { amount: 0.09, currency: "USD" } },
  price_compactions: 12,
} as const;

describe("in Chinese, nothing stays English", () => {
  const chinese = sayIn("zh", chineseOf(["common", "runs", "advised", "advice", "strategies"]));
  const names = ["Anthropic", "Roo", "claude-code", "claude"];
  const textsOf = (result: AdviceResult, price: number | null) => {
    const {
      rows,
      families,
      marks: _,
      best: __,
      second,
      sessions: ___,
      ...view
    } = toAdviceView(result, price, undefined, chinese);
    return [
      { ...view, knee: null },
      rows.map(({ id: _id, tone: _tone, ...texts }) => texts),
      families.map(({ name }) => name),
      second?.sentence,
    ];
  };

  test("the advice, its table, its ranges, and what can be set in the client", () => {
    const fold = {
      ...policy("claude-code", 100_000, 0.8, 1),
      family: "fold as the client does",
      clients: ["claude-code"],
    };
    const unset = { ...policy("winnow", 80_000, 0.5, 0), id: "winnow by default" };
    const results: AdviceResult[] = [
      ADVICE,
      { ...ADVICE, policies: [...ADVICE.policies, fold], price_basis: "logged", ...PRICED },
      { ...ADVICE, policies: [policy("roo-truncate", 90_000, 0.5, 4)], price_basis: "study", ...PRICED },
      { ...ADVICE, policies: [unset, ...ADVICE.policies], price_basis: "set" },
      { ...ADVICE, policies: [{ ...unset, id: "winnow@80000" }] },
      { ...ADVICE, policies: [policy("winnow", 80_000, 1.1, 0)] },
      { ...ADVICE, policies: [] },
    ];
    for (const result of results)
      for (const price of [0, 0.5, null]) expect(englishIn(textsOf(result, price), names)).toEqual([]);
  });

  test("why there is none, and how far a search has got", () => {
    const reasons = [
      "no-usage",
      "no-cache-counters",
      "no-content",
      "too-short",
      "too-few-parts",
      "nothing-fired",
      "over-window",
      "none-cheaper",
      "forgets-more",
      "may-forget-more",
      "too-early",
      "cannot-tell",
      "not-held-out",
      "unsteady",
    ] as const;
    expect(englishIn(reasons.map((reason) => noAdvice({ reason, heldOut: null }, "", true, chinese)))).toEqual([]);
    const search = { round: 1, done: 12, of: 48 };
    const progress = { stage: "replaying", done: 2, sessions: 4, title: "", search } as const;
    const states = [
      adviceProgress(null, chinese),
      adviceProgress(progress, chinese),
      keptByStopping(progress, chinese),
    ];
    expect(englishIn(states)).toEqual([]);
  });

  test("every client's setting, where to type it, and why it cannot be set", () => {
    const wishes = [null, 200_000, 2_000_000].flatMap((window) =>
      [1, 1_500, 120_000, 5_000_000].flatMap((trigger) =>
        (["claude-code", "opencode-prune", "manus"] as const).map((strategy) => ({
          trigger,
          floor: 60,
          strategy,
          window,
        })),
      ),
    );
    const own = CLIENT_SETTINGS.flatMap(({ id }) => wishes.map((wish) => settingFor(id, wish)));
    const texts = own.flatMap((found) => [
      settingNote(found.kind === "setting" ? (found.note ?? "") : found.why, chinese),
      chinese.known((found.kind === "setting" ? found.place : found.origin?.place) ?? ""),
    ]);
    const english = texts.filter((text) => !/[\u3000-\u9fff\uff00-\uffef]/.test(text) && / [a-z]+ [a-z]+/.test(text));
    expect(english).toEqual([]);
  });
});

test("a search that does not know yet how many policies it will replay does not count them", () => {
  const search = { round: 1, done: 0, of: 0 };
  const at = (found: typeof search) =>
    adviceProgress({ stage: "replaying", done: 0, sessions: 1, title: "", search: found });
  expect(at(search)).toEqual({ text: "Replaying the log…", share: 0 });
  expect(at({ ...search, of: 48 }).text).toBe("round 1, 0 of 48 policies");
});
