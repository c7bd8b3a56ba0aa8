import { describe, expect, it } from "vitest";
import {
  type ReportInput,
  reportJson,
  reportMarkdown,
  reportRecords,
} from "@/lib/view-models/compare/comparison-report";
import { sketchComparison } from "../../../support/comparison-sketch";

const data = sketchComparison(
  { id: "a", saved: 0.3, recall: 0.8, regrets: 30 },
  { id: "b", saved: 0.6, recall: 0.5, invalid: true },
);
const input: ReportInput = {
  title: "Fix <img> | now",
  sessionId: "s1",
  link: "http://127.0.0.1:3000/sessions/s1/compare?run=true",
  data,
  names: ["a", "b"],
  recipes: ["a", { pipe: ["b", { id: "c", params: { n: 1 } }] }],
  force: true,
};

describe("a comparison's reports", () => {
  it("puts one line per strategy into the CSV, with raw numbers", () => {
    const { columns, records } = reportRecords(input);
    const cell = (line: number, column: string) => records[line]?.[columns.indexOf(column)];
    expect(records).toHaveLength(2);
    expect(records.every((record) => record.length === columns.length)).toBe(true);
    expect(cell(0, "tokens_after")).toBe(700);
    expect(cell(0, "hindsight_recall")).toBe(0.8);
    expect(cell(0, "net_cost_after_10_requests_usd")).toBeNull();
    expect(cell(1, "valid")).toBe(false);
    expect(JSON.parse(String(cell(1, "recipe")))).toEqual(input.recipes[1]);
  });

  it("puts every measure and recipe into the JSON, and no transcript", () => {
    const report = JSON.parse(reportJson(input));
    expect(report.results[1]).toMatchObject({ name: "b", recipe: input.recipes[1], edits: { count: 0 } });
    expect(report.results[0].evaluation.hindsight.regret).toHaveLength(30);
    expect(report.results[0]).not.toHaveProperty("provenance");
    expect(report.session).toEqual({ id: "s1", agent: "main", number: 4 });
  });

  it("writes Markdown whose tables stay intact, whatever the transcript contains", () => {
    const text = reportMarkdown(input);
    const widths = (lines: string[]) => new Set(lines.map((line) => line.match(/(?<!\\)\|/g)?.length));
    const tables = text.split(/\n\n/).filter((block) => block.startsWith("|"));
    expect(tables.length).toBeGreaterThan(4);
    for (const table of tables) expect(widths(table.trimEnd().split("\n")).size).toBe(1);
    expect(text).not.toContain("<img>");
    expect(text).toContain("never \\| edit \\`a\\`");
    expect(text).toContain("10 more.");
  });
});
