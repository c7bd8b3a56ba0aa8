import { describe, expect, test } from "vitest";
import type { BillPartAnswer, TwoArmsAnswer } from "@/lib/api/schemas/two-arms";
import { armNames, type TwoArmsChoice, twoArmsBodyOf } from "@/lib/view-models/two-arms/two-arms-choice";
import { toTwoArmsView } from "@/lib/view-models/two-arms/two-arms-view";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { englishIn } from "../../../support/english-in";

const part = (name: BillPartAnswer["part"], a: number, b: number, spread: number): BillPartAnswer => {
  const change = a === 0 ? null : { mean: b / a - 1, low: b / a - 1 - spread, high: b / a - 1 + spread };
  return { part: name, a, b, change, difference: { mean: b - a, low: b - a - spread * a, high: b - a + spread * a } };
};

const ANSWER: TwoArmsAnswer = {
  verdict: "noise",
  unit: "usd",
  pair_by: "prompt",
  pairs: 21,
  parts: [
    part("turns", 24.1, 24.9, 0.1),
    part("plainInput", 0, 0, 0),
    part("reads", 0.412, 0.331, 0.1),
    part("writes", 0.288, 0.347, 0.15),
    part("output", 0.196, 0.204, 0.1),
    part("others", 0, 0.011, 0),
    part("total", 0.896, 0.893, 0.08),
  ],
  tasks: [
    {
      title: "Retries",
      a: { sessions: ["a1"], amount: 1.42 },
      b: { sessions: ["b1", "b2"], amount: 1.19 },
      change: -0.162,
    },
    { title: "Labels", a: { sessions: ["a2"], amount: 0 }, b: { sessions: ["b3"], amount: 0.6 }, change: null },
  ],
  left_out: [
    { id: "x", title: "X", arm: "a", reason: "other-model" },
    { id: "y", title: "Y", arm: "a", reason: "no-partner" },
    { id: "z", title: "Z", arm: "b", reason: "no-partner" },
  ],
  repeats: { tasks: 8, difference: 0.114 },
  needed: { five: 54, ten: 14 },
  visible: 0.08,
  models: { a: ["m"], b: ["m"] },
  output_floors: 0,
};
const CHOICE: TwoArmsChoice = {
  by: "date",
  date: "",
  client: "",
  a: "",
  b: "",
  handA: [],
  handB: [],
  pair: "prompt",
  unit: "usd",
};
const NAMES = { a: "off", b: "headroom" };

describe("the sentence", () => {
  test("a difference within the noise is unclear, and the detail says what changed in money", () => {
    const { chip, sentence, detail } = toTwoArmsView(ANSWER, NAMES);
    expect(chip).toBe("unclear");
    expect(sentence).toBe("headroom: 0.3 % cheaper per task, within the noise (−8.3 to +7.7).");
    expect(detail).toBe("What changed, per task: reads −$0.0810, writes +$0.0590, other agents +$0.0110.");
  });

  test("a certain difference, in either direction, has an interval without signs, with the closer end first", () => {
    const of = (verdict: TwoArmsAnswer["verdict"], b: number) =>
      toTwoArmsView({ ...ANSWER, verdict, parts: [part("total", 1, b, 0.05)] }, NAMES);
    expect(of("cheaper", 0.85)).toMatchObject({
      chip: null,
      sentence: "headroom: 15.0 % cheaper per task (10.0 to 20.0).",
    });
    expect(of("dearer", 1.15).sentence).toBe("headroom: 15.0 % more expensive per task (10.0 to 20.0).");
  });

  test("says if there are too few pairs, or none", () => {
    const few = toTwoArmsView({ ...ANSWER, verdict: "too-few", pairs: 1, parts: [part("total", 1, 0.9, 0.3)] }, NAMES);
    expect(few).toMatchObject({
      chip: "no verdict",
      sentence: "headroom: no verdict from 1 pair; so far 10.0 % cheaper per task (−40.0 to +20.0).",
    });
    const none = toTwoArmsView({ ...ANSWER, verdict: "too-few", pairs: 0, parts: [], tasks: [] }, NAMES);
    expect(none).toMatchObject({ sentence: "No task of A was done in B.", rows: [], bars: [], scale: 0.1 });
  });
});

test("the rows contain shares with their place in the plot, and money for a part that only B has", () => {
  const { rows, scale } = toTwoArmsView(ANSWER, NAMES);
  const row = (name: string) => rows.find((entry) => entry.part === name);
  expect(scale).toBe(0.4);
  expect(row("turns")).toMatchObject({ a: "24.1", b: "24.9", change: "+3.3 %", verdict: "noise", tone: "quiet" });
  expect(row("reads")).toMatchObject({ a: "$0.412", b: "$0.331", change: "−19.7 %", verdict: "", tone: "good" });
  expect(row("reads")?.plot).toEqual({
    low: expect.closeTo(0.1293, 3),
    mean: expect.closeTo(0.2543, 3),
    high: expect.closeTo(0.3793, 3),
    isSure: true,
  });
  expect(row("others")).toMatchObject({ change: "+$0.0110", tone: "bad", plot: null });
  expect(row("plainInput")).toMatchObject({ change: "–", verdict: "", plot: null });
});

