import { describe, expect, it } from "vitest";
import { readCell } from "@/components/compare/results/cell-place";
import type { CompareAnswer, ComparedStrategy } from "@/lib/api/schemas/compare";
import { toCellEvidence } from "@/lib/view-models/compare/comparison-evidence";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { sketchComparison } from "../../../support/comparison-sketch";
import { englishIn } from "../../../support/english-in";

const data = sketchComparison(
  { id: "a", saved: 0.3, recall: 0.8, regrets: 3 },
  { id: "b", saved: 0, recall: 1, idle: true },
);
const result = data.results[0] as ComparedStrategy;
const evidence = (row: string, of: ComparedStrategy = result, all: CompareAnswer = data) => {
  const found = toCellEvidence(row, of, all);
  if (!found) throw new Error(`no evidence for ${row}`);
  return found;
};

describe("toCellEvidence", () => {
  it("has evidence for every cell, even if nothing was done", () => {
    for (const { id } of toMatrix(data))
      for (const of of data.results) {
        const { basis, source, figures } = evidence(id, of);
        expect(["reported", "exact", "anchored", "estimated"]).toContain(basis);
        expect(source.length).toBeGreaterThan(10);
        expect(figures.length).toBeGreaterThan(0);
      }
  });

  it("has the costs of the page's own rows, if it gets their weights", () => {
    const wish = { horizon: 1, price: 0.04 };
    const [over, paid] = toCellEvidence("net-paid", result, data, undefined, wish)?.figures ?? [];
    expect([over?.label, paid?.label]).toEqual(["Cost over the next request", "Cost including re-fetching lost facts"]);
    for (const { id } of toMatrix(data, { ...wish, isByRule: [] }))
      expect(evidence(id).figures.length, id).toBeGreaterThan(0);
  });

  it("lists lost facts by first use, with source and how to fetch them", () => {
    const [table] = evidence("recall").tables;
    expect(table?.total).toBe(3);
    expect(table?.rows.map(({ cells }) => cells[3])).toEqual(["after 8 calls", "after 9 calls", "after 10 calls"]);
    expect(table?.rows[2]).toMatchObject({
      partId: "p0",
      cells: expect.arrayContaining(["src/0.ts", "#1", "can be fetched"]),
    });
  });

  it("reports if the agent used a lost fact later", () => {
    const [lost, statements] = evidence("survival").tables;
    expect(lost?.title).toBe("path: 1 of 4 gone");
    expect(lost?.rows[0]?.cells).toEqual(["src/0.ts", "#3", "2", "after 10 calls"]);
    expect(statements?.rows[0]?.cells[1]).toContain("never");
  });

  it("lists missed file operations", () => {
    expect(evidence("artifacts").tables[0]?.rows[0]?.cells).toEqual(["modified", "src/a.ts", "#5"]);
  });

  it("groups edits by reason, and the sums match the edits", () => {
    const edit = (saved: number, reason: string): ComparedStrategy["edits"][number] => ({
      op: "drop",
      targets: ["p1", "p2"],
      reason,
      step: "s",
      tokens_before: saved,
      tokens_after: 0,
      reversible: false,
    });
    const edited = { ...result, edits: [edit(10, "oldest"), edit(30, "oldest"), edit(5, "large-output")] };
    const [why, largest] = evidence("tokens", edited).tables;
    expect(why?.rows.map(({ cells }) => cells.slice(3))).toEqual([
      ["4", "\u221240"],
      ["2", "\u22125"],
    ]);
    expect(largest?.rows.map(({ cells }) => cells[3])).toEqual(["30", "10", "5"]);
  });
});

describe("the cell in the link", () => {
  it("is parsed, and anything else is none", () => {
    expect(readCell("break-even-3")).toEqual({ row: "break-even", slot: 3 });
    for (const text of [null, "", "recall", "recall-7", "<b>-1", "recall-12"]) expect(readCell(text)).toBeNull();
  });
});

it("in Chinese, the evidence of every cell is Chinese", () => {
  const chinese = sayIn(
    "zh",
    chineseOf(["common", "session", "timeline", "results", "compare", "evidence", "measures", "runs"]),
  );
  const wish = { horizon: 9, price: 0.04 };
  const translated = toMatrix(data, { ...wish, isByRule: [] }).filter(({ label }) => chinese.known(label) !== label);
  const rows = translated.map(({ id }) => id);
  const texts = data.results.flatMap((one) =>
    rows.flatMap((row) => {
      const found = toCellEvidence(row, one, data, chinese, wish);
      return [
        [found?.source.replace(/docs\/\S+|GET \S+/g, ""), found?.figures],
        found?.tables.map(({ title, columns, none }) =>
          [title, none, ...columns.map(({ label }) => label)].map(chinese.known),
        ),
      ];
    }),
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(englishIn(texts, ["o200k", "F1"])).toEqual([]);
});
