import { describe, expect, test } from "vitest";
import { changesIn, runTitle, STALE_SENTENCES } from "@/components/runs/run-words";
import { staleReasons } from "@/lib/api/run-staleness";
import type { CorpusResult, CorpusRow } from "@/lib/api/schemas/corpus";
import type { WholeJudgement } from "@/lib/api/schemas/judge";
import type { ComparisonSummary, EvaluationSummary, ReplaySummary } from "@/lib/api/schemas/run";
import { CRITERIA } from "@/lib/evaluation/judge/criteria";
import { NO_ADVICE_TITLE } from "@/lib/view-models/advice/advice-words";
import { accountText, planText, toJudgeRows } from "@/lib/view-models/compare/judge-view";
import { corpusNote, corpusProgress, toCorpusRows, toCorpusTradeOff } from "@/lib/view-models/corpus/corpus-table";
import { rerunLink, toRunTable } from "@/lib/view-models/runs/run-table";
import { corpusTitle, runTitle as newTitle } from "@/lib/view-models/runs/run-title";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { englishIn } from "../../../support/english-in";
import { sketchAnswer } from "../../../support/sketch-answer";

const loss = (recall: number, needed = 10): Omit<EvaluationSummary, "stats"> => ({
  validity: { valid: recall > 0.1 },
  hindsight: { needed, recall, span_recall: recall, regret_total: 3 },
  artifact_trail: { f1: 0.5 },
  dimensions: { overall: null },
});

describe("a saved run as a table", () => {
  test("comparison: a row per strategy, and what is unknown is marked", () => {
    const result = (
      id: string,
      status: ComparisonSummary["results"][number]["status"],
      evaluation: ReturnType<typeof loss> | null,
    ) => ({
      strategy: { id, version: "1" },
      status,
      stats: { tokens_after: 1_200, saved_fraction: 0.4 },
      cache: { net_cost_after_10_requests: id === "a" ? { amount: 0.25, currency: "USD" as const } : null },
      evaluation,
    });
    const results = [result("a", "applied", loss(0.9)), result("b", "noop", null), result("c", "applied", loss(0, 0))];
    const { heads, rows } = toRunTable({
      kind: "comparison",
      result: { original: { tokens_before: 2_000, request: 3 }, results },
    });
    expect(heads).toHaveLength(9);
    for (const { cells } of rows) expect(cells).toHaveLength(heads.length - 1);
    expect(rows.map(({ name }) => name)).toEqual(["a", "b (noop)", "c"]);
    expect(rows[0]?.cells.join(" | ")).toBe(
      "1,200 | 40.0\u202f% | ~\u200a90.0\u202f% | 3 | 50.0\u202f% | – | valid | ~$0.250 more",
    );
    expect(rows[1]?.cells.at(-1)).toBe("unknown");
    expect(rows[2]?.cells.slice(2, 7)).toEqual(["no evidence", "–", "50.0\u202f%", "–", "not valid"]);
  });

  test("replay, an evaluation, and one with a judge", () => {
    const totals = {
      tokens_per_task: 5,
      peak_prompt_tokens: 6,
      cost: { amount: 2, currency: "USD" as const },
      cost_is_floor: true,
      cost_against_logged: { amount: -1, currency: "USD" as const },
      read_share: null,
      fired: 1,
      regretted: 0,
    };
    const replay = toRunTable({
      kind: "replay",
      result: sketchAnswer<ReplaySummary>({ replays: [{ policy: { id: "logged" }, totals }] }),
    });
    expect(replay.rows[0]).toMatchObject({ name: "logged", cells: expect.arrayContaining(["≥ $2.00", "unknown"]) });
    expect(replay.rows[0]?.cells).toHaveLength(replay.heads.length - 1);
    const stats = { tokens_before: 8, tokens_after: 7, saved_fraction: 0.1 };
    const plain = toRunTable({ kind: "evaluation", result: { ...loss(0.5), stats } });
    expect(plain.rows[0]?.name).toBe("compressed");
    expect(plain.rows[0]?.cells).toHaveLength(plain.heads.length - 1);
    const candidates = [
      { name: "winnow", dimensions: { accuracy: 4, overall: 3.5 }, spread: { accuracy: [3, 5] as const } },
    ];
    const judge = { model: "m", repeats: 2, candidates };
    const judged = toRunTable({
      kind: "evaluation",
      result: sketchAnswer<EvaluationSummary>({ ...loss(0.5), stats, judge }),
    });
    expect(judged.rows[0]).toEqual({ name: "winnow", cells: ["4.0 (3.0–5.0)", "–", "–", "–", "–", "–", "3.5"] });
  });

  test("can be repeated where it was made, and nowhere else", () => {
    const run = { id: "r", title: "t", created_at: "", stale: [], session_id: "a b" } as const;
    expect(rerunLink({ ...run, kind: "replay" }, { query: "?p=1" })).toBe("/sessions/a%20b/replay?p=1");
    expect(rerunLink({ ...run, kind: "evaluation" }, { query: "https://evil.example" })).toBe(
      "/sessions/a%20b/compare",
    );
    expect(rerunLink({ ...run, kind: "corpus", session_id: null }, {})).toBe("/all-sessions/strategies");
  });
});

