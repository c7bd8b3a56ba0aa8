import { describe, expect, test } from "vitest";
import { REPLAY_ASSUMPTION } from "@/lib/api/answers/replay";
import type { ReplayAnswer, ReplayRowAnswer, ReplayTotalsAnswer } from "@/lib/api/schemas/replay";
import { STRATEGIES } from "@/lib/strategies";
import {
  addPolicy,
  changePolicy,
  changesOf,
  decodePolicy,
  encodePolicy,
  OWN_TRIGGER,
  type PolicyChoice,
  policyDetail,
  policyLabel,
  removePolicy,
  replayRequest,
  toPercent,
  triggerOptions,
} from "@/lib/view-models/replay/replay-choice";
import { replayRecords } from "@/lib/view-models/replay/replay-records";
import { atRequest, toReplayView } from "@/lib/view-models/replay/replay-view";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { englishIn } from "../../../support/english-in";

const usd = (amount: number) => ({ amount, currency: "USD" as const });

const TOTALS: ReplayTotalsAnswer = {
  requests: 2,
  prompt_tokens: 300_000,
  output_tokens: 1_000,
  peak_prompt_tokens: 200_000,
  over_window: 0,
  cost: usd(2),
  summary_cost: usd(0),
  summary_cost_range: { least: usd(0), most: usd(0) },
  summary_calls: 0,
  summary_basis: null,
  cost_is_floor: false,
  cost_against_logged: usd(0),
  read_share: 0.9,
  fired: 0,
  breaks: 0,
  regretted: 0,
  refetch_tokens: 0,
  fetches: 0,
  fetch_cost: usd(0),
  cost_with_fetches: usd(2),
  tokens_per_task: 301_000,
  failures: [],
};

const row = (request: number, prompt: number, fired = false, regretted = 0): ReplayRowAnswer => ({
  request,
  prompt_tokens: prompt,
  cache_read: prompt / 2,
  cache_write: 0,
  uncached: prompt / 2,
  output: 10,
  broke_cache: false,
  cost: usd(1),
  summary_cost: usd(0),
  fired,
  regretted,
  fetches: 0,
  fetch_cost: null,
});

const ANSWER: ReplayAnswer = {
  session: { id: "s", agent: "main", window: 200_000 },
  assumption: "The logged path is kept.",
  fetch_price: null,
  replays: [
    {
      policy: { id: "logged", kind: "logged", recipe: null, trigger: null, floor: null, horizon: null },
      rows: [row(0, 100_000), row(2, 200_000)],
      totals: TOTALS,
    },
    {
      policy: { id: "roo-truncate", kind: "recipe", recipe: "roo-truncate", trigger: {}, floor: null, horizon: null },
      rows: [row(0, 100_000), row(2, 80_000, true, 3)],
      totals: {
        ...TOTALS,
        cost: usd(1.5),
        fired: 1,
        regretted: 3,
        fetches: 2,
        cost_with_fetches: usd(1.7),
        cost_against_logged: usd(-0.5),
        over_window: 1,
        failures: ["unknown-strategy"],
      },
    },
  ],
};

/** The replay with enough requests for an interval, and three lost facts. */
const FORGETFUL: ReplayAnswer = {
  ...ANSWER,
  replays: ANSWER.replays.map((replay, index) => ({
    ...replay,
    rows: Array.from({ length: 40 }, (_, at) => ({ ...row(at, 1000), cost: usd(index === 0 ? 0.05 : 0.0375) })),
  })),
};

/** With one lost fact. */
const LONG: ReplayAnswer = {
  ...FORGETFUL,
  replays: FORGETFUL.replays.map(({ totals, ...replay }) => ({
    ...replay,
    totals: { ...totals, regretted: Math.min(1, totals.regretted) },
  })),
};

const CHOICES: PolicyChoice[] = [{ slot: 3, id: "roo-truncate", params: {}, percent: 80, regrowth: null }];
const LOGGED = [
  { index: 0, prompt_tokens: 100_000, cache_read: 50_000, cost: usd(1) },
  { index: 2, prompt_tokens: 200_000, cache_read: 100_000, cost: usd(1.01) },
];

