import { expect, test } from "vitest";
import { leaderboardHtml, leaderboardMarkdown } from "@/lib/benchmark/leaderboard";
import { type BenchmarkResults, benchmarkResults, type Figure, type StrategyResult } from "@/lib/benchmark/results";

const known = (value: number): Figure => ({ value, low: value - 0.01, high: value + 0.01, sessions: 24 });
const UNKNOWN: Figure = { value: null, low: null, high: null, sessions: 0 };

const strategy = (id: string, cost: Figure, kind: StrategyResult["kind"] = "module"): StrategyResult => ({
  ...{ id, kind, ran: "the program itself", sha256: null, milliseconds: { median: 3, p95: 9 } },
  figures: {
    whole: { cost, lost_per_100: known(1), over_window: 0, fired: 4, requests: 900 },
    cuts: {
      ...{
        count: 72,
        prompt_saved: known(0.3),
        touched_saved: UNKNOWN,
        bill_saved: known(-0.2),
        needed_kept: known(0.9),
      },
      ...{ identifiers_kept: known(0.9), runs_kept: known(0.9), rare_words_kept: known(0.9) },
    },
    ...{ calls: 80, applied: 70, failed: { "timed-out": 2 } },
  },
});

const results = (strategies: StrategyResult[], change: Partial<BenchmarkResults> = {}): BenchmarkResults =>
  benchmarkResults.parse({
    ...{ benchmark: "winnow", format: 1, manifest: "2026-11-28", measures: 5, part: "public" },
    settings: { cuts: 3, at: 100_000, body: "anthropic" },
    sessions: { asked: 24, measured: 24, repositories: 11, left_out: [] },
    strategies,
    figures_sha256: "0".repeat(64),
    run: {
      ...{ by: "A vendor", command: "winnow bench module:./mine.mjs", winnow: "0.1.0", node: "v22", platform: "linux" },
      ...{ processor: "AMD", cores: 2, memory_gb: 8, started: "2026-11-28T09:00:00Z", seconds: 60 },
    },
    ...change,
  });

const rowsOf = (page: string) => page.split("\n").filter((line) => /^\| (?!strategy|---)/.test(line));

test("the cheapest comes first; unknown costs come last, as a word", () => {
  const page = leaderboardMarkdown([
    results([strategy("none", UNKNOWN), strategy("high", known(1.2)), strategy("low", known(0.8))]),
  ]);
  expect(rowsOf(page).map((row) => row.split(" | ")[0])).toEqual(["| low", "| high", "| none"]);
  expect(rowsOf(page)[2]).toContain("| unknown |");
  expect(page).toContain("−20.0 %");
  expect(page).toContain("2 timed-out of 80");
});

test("too few sessions are not ranked, and the page says so", () => {
  const few = { sessions: { asked: 8, measured: 8, repositories: 8, left_out: [] } };
  const page = leaderboardMarkdown([results([strategy("high", known(1.2)), strategy("low", known(0.8))], few)]);
  expect(rowsOf(page).map((row) => row.split(" | ")[0])).toEqual(["| high", "| low"]);
  expect(page).toContain("Too few sessions to rank.");
});

test("sessions without a cost do not count for a ranking by cost", () => {
  const log = strategy("the log", { ...known(1), sessions: 8 }, "reference");
  const page = leaderboardMarkdown([results([log, strategy("high", known(1.2)), strategy("low", known(0.8))])]);
  expect(rowsOf(page).map((row) => row.split(" | ")[0])).toEqual(["| the log", "| high", "| low"]);
  expect(page).toContain("Too few sessions to rank.");
});

test("results for other sessions or settings are in a separate table, with references once in each", () => {
  const reference = strategy("the log", known(1), "reference");
  const one = results([reference, strategy("one", known(0.9))]);
  const same = results([reference, strategy("two", known(0.8))]);
  const other = results([reference, strategy("three", known(0.7))], {
    settings: { cuts: 3, at: 50_000, body: "anthropic" },
  });
  const page = leaderboardMarkdown([one, same, other]);
  expect(page.match(/^## .*sessions of the public part/gm)).toHaveLength(2);
  expect(rowsOf(page).map((row) => row.split(" | ")[0])).toEqual([
    "| two",
    "| one",
    "| the log",
    "| three",
    "| the log",
  ]);
});

test("a submission's texts are text, never markup", () => {
  const evil = "<img src=x onerror=alert(1)> | [link](https://evil.example) `code`\n# head\u202e";
  const { run } = results([]);
  const file = results([{ ...strategy(evil, known(0.9)), ran: evil }], { run: { ...run, by: evil, command: evil } });
  const html = leaderboardHtml([file]);
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(html).not.toContain("<script");
  expect(html).toContain("default-src 'none'");
  expect(`${html}${leaderboardMarkdown([file])}`).not.toContain("\u202e");
  const markdown = leaderboardMarkdown([file]);
  expect(markdown).not.toMatch(/(?<!\\)<img/);
  expect(markdown).not.toContain("](https://");
  expect(markdown).not.toMatch(/^# head/m);
  expect(rowsOf(markdown)).toHaveLength(1);
});

test("results of two Winnow versions that read the sessions differently are in two tables", () => {
  const file = (cost: number) => results([strategy("the log", known(cost), "reference"), strategy("mine", known(0.8))]);
  expect(leaderboardMarkdown([file(1), file(1.02)]).match(/^## 24 sessions/gm)).toHaveLength(2);
  expect(leaderboardMarkdown([file(1), file(1)]).match(/^\| mine/gm)).toHaveLength(1);
});