test("groups compared as a whole have no repeats", () => {
  const { noise } = toTwoArmsView({ ...ANSWER, pair_by: "none", repeats: { tasks: 0, difference: null } }, NAMES);
  expect(noise).toMatch(/^Without pairs, repeats of a task look the same as other tasks\. With/);
});

test("bars share one scale; pairs and skipped sessions are described in words", () => {
  const { bars, pairs, leftOut, noise, needed } = toTwoArmsView(ANSWER, NAMES);
  const sum = (index: number) => bars[index]?.parts.reduce((total, { share }) => total + share, 0);
  expect(sum(0)).toBeCloseTo(1, 6);
  expect(sum(1)).toBeCloseTo(0.893 / 0.896, 6);
  expect(pairs).toMatchObject([
    { change: "−16.2 %", bar: -1, note: "1 vs. 2 sessions" },
    { change: "–", bar: 0, note: null },
  ]);
  expect(leftOut.map(({ text, sessions }) => [sessions.length, text])).toEqual([
    [2, "the other group has no session of this task"],
    [1, "another model in the other group"],
  ]);
  expect(noise).toBe(
    "8 tasks were done more than once in the same group; the bills differ by 11.4 % on average. With 21 pairs, a saving under about 8.0 % cannot be detected.",
  );
  expect(needed).toBe(
    "Enough to detect a saving of 5 %: about 54 pairs. Enough to detect a saving of 10 %: the pairs you have. Both groups used the same models.",
  );
});

describe("the choice", () => {
  const asked = (choice: Partial<TwoArmsChoice>) => twoArmsBodyOf({ ...CHOICE, ...choice });

  test("is not a question before it is complete", () => {
    expect(asked({})).toBeNull();
    expect(asked({ date: "10 February" })).toBeNull();
    expect(asked({ by: "folder", a: "/x", b: "/x" })).toBeNull();
    expect(asked({ by: "hand", handA: ["1"] })).toBeNull();
  });

  test("becomes filters of the API", () => {
    expect(asked({ date: "2026-02-10" })).toMatchObject({
      a: { before: "2026-02-10" },
      b: { from: "2026-02-10" },
      pair_by: "prompt",
    });
    expect(asked({ by: "client", a: "Codex", b: "OpenCode", pair: "none", unit: "tokens" })).toMatchObject({
      a: { client: "Codex" },
      b: { client: "OpenCode" },
      pair_by: "none",
      unit: "tokens",
    });
    expect(asked({ by: "hand", handA: ["1"], handB: ["2"] })).toMatchObject({
      a: { sessions: ["1"] },
      b: { sessions: ["2"] },
    });
  });

  test("names the groups", () => {
    expect(armNames({ ...CHOICE, by: "folder", a: "/work/headroom-off/", b: "C:\\work\\headroom-on" })).toEqual({
      a: "headroom-off",
      b: "headroom-on",
    });
    expect(armNames({ ...CHOICE, date: "2026-02-10" })).toEqual({ a: "before 2026-02-10", b: "since 2026-02-10" });
  });
});

test("in Chinese, nothing stays English", () => {
  const chinese = sayIn("zh", chineseOf(["common", "arms"]));
  const names = armNames({ ...CHOICE, by: "date", date: "2026-02-10" }, chinese);
  const answers: readonly TwoArmsAnswer[] = [
    { ...ANSWER, output_floors: 2 },
    { ...ANSWER, verdict: "too-few", pair_by: "none", needed: { five: null, ten: null } },
    { ...ANSWER, verdict: "cheaper", parts: [part("total", 1, 0.85, 0.05)], repeats: { tasks: 0, difference: null } },
    {
      ...ANSWER,
      verdict: "dearer",
      parts: [part("reads", 1, 1.1, 0.4), part("total", 1, 1.1, 0.4)],
      models: { a: [], b: ["m"] },
    },
    {
      ...ANSWER,
      parts: [],
      left_out: (["no-bill", "no-key"] as const).map((reason) => ({ id: "x", title: "X", arm: "a", reason })),
    },
  ];
  for (const answer of answers) {
    const { rows, pairs, leftOut, ...view } = toTwoArmsView(answer, names, chinese);
    const texts = [
      { ...view, bars: view.bars.map(({ arm, parts }) => [arm, parts.map(({ title }) => title)]) },
      rows.map(({ title, note, verdict }) => [title, note, verdict]),
      pairs.map(({ note }) => note),
      leftOut.map(({ text }) => text),
    ];
    expect(englishIn(texts)).toEqual([]);
  }
});
