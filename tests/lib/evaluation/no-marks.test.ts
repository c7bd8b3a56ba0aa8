import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cacheAnswer, sizesAnswer } from "@/lib/api/answers/compression";
import { evaluationAnswer } from "@/lib/api/answers/evaluation";
import type { CompareAnswer, ComparedStrategy } from "@/lib/api/schemas/compare";
import { evaluate } from "@/lib/evaluation/evaluate";
import { METRICS } from "@/lib/evaluation/metrics";
import { figureOf } from "@/lib/evaluation/metrics/metric";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { recipeSchema } from "@/lib/strategies/recipe/recipe-schema";
import { toCellEvidence } from "@/lib/view-models/compare/comparison-evidence";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { reportJson, reportRecords } from "@/lib/view-models/compare/comparison-report";
import { toMeasureAgreement } from "@/lib/view-models/compare/measure-agreement";
import { toRecommendation } from "@/lib/view-models/compare/recommendation";
import { toTradeOff } from "@/lib/view-models/compare/trade-off";
import { quarterCut } from "../../support/cut";
import { sketchAnswer } from "../../support/sketch-answer";
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
const cut = quarterCut(session, 2);
const run = (id: string, params: Record<string, number>, options = {}): Compression =>
  compressConversation(cut.evidence.original, { id, params }, testEnvironment(), { force: true, ...options });

/** Each kind of ineffective result: it could not act, was refused, is broken, or changed nothing. */
const NOTHING: Readonly<Record<string, () => Compression>> = {
  unavailable: () => run("opaque", {}),
  refused: () => run("swe-agent-last-n", { n: 1 }, { target: { tokens: 1 } }),
  unchanged: () => run("swe-agent-last-n", { n: 50 }),
  invalid: () => {
    const masking = recipeSchema.parse({ step: { select: { what: "results" }, transform: { mask: "[gone]" } } });
    const applied = compressConversation(cut.evidence.original, masking, testEnvironment());
    const messages = cut.evidence.original.messages.filter(
      ({ parts }) => !parts.some(({ type }) => type === "tool-call"),
    );
    return { ...applied, status: "applied", conversation: { ...cut.evidence.original, messages } };
  },
};

function comparisonOf(compressions: readonly Compression[]): CompareAnswer {
  const results = compressions.map((compression) =>
    sketchAnswer<ComparedStrategy>({
      strategy: { id: compression.strategy.id, version: "1", params: {} },
      status: compression.status,
      failure: null,
      stats: { ...sizesAnswer(compression.stats), parts: { kept: 0, replaced: 0, put_aside: 0, dropped: 0 } },
      cache: cacheAnswer(compression),
      refs: [],
      warnings: [],
      edits: [],
      evaluation: evaluationAnswer(evaluate(cut, compression), cut.evidence),
    }),
  );
  return sketchAnswer<CompareAnswer>({
    original: { tokens_before: 100, agent: "main", number: 3 },
    results,
    warnings: [],
  });
}

const MARKS = METRICS.filter(({ from }) => from === "evaluation");
/** Matrix rows that rate a result, and their cells for a result without marks. */
const SAYS_NOTHING = /^(?:–|no evidence|not measured|not measurable|invalid|)$/;

describe("doing nothing is no merit", () => {
  test("each kind is what it claims to be", () => {
    expect(Object.values(NOTHING).map((make) => make().status)).toEqual(["unavailable", "failed", "noop", "applied"]);
  });

  test("a result without an effect has no marks in answers, exports and on pages", () => {
    const kinds = fc.uniqueArray(fc.constantFrom(...Object.keys(NOTHING)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(kinds, (names) => {
        const data = comparisonOf(names.map((name) => (NOTHING[name] as () => Compression)()));
        for (const result of data.results) {
          const { evaluation } = result;
          expect(MARKS.map((metric) => figureOf(result, metric)).filter((value) => value !== null)).toEqual([]);
          const { basis: _, ...scores } = evaluation?.dimensions ?? { basis: "proxy" };
          expect(Object.values(scores).filter((value) => value !== null)).toEqual([]);
          expect([evaluation?.retention.total, evaluation?.faithfulness, evaluation?.hindsight?.recall]).toEqual([
            null,
            null,
            null,
          ]);
          expect(evaluation?.not_measurable).toBeTypeOf("string");
          for (const row of ["survival", "recall", "regrets", "artifacts"])
            expect(toCellEvidence(row, result, data)?.tables ?? []).toEqual([]);
        }
        const input = { title: "", sessionId: "", link: "", data, names, recipes: names, force: true };
        for (const record of reportRecords(input).records) {
          const marks = reportRecords(input).columns.flatMap((column, at) =>
            MARKS.some(({ key }) => key === column) || column.startsWith("retention_") ? [record[at] ?? null] : [],
          );
          expect(marks.filter((value) => value !== null)).toEqual([]);
        }
        expect(
          JSON.parse(reportJson(input)).results.map(({ evaluation }: ComparedStrategy) => evaluation?.retention.total),
        ).toEqual(names.map(() => null));
        for (const { id, cells } of toMatrix(data))
          if (["recall", "regrets", "artifacts", "dimensions"].includes(id))
            for (const { value } of cells) expect(value).toMatch(SAYS_NOTHING);
        expect(toTradeOff(data)?.points.filter(({ isValid }) => isValid) ?? []).toEqual([]);
        expect(toMeasureAgreement(data)).toBeNull();
        const wish = { goal: "balanced", price: 0, horizon: 10, isByRule: names.map(() => false) } as const;
        expect(toRecommendation(data, wish).result).toBeNull();
      }),
      { numRuns: 12 },
    );
  });
});
