import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cacheAnswer, sizesAnswer } from "@/lib/api/answers/compression";
import { evaluationAnswer } from "@/lib/api/answers/evaluation";
import { evaluate } from "@/lib/evaluation/evaluate";
import { METRICS } from "@/lib/evaluation/metrics";
import { figureOf, type Metric, metricLink, pathOf } from "@/lib/evaluation/metrics/metric";
import { findShown } from "@/lib/evaluation/shown";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { recipeSchema } from "@/lib/strategies/recipe/recipe-schema";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { reportRecords } from "@/lib/view-models/compare/comparison-report";
import { sketchComparison } from "../../support/comparison-sketch";
import { quarterCut } from "../../support/cut";
import { sketchSession } from "../../support/sketch-session";
import { testEnvironment } from "../../support/strategy-environment";

const session = sketchSession(`
  user      fix src/cart.ts
  call      a Read {"file_path":"src/cart.ts"}
  usage     read=0 in=10 out=5
  result    a export function totalPrice(items) { return items.reduce(sumPrices, 0); }
  call      b Read {"file_path":"docs/unrelated.md"}
  usage     read=0 in=10 out=5
  result    b see https://example.com/docs and version 4.5.6
  user      go on
  call      c Edit {"file_path":"src/cart.ts","old_string":"export function totalPrice(items) { return items.reduce(sumPrices, 0); }","new_string":"x"}
  usage     read=0 in=10 out=5
`);

describe("the entries", () => {
  test("have a unique name wherever they are listed", () => {
    for (const pick of [({ id }: Metric) => id, ({ key }: Metric) => key, pathOf])
      expect(new Set(METRICS.map(pick)).size).toBe(METRICS.length);
    for (const { id, explanation } of METRICS)
      expect([id, explanation]).toEqual([id, expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  test("are in an answer at their path, with the value that they measure", () => {
    const cut = quarterCut(session, 2);
    const environment = testEnvironment();
    const compression = compressConversation(
      cut.evidence.original,
      recipeSchema.parse({ step: { select: { what: "results" }, transform: { mask: "[gone]" } } }),
      environment,
      {
        force: true,
      },
    );
    const evaluation = evaluate(cut, compression);
    const { evidence, readers } = cut;
    const shown = findShown(evidence, compression.conversation, readers);
    const answer = {
      stats: sizesAnswer(compression.stats),
      cache: cacheAnswer(compression),
      evaluation: evaluationAnswer(evaluation, evidence),
    };
    const measured = METRICS.map((metric) =>
      metric.from === "compression"
        ? metric.measure(compression)
        : metric.measure({ evidence, shown, loss: evaluation.loss }),
    );
    expect(METRICS.map((metric) => figureOf(answer, metric))).toEqual(measured);
    expect(measured.filter((value) => value !== null).length).toBeGreaterThan(METRICS.length / 2);
  });

  test("are columns of the CSV, and rows of the matrix if marked as such", () => {
    const data = sketchComparison({ id: "a", saved: 0.3, recall: 0.8 });
    const input = { title: "", sessionId: "", link: "", data, names: ["a"], recipes: ["a"], force: true };
    expect(reportRecords(input).columns).toEqual(expect.arrayContaining(METRICS.map(({ key }) => key)));
    const shown = METRICS.filter(({ tables }) => tables.includes("compare")).map(({ id }) => id);
    expect(toMatrix(data).map(({ id }) => id)).toEqual(expect.arrayContaining(shown));
  });
});

describe("docs/metrics.md", () => {
  // The first chapter; the second is about the log itself.
  const [, chapter = ""] = readFileSync("docs/metrics.md", "utf8").split(/^# /m);
  const sections = chapter.split(/^## /m).slice(1);

  test("has a section for every metric, in order", () => {
    expect(sections.map((section) => section.split("\n")[0])).toEqual(METRICS.map(({ id }) => id));
  });

  test.each(METRICS.map((metric, at) => ({ id: metric.id, metric, at })))(
    "$id is described as defined",
    ({ metric, at }) => {
      const [anchor, , what, where, , ...rest] = (sections[at] ?? "").trimEnd().split("\n");
      expect(`docs/metrics.md#${anchor}`).toBe(metricLink(metric));
      expect(what).toBe(`**${metric.label}**, ${metric.better} is better. ${metric.explanation}`);
      expect(where).toBe(`In the API \`${pathOf(metric)}\`; in the CSV \`${metric.key}\`.`);
      const names = rest.map((line) => line.split(":")[0]);
      expect([names[0], ...names.slice(-2)]).toEqual(["- Formula", "- Source", "- Example"]);
    },
  );
});
