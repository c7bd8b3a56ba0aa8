import { describe, expect, test } from "vitest";
import { FOLD_AS_CLIENT } from "@/lib/advice/families";
import type { AdviceResult, AdvisedPolicy } from "@/lib/api/schemas/advise";
import { adviceProgress, keptByStopping } from "@/lib/view-models/advice-progress";
import { toAdviceView } from "@/lib/view-models/advice-view";

const COSTS = [1, 1.4, 0.8, 1.1, 2, 0.9];
const blocks = (factor: number, lost: number) => COSTS.map((cost) => ({ cost: cost * factor, lost, requests: 20 }));

const policy = (strategy: string, trigger: number, factor: number, lost: number): AdvisedPolicy => ({
  id: `${strategy}@${trigger}`,
  strategy,
  family: strategy,
  trigger_tokens: trigger,
  floor_tokens: null,
  clients: strategy === "winnow" ? ["winnow"] : ["anthropic-api", "langchain"],
  fired: 4,
  peak_prompt_tokens: 120_000,
  over_window: 0,
  blocks: blocks(factor, lost),
});

const RESULT: AdviceResult = {
  parts: "tasks",
  sessions: [
    {
      id: "ses_a",
      title: "a",
      client: "claude-code",
      setting_client: "claude-code",
      requests: 120,
      peak_prompt_tokens: 160_000,
      window: 200_000,
      compacts_at: 167_000,
    },
  ],
  left_out: [],
  price_per_lost_fact: { amount: 0.04, currency: "USD" },
  price_basis: "modelled",
  price_fetches: null,
  logged: { fired: 1, peak_prompt_tokens: 160_000, over_window: 0, blocks: blocks(1, 1) },
  policies: [policy("anthropic-clear-tool-uses", 60_000, 0.7, 1), policy("winnow", 80_000, 0.9, 0)],
  verdict: {
    reason: null,
    sentence: "",
    policy: null,
    change: null,
    held_out: null,
    lost_per_100: null,
    logged_lost_per_100: null,
  },
  stopped: false,
};

describe("an advice on screen", () => {
  test("says what to do, at what size instead of which, how much cheaper with the interval, and what is lost", () => {
    const view = toAdviceView(RESULT, 0);
    expect(view.hasAdvice).toBe(true);
    expect(view.sentence).toBe(
      "Clear tool outputs at 60k instead of 167k: ~30\u2009% cheaper on this session (30 to 30), as many lost facts per 100 requests.",
    );
    expect(view.detail).toMatch(
      /^~\$5.04 with lost facts paid, against \$7.20\. 5\.0 lost facts per 100 requests; the log lost 5\.0\./,
    );
    expect(view.best?.strategy).toBe("anthropic-clear-tool-uses");
    expect(view.rows.map(({ strategy, isAdvised }) => [strategy, isAdvised])).toEqual([
      ["anthropic-clear-tool-uses", true],
      ["winnow", false],
    ]);
  });

  test("a fold is named for what it is in every client, and the sentence says what to do", () => {
    const fold = { ...policy("claude-code", 120_000, 0.5, 0), family: FOLD_AS_CLIENT.id };
    const view = toAdviceView({ ...RESULT, policies: [...RESULT.policies, fold] }, 0);
    expect(view.sentence).toMatch(/^Compact at 120k instead of 167k: ~50/);
    expect(view.rows.map(({ strategy }) => strategy)).toContain("fold as the client does");
    expect(view.best?.strategy).toBe("claude-code");
  });

  test("where the session's own client has no setting for it, says what that client can be told", () => {
    const fold = { ...policy("claude-code", 120_000, 0.85, 0), clients: ["claude-code"] };
    const { own } = toAdviceView({ ...RESULT, policies: [...RESULT.policies, fold] }, 0);
    expect(own?.sentence).toMatch(
      /^What claude-code itself can be told: Compact at 120k instead of 167k: ~15\u2009% cheaper/,
    );
    expect(own?.policy?.id).toBe("claude-code@120000");
    expect(toAdviceView(RESULT, 0).own).toEqual({
      sentence: "claude-code has no setting for any policy that was searched.",
      policy: null,
    });
  });

  test("at a price at which another policy is better it advises that one; the range that holds is marked", () => {
    const view = toAdviceView(RESULT, 0.5);
    expect(view.best?.strategy).toBe("winnow");
    expect(view.ranges.filter(({ isNow }) => isNow)).toEqual([expect.objectContaining({ label: "winnow at 80k" })]);
    expect(view.priceNote).toBe("set by you");
  });

  test("without costs it says what would be needed, and draws nothing", () => {
    const verdict = { ...RESULT.verdict, reason: "no-usage" as const, sentence: "This log holds no token counts." };
    const view = toAdviceView({ ...RESULT, logged: null, policies: [], verdict }, null);
    expect(view).toMatchObject({
      hasAdvice: false,
      chip: "no advice",
      sentence: verdict.sentence,
      marks: [],
      rows: [],
      log: null,
    });
  });

  test("where every policy overflows the window it says that, at every price, and not that nothing fired", () => {
    const sentence = "No policy that was searched could have been run here.";
    const verdict = { ...RESULT.verdict, reason: "over-window" as const, sentence };
    for (const price of [null, 0.2]) {
      const view = toAdviceView({ ...RESULT, policies: [], verdict }, price);
      expect(view).toMatchObject({ hasAdvice: false, chip: "no advice", sentence, detail: "", ranges: [], best: null });
      expect(view.log).not.toBeNull();
    }
  });

  test("where nothing fired it says so, and asks for no more requests", () => {
    const view = toAdviceView({ ...RESULT, policies: [] }, 0);
    expect(view.sentence).toContain("the prompts stayed below every trigger");
    expect(view.detail).toBe("");
  });

  test("where nothing is cheaper it says so, with the cheapest and its interval", () => {
    const view = toAdviceView({ ...RESULT, policies: [policy("winnow", 80_000, 1.1, 0)] }, 0);
    expect(view.sentence).toBe(
      "No policy is cheaper than what you did. The cheapest, winnow at 80k, costs ~10\u2009% more with lost facts paid (+10 to +10).",
    );
  });
});