test("a policy that folds shows how much of its cost the summaries are", () => {
  const [logged, ...others] = ANSWER.replays;
  const folding = others.map((replay) => ({
    ...replay,
    totals: {
      ...replay.totals,
      summary_calls: 2,
      summary_cost: usd(0.6),
      summary_cost_range: { least: usd(0.4), most: usd(0.8) },
    },
  }));
  const answer = { ...ANSWER, replays: logged ? [logged, ...folding] : folding };
  const { table } = toReplayView(answer, [], []);
  expect(table[0]?.summaries).toBeNull();
  expect(table[1]?.summaries).toBe("includes ~$0.600 (~$0.400 to ~$0.800) for 2 summary calls");
});

describe("a replay as the page draws it", () => {
  const view = toReplayView(ANSWER, CHOICES, LOGGED);

  test("a series keeps its strategy's slot; cost and lost facts accumulate, and the read share covers all requests so far", () => {
    const [logged, cut] = view.series;
    expect(logged).toMatchObject({ label: "as logged", style: "logged", fired: [] });
    expect(cut).toMatchObject({
      label: "Roo Code: sliding window at 80\u202f%",
      name: "Roo Code: sliding window",
      style: 3,
      fired: [1],
    });
    expect(cut?.values).toEqual({ window: [100_000, 80_000], cost: [1, 2], regret: [0, 3], read: [0.5, 0.5] });
  });

  test("a request counts as identical only if tokens, reads and money agree", () => {
    expect([view.identical, view.requests]).toEqual([1, 2]);
  });

  test("the table marks what is modelled, and colours what is cheaper than the log", () => {
    const [logged, cut] = view.table;
    expect(logged).toMatchObject({
      tokens: "301.0k",
      withRefetches: "in the log",
      cost: "$2.00",
      against: "–",
      tone: null,
    });
    expect(cut).toMatchObject({
      cost: "~$1.50",
      costWithFetches: "~$1.70",
      against: "~$0.300 less",
      tone: "good",
      over: "1",
      readPercent: "~\u200a90.0",
      detail: "",
    });
    expect(logged?.readPercent).toBe("90.0");
    expect([logged?.peak, cut?.peak, cut?.breaks, cut?.regrets]).toEqual(["200.0k", "~200.0k", "0", "~3"]);
    expect([logged?.failure, cut?.failure]).toEqual([null, "unknown-strategy"]);
  });

  test("the verdict charges fetches as modelled, or at the reader's price", () => {
    expect(toReplayView(LONG, CHOICES, LOGGED).verdict).toMatchObject({
      tone: "good",
      text: "Roo Code: sliding window at 80\u202f% is the cheapest: ~$1.70 including fetches, ~$0.300 less than the log: \u221225\u202f% (\u221225 to \u221225). It loses 1 fact that the agent needed later; the log lost 0.",
    });
    expect(view.ownFetch).toBeNull();
    expect(toReplayView(ANSWER, CHOICES, LOGGED, { setPrice: 0.3 }).verdict).toMatchObject({ tone: "none" });
    expect(toReplayView(ANSWER, CHOICES, LOGGED, { setPrice: 0 }).table[1]?.costWithFetches).toBe("~$1.50");
  });

  test("the log's fetches give the price of a fetch, which the reader can change", () => {
    const answer = {
      ...ANSWER,
      fetch_price: { price: usd(0.3), range: { low: usd(0.1), high: usd(0.5) }, basis: "logged" as const, fetches: 27 },
    };
    const own = toReplayView(answer, CHOICES, LOGGED);
    expect(own.ownFetch).toEqual({ price: 0.3, note: "measured after 27 compactions in these logs: $0.10 to $0.50" });
    expect(own.verdict).toMatchObject({ tone: "none" });
    const long = { ...answer, replays: LONG.replays };
    expect(toReplayView(long, CHOICES, LOGGED, { setPrice: 0.1 }).verdict).toMatchObject({ tone: "good" });
  });

  test("a policy that forgets more than advice allows is named, and not recommended", () => {
    // 3 in 40 requests are 7.5 per 100; with a log that lost none, 3 are allowed.
    expect(toReplayView(FORGETFUL, CHOICES, LOGGED).verdict).toMatchObject({
      tone: "none",
      text: "Roo Code: sliding window at 80\u202f% costs least, ~$1.70 including fetches, but loses 3 facts that the agent needed later; the log lost 0. That is more than advice allows.",
    });
  });

  test("with fewer than thirty requests, names no cheapest policy", () => {
    expect(view.verdict).toMatchObject({
      tone: "none",
      text: expect.stringMatching(/^Fewer than 30 requests are too few/),
    });
  });

  test("if no strategy ran, or nothing has a price, no policy is recommended", () => {
    const idle = ANSWER.replays.map((replay) => ({ ...replay, totals: { ...replay.totals, fired: 0 } }));
    expect(toReplayView({ ...ANSWER, replays: idle }, CHOICES, LOGGED).verdict?.text).toMatch(/^No strategy ran/);
    const unpriced = ANSWER.replays.map((replay) => ({ ...replay, totals: { ...replay.totals, cost: null } }));
    expect(toReplayView({ ...ANSWER, replays: unpriced }, CHOICES, LOGGED).verdict).toBeNull();
  });

  test("a strategy that never ran is marked, and not counted with those that did", () => {
    const [logged, cut] = LONG.replays;
    if (!logged || !cut) throw new Error("no replays");
    const idle = { ...cut, policy: { ...cut.policy, id: "winnow" }, totals: { ...cut.totals, fired: 0, failures: [] } };
    const { verdict, table } = toReplayView({ ...LONG, replays: [logged, idle, cut] }, CHOICES, LOGGED);
    expect(verdict?.detail).toContain("of 1 policy, 1 clearly cost less");
    expect(table.map(({ isIdle }) => isIdle)).toEqual([false, true, false]);
  });

  test("without prices and counters nothing is invented", () => {
    const bare = [{ ...row(0, 10), cache_read: null, cost: null }];
    const replays = [
      {
        policy: { id: "logged", kind: "logged" as const, recipe: null, trigger: null, floor: null, horizon: null },
        rows: bare,
        totals: { ...TOTALS, cost: null },
      },
    ];
    const [series] = toReplayView({ ...ANSWER, replays }, [], []).series;
    expect(series?.values).toMatchObject({ cost: [null], read: [null] });
  });

  test("all policies at one request, in words", () => {
    expect(atRequest(view, "window", 1).map(({ text }) => text)).toEqual(["200.0k", "~80.0k"]);
    expect(atRequest(view, "cost", 1).map(({ text }) => text)).toEqual(["$2.00", "~$2.00"]);
    expect(atRequest(view, "regret", 0).map(({ text }) => text)).toEqual(["0", "0"]);
    expect(atRequest(view, "regret", 1).map(({ text }) => text)).toEqual(["0", "~3"]);
    expect(atRequest(view, "cost", 9).map(({ text }) => text)).toEqual(["unknown", "unknown"]);
  });

  test("what is partial in the log is a lower bound for every policy", () => {
    const replays = ANSWER.replays.map((replay) => ({ ...replay, totals: { ...replay.totals, cost_is_floor: true } }));
    const { series } = toReplayView({ ...ANSWER, replays }, CHOICES, LOGGED);
    expect(series.map(({ costSign }) => costSign)).toEqual(["≥", "≥"]);
  });

  test("the lines are exported to a spreadsheet, one row per request, raw", () => {
    const { columns, records } = replayRecords(view);
    expect(columns).toHaveLength(11);
    expect(records).toEqual([
      [1, 100_000, 0.5, 0, 1, false, 100_000, 0.5, 0, 1, false],
      [2, 200_000, 0.5, 0, 2, false, 80_000, 0.5, 3, 2, true],
    ]);
  });
});