describe("a judge's scores", () => {
  const judge = sketchAnswer<WholeJudgement>({
    status: "judged",
    message: null,
    model: "j",
    answer_model: "a",
    repeats: 3,
    candidates: [
      { name: "x", dimensions: { accuracy: 4.25, overall: 4 }, spread: { accuracy: [4, 4.5], overall: [4, 4] } },
    ],
    calls: { made: 9, failed: 0, invalid_verdicts: 0, input_tokens: 1_000, output_tokens: 50, cost: null },
  });

  test("are next to the proxy, with their spread; without a judge there is only the proxy", () => {
    const rows = toJudgeRows([{ accuracy: 3, overall: 2.5 }], judge);
    expect(rows.map(({ id }) => id)).toEqual([
      "accuracy",
      "context",
      "artifact",
      "completeness",
      "continuity",
      "instruction",
      "overall",
    ]);
    expect(rows[0]?.cells).toEqual([{ proxy: "3.0", judge: "4.3", spread: "4.0–4.5", share: 0.85 }]);
    expect(rows[1]?.cells).toEqual([{ proxy: "–", judge: "–", spread: "", share: null }]);
    expect(rows.at(-1)?.cells[0]?.spread).toBe("4.0 each time");
    expect([rows[0]?.label, toJudgeRows([], null)[0]?.label]).toEqual(["Accuracy", "Facts kept"]);
    expect(toJudgeRows([{ accuracy: 3 }], null)[0]?.cells).toEqual([
      { proxy: "3.0", judge: "–", spread: "", share: 0.6 },
    ]);
  });

  test("each dimension states what a judge asks and how the proxy is computed; their mean has no criteria", () => {
    const rows = toJudgeRows([], null);
    expect(rows.map(({ criteria }) => criteria.length)).toEqual([2, 2, 3, 2, 3, 2, 0]);
    expect(rows.flatMap(({ criteria }) => criteria)).toEqual(CRITERIA.map(({ asks }) => asks));
    for (const { id, madeFrom } of rows)
      expect(madeFrom).toMatch(id === "overall" ? /^The mean of .*\.$/ : /^Computed by rules from: [a-z].*\.$/);
  });

  test("report what they cost, and beforehand what they would cost", () => {
    expect(accountText(judge)).toBe(
      "answered by a, judged by j, 3 verdicts per question; 9 calls, 1,000 tokens in, 50 out, cost unknown",
    );
    expect(planText({ questions: 2, calls: 12, input_tokens: 10_001 })).toBe(
      "12 calls, about 11,000 tokens of prompts",
    );
  });
});