test("progress over sessions counts sessions and, inside one, policies", () => {
  const search = { round: 1, done: 12, of: 48 };
  expect(adviceProgress({ stage: "replaying", done: 2, sessions: 4, title: "the third", search })).toEqual({
    text: "the third, 3 of 4 sessions: round 1, 12 of 48 policies",
    share: (2 + 12 / 48) / 4,
  });
  expect(adviceProgress(null).share).toBeUndefined();
});

test("stopping keeps the policies of one session, or the sessions that are done", () => {
  const search = { round: 2, done: 12, of: 48 };
  expect(keptByStopping({ stage: "replaying", done: 0, sessions: 1, search })).toBe("12");
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
  const steady = [1, 1.2, 0.9, 1.1, 1, 1.3];
  const sessions = COSTS.map((_, index) => ({ ...RESULT.sessions[0], id: `ses_${index}`, title: `s${index}` }));
  const log = COSTS.map((_, index) => parts(1, index === 1 ? [2, 1, 1] : steady));
  /** One that is surely cheaper, one with three parts, one that is surely dearer, others without a difference. */
  const own = COSTS.map((_, index) => parts([0.5, 0.9, 1.5][index] ?? 1, index === 1 ? [2, 1, 1] : steady));
  const result = {
    ...RESULT,
    parts: "sessions",
    sessions,
    logged: { ...RESULT.logged, session_parts: log },
    policies: [{ ...policy("winnow", 80_000, 0.9, 0), session_parts: own }],
  } as AdviceResult;

  test("each has the interval of its own parts, and says whether it is sure", () => {
    const { sessions: rows, together, sessionsNote } = toAdviceView(result, 0);
    expect(rows.map(({ tone }) => tone)).toEqual(["good", "open", "bad", "open", "open", "open"]);
    expect(rows[0]).toMatchObject({ share: -0.5, high: expect.closeTo(-0.5, 9) });
    expect(rows[1]).toMatchObject({ low: null, high: null });
    expect(together?.share).toBeCloseTo(-0.1, 9);
    expect(sessionsNote).toBe("1 of 6 sessions surely gains, 4 cannot be told, 1 is surely dearer.");
  });

  test("saved by an older version: a change without an interval", () => {
    const old = { ...result, logged: RESULT.logged, policies: [policy("winnow", 80_000, 0.9, 0)] } as AdviceResult;
    const [row] = toAdviceView(old, 0).sessions;
    expect(row).toMatchObject({ share: expect.closeTo(-0.1, 9), low: null, high: null, tone: "open" });
  });
});