describe("the choice of policies", () => {
  test("survives a link", () => {
    const choice = { slot: 2, id: "swe-agent-last-n", params: { n: 10, text: "a~b:c" }, percent: 65, regrowth: null };
    for (const regrowth of [null, 0, 20_000])
      expect(decodePolicy(encodePolicy({ ...choice, regrowth }))).toEqual({ ...choice, regrowth });
    expect(changesOf(choice)).toBe(2);
    expect(policyDetail({ ...choice, regrowth: 20_000 })).toBe("n 10, text a~b:c, again after 20,000 tokens");
    expect(changesOf({ ...choice, regrowth: 0 })).toBe(3);
    for (const text of ["", "80-x:1.roo", "roo-truncate", "0:1.roo", "101:1.roo", "80:9.roo", "x:1.roo"])
      expect(decodePolicy(text)).toBeNull();
  });

  test("a strategy that decides itself when to run uses its own trigger, unless the reader gives a share", () => {
    const [own, cut] = ["winnow", "roo-truncate"].reduce<PolicyChoice[]>(addPolicy, []) as [PolicyChoice, PolicyChoice];
    expect([own.percent, cut.percent]).toEqual([null, 80]);
    expect(policyLabel(own)).toBe("Winnow at its own trigger");
    expect(encodePolicy(own)).toBe("own:1.winnow");
    for (const choice of [own, { ...own, regrowth: 5000 }, { ...own, percent: 80 }])
      expect(decodePolicy(encodePolicy(choice))).toEqual(choice);
    expect(JSON.parse(replayRequest("s", "main", [own, { ...own, id: "b", regrowth: 9 }])).policies.slice(2)).toEqual([
      { id: "winnow", recipe: "winnow", trigger: {} },
      { id: "b", recipe: "b", trigger: { regrowth: 9 } },
    ]);
    expect(triggerOptions(own)[0]).toEqual({ value: "own", label: "at its own trigger" });
    expect(triggerOptions(own).map(({ value }) => toPercent(value))).toEqual([null, 40, 50, 60, 70, 80, 90, 95]);
    expect(triggerOptions({ ...cut, percent: 65 }).map(({ value }) => toPercent(value))).toEqual([
      40, 50, 60, 65, 70, 80, 90, 95,
    ]);
    expect(decodePolicy("own:2.roo-truncate")).toMatchObject({ percent: 80 });
  });

  test("the strategies with their own trigger are those that replay lets decide themselves", () => {
    const deciding = STRATEGIES.filter(({ hasOwnTrigger }) => hasOwnTrigger === true).map(({ id }) => id);
    expect([...OWN_TRIGGER]).toEqual(deciding);
  });

  test("uses the first free slot, at most six, each strategy once", () => {
    const six = ["a", "b", "c", "d", "e", "f", "g", "a"].reduce<PolicyChoice[]>(addPolicy, []);
    expect(six.map(({ slot, id }) => `${slot}${id}`)).toEqual(["1a", "2b", "3c", "4d", "5e", "6f"]);
    const freed = addPolicy(removePolicy(six, "b"), "z");
    expect(freed.at(-1)).toMatchObject({ slot: 2, id: "z", percent: 80 });
    const changed = changePolicy(freed, "z", (choice) => ({ ...choice, percent: 50 }));
    expect(changed.map((choice) => policyLabel(choice)).slice(-2)).toEqual(["f at 80\u202f%", "z at 50\u202f%"]);
  });

  test("always requests the log and the policy that keeps everything", () => {
    expect(JSON.parse(replayRequest("s", "main", CHOICES))).toEqual({
      session: { id: "s" },
      agent: "main",
      policies: ["logged", "keep-all", { id: "roo-truncate", recipe: "roo-truncate", trigger: { fraction: 0.8 } }],
    });
    const [choice] = CHOICES as [PolicyChoice];
    const grown = JSON.parse(replayRequest("s", "main", [{ ...choice, params: { fraction: 0.4 }, regrowth: 5000 }]));
    expect(grown.policies[2]).toEqual({
      id: "roo-truncate",
      recipe: { id: "roo-truncate", params: { fraction: 0.4 } },
      trigger: { fraction: 0.8, regrowth: 5000 },
    });
  });
});