describe("a corpus run", () => {
  const interval = (mean: number) => ({ mean, low: mean - 0.1, high: mean + 0.1 });
  const row = (id: string, saved: number, recall: number, broken = 0): CorpusRow => ({
    id,
    applied: 4,
    broken,
    saved: interval(saved),
    recall: interval(recall),
    version: "1",
    worst_recall: 0.2,
    span_recall: interval(recall),
    reachable: interval(0.8),
    artifact_f1: interval(0.7),
    proxy: null,
  });
  const result: CorpusResult = {
    cuts_per_session: 3,
    sessions: [
      { id: "s", title: "S", cuts: 3 },
      { id: "t", title: "T", cuts: 2 },
    ],
    left_out: [{ id: "u", title: "U", code: "too-short", message: "too short" }],
    oracle_saved: 0.9,
    rows: [row("good", 0.4, 0.9), row("worse", 0.3, 0.8), row("broken", 0.8, 0.85, 2)],
  };

  test("figures with intervals; a result that broke a rule says so and is not on the frontier", () => {
    const rows = toCorpusRows(result);
    expect(rows[0]?.cells[0]).toEqual({ value: "40.0\u202f%", interval: "30.0\u202f% – 50.0\u202f%" });
    expect(rows[0]?.cells.at(-1)?.value).toBe("4 of 5");
    expect(rows[2]?.broken).toBe("not valid at 2 of 5 requests");
    const many = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, title: `S${at}`, cuts: 1 }));
    expect(toCorpusTradeOff({ ...result, sessions: many })?.frontier).toEqual([
      { saved: 0, recall: 1 },
      { saved: 0.4, recall: 0.9 },
    ]);
    const view = toCorpusTradeOff(result);
    expect(view?.frontier).toEqual([]);
    expect(view).toMatchObject({ oracle: 0.9, points: [{ isValid: true }, { isValid: true }, { isValid: false }] });
    expect(toCorpusTradeOff({ ...result, rows: [] })).toBeNull();
    expect(corpusNote(result)).toBe("2 sessions, 5 requests; 1 left out");
  });

  test("is named after its strategies and amount, so that runs can be distinguished", () => {
    expect(corpusTitle(result)).toBe("good, worse, broken over 2 sessions × 3 requests");
    const rows = ["a", "b", "c", "d", "e"].map((id) => row(id, 0.1, 0.9));
    expect(corpusTitle({ ...result, rows })).toMatch(/^a, b, c and 2 more over 2 sessions × /);
  });

  test("progress counts what is done within a session too", () => {
    expect(corpusProgress(null)).toEqual({ text: "starting…", share: 0 });
    const progress = { done: 1, sessions: 4, title: "T", cut: { done: 1, cuts: 2 } };
    expect(corpusProgress(progress)).toEqual({ text: "session 2 of 4: T", share: 0.375 });
    expect(corpusProgress({ done: 4, sessions: 4 })).toEqual({ text: "session 4 of 4", share: 1 });
  });
});

describe("saved runs in Chinese", () => {
  const chinese = sayIn("zh", chineseOf(["common", "session", "timeline", "results", "runs"]));

  test("every reason why a run is stale is recognised", () => {
    const then = {
      parser: 1,
      measures: 1,
      files: { a: "1", b: "1", c: "1" },
      strategies: { winnow: "1" },
      prices: { "claude-opus-4": "1" },
    };
    const one = staleReasons(
      then,
      { parser: 2, measures: 2, files: { a: "2", b: "1", d: "1" }, strategies: {}, prices: {} },
      1,
    );
    const many = staleReasons(then, { ...then, files: { a: "2", b: "2", c: "2" } });
    const texts = [...one, ...many].map((reason) => changesIn({ stale: [reason] }, chinese));
    expect(englishIn(texts, ["winnow", "claude-opus-4"])).toEqual([]);
    const codes = one.map(({ code }) => code);
    expect(new Set([...codes, "price-changed"])).toEqual(new Set(Object.keys(STALE_SENTENCES)));
  });

  test("a comparison is named after the request's number within its agent, as on pages", () => {
    const result = { strategy: { id: "winnow", version: "1" } } as ComparisonSummary["results"][number];
    const titleAt = (number: object) =>
      newTitle("comparison", { original: { tokens_before: 2_000, request: 56, ...number }, results: [result] });
    expect(titleAt({ number: 40 })).toBe("Winnow at #40");
    expect(titleAt({ number: null })).toBe("Winnow");
    expect(titleAt({})).toBe("Winnow");
  });

  test("a server-given name is translated, and a person's stays", () => {
    expect(runTitle({ kind: "comparison", title: "winnow, manus at #1,111" }, chinese)).toBe(
      "winnow, manus（于 #1,111）",
    );
    expect(runTitle({ kind: "comparison", title: "before lunch" }, chinese)).toBe("before lunch");
    expect(runTitle({ kind: "advice", title: "Run winnow at 60k, 3 sessions, stopped early" }, chinese)).toBe(
      "在 60k 时运行 winnow，3 个会话，提前停止",
    );
    for (const title of Object.values(NO_ADVICE_TITLE))
      expect(englishIn(runTitle({ kind: "advice", title }, chinese))).toEqual([]);
  });
});
