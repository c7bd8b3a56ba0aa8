import { expect, test } from "vitest";
import { costWords, PARAMETER_SENTENCES } from "@/components/compare/shared/strategy-words";
import type { Judgement } from "@/lib/api/schemas/judge";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { accountText, planText, toJudgeRows } from "@/lib/view-models/compare/judge-view";
import { netText } from "@/lib/view-models/compare/matrix-cells";
import { recipeFault } from "@/lib/view-models/compare/recipe-fault";
import { toFormFields } from "@/lib/view-models/compare/strategy-form";
import { summarySentence } from "@/lib/view-models/compare/summary-calls";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { englishIn } from "../../../support/english-in";
import { sketchAnswer } from "../../../support/sketch-answer";

const chinese = sayIn(
  "zh",
  chineseOf(["common", "session", "timeline", "results", "compare", "judge", "measures", "runs", "strategies"]),
);
test("a strategy's cost is in Chinese", () => {
  const costs = listPlainStrategies().map(({ guide }) => costWords(guide.cost, chinese));
  expect(englishIn([...new Set(costs)])).toEqual([]);
});

test("sentences with a value match existing descriptions", () => {
  const descriptions = listPlainStrategies().flatMap(({ params }) =>
    toFormFields(params).map((field) => field.description),
  );
  for (const text of PARAMETER_SENTENCES) {
    const [start = ""] = text.split("{");
    expect(descriptions.some((description) => description.startsWith(start))).toBe(true);
  }
});

test("limits and units of parameters are in Chinese", () => {
  const fields = listPlainStrategies().flatMap(({ params }) => toFormFields(params, chinese));
  expect(englishIn(fields.map(({ limits }) => limits))).toEqual([]);
  const units = new Set(fields.map(({ unit }) => chinese.known(unit)));
  expect(englishIn([...units].filter((unit) => unit !== "token"))).toEqual([]);
});

test("a recipe's error says what is expected; field names stay", () => {
  const wrong = [3, "", { id: 1 }, { step: 1 }, { ladder: [] }, { pipe: 1 }, { orElse: [] }, { run: "a" }, {}];
  const messages = wrong.map((recipe) => recipeFault(recipe, "$", chinese)?.message);
  const names = ["params", "step", "pipe", "orElse", "when", "run", "until", "ladder", "select", "transform"];
  expect(messages).not.toContain(undefined);
  expect(englishIn(messages, names)).toEqual([]);
});

test("a judgement: its rows, its plan and its costs", () => {
  const candidates = [{ name: "winnow", dimensions: { accuracy: 4 }, spread: { accuracy: [4, 4] as const } }];
  const calls = { made: 64, input_tokens: 12_000, output_tokens: 900, cost: null };
  const judged = { model: "m", answer_model: "m", repeats: 1, candidates, calls };
  const judge = sketchAnswer<Judgement>({ status: "judged", ...judged });
  const others = [
    judge,
    sketchAnswer<Judgement>({ ...judged, answer_model: "n", repeats: 2, calls: { ...calls, input_tokens: null } }),
  ];
  const rows = toJudgeRows([{ accuracy: 3 }], judge, chinese).map(({ id: _, ...texts }) => texts);
  const told = others.map((other) => accountText(other, chinese));
  const plan = planText({ questions: 8, calls: 64, input_tokens: 1_203_400 }, chinese);
  expect(englishIn([rows, told, plan])).toEqual([]);
});

test("who wrote the summaries is in Chinese", () => {
  const call = { model: "m", input_tokens: 12_000, output_tokens: 800, cost: null, ms: 4_200, analysis: null };
  expect(englishIn(summarySentence([call], chinese))).toEqual([]);
});

test("the change of money before a run is in Chinese", () => {
  const texts = [-0.0301, 0.2, 0].map((amount) => netText({ amount }, chinese));
  expect(englishIn([...texts, netText(null, chinese)])).toEqual([]);
});