test("in Chinese, nothing stays English", () => {
  const chinese = sayIn("zh", chineseOf(["common", "session", "timeline", "results", "replay", "runs", "strategies"]));
  const [logged, cut] = ANSWER.replays;
  const folding = cut && { ...cut, totals: { ...cut.totals, summary_calls: 2, summary_cost: usd(0.6) } };
  const answer = {
    ...ANSWER,
    assumption: REPLAY_ASSUMPTION,
    fetch_price: { price: usd(0.1), range: { low: usd(0.05), high: usd(0.2) }, basis: "logged" as const, fetches: 30 },
    replays: [logged, folding].flatMap((replay) => replay ?? []),
  };
  const choices = [...CHOICES, { slot: 1, id: "winnow", params: {}, percent: null, regrowth: 20_000 }];
  const views = [null, 0, 3].map((setPrice) => toReplayView(answer, choices, LOGGED, { setPrice }, chinese));

  for (const { table, series, verdict, assumption, ownFetch } of views) {
    const texts = [
      table.map(({ style: _, id: __, tone: ___, ...texts }) => texts),
      series.map(({ label }) => label),
      [verdict?.text, verdict?.detail, assumption, ownFetch?.note],
    ];
    expect(englishIn(texts, ["Roo", "Winnow", "unknown-strategy"])).toEqual([]);
  }
  const names = choices.flatMap((choice) => [policyLabel(choice, chinese), policyDetail(choice, chinese)]);
  expect(
    englishIn(
      [names, triggerOptions(choices[1] as PolicyChoice, chinese).map(({ label }) => label)],
      ["Winnow", "Roo"],
    ),
  ).toEqual([]);
});
