import { expect, test } from "vitest";
import type { Spend } from "@/lib/api/schemas/spend";
import { spendOf } from "@/lib/spend/spend-of-session";
import { sumSpends } from "@/lib/spend/sum-spends";
import { librarySpendSentence } from "@/lib/view-models/spend/spend-words";
import { analyzeSketch } from "../../support/analyze-sketch";

const session = (calls: string): Spend =>
  spendOf(
    analyzeSketch(
      `user Look\n${calls}\nusage write=2000 in=3 out=40\nresult a ${"word ".repeat(400)}\nsay Done\nusage read=2000 write=600 in=3 out=10`,
    ),
  );

const ISSUES = session('call a mcp__issues__list {"q":"open"}');
const FILES = session('call a Read {"file_path":"src/a.ts"}');

test("several sessions are added up row by row, and sum to their totals", () => {
  const sum = sumSpends([ISSUES, FILES, ISSUES], 5);
  expect(sum).toMatchObject({ sessions: 3, found: 5 });
  for (const key of ["sent", "output"] as const) {
    expect(sum[key]).toBe(2 * ISSUES[key] + FILES[key]);
    expect(sum.rows.reduce((total, row) => total + row[key], 0)).toBe(sum[key]);
  }
  expect(sum.rows.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1);
  const server = sum.rows.find(({ group }) => group === "mcp-server");
  const own = ISSUES.rows.find(({ group }) => group === "mcp-server");
  expect(server).toMatchObject({ name: "issues", sessions: 2, calls: 2, sent: 2 * (own?.sent ?? 0) });
  expect(librarySpendSentence(sum)).toContain("The costliest MCP server is issues");
});

test("sessions whose cost is not known are in no sum of money, and counted", () => {
  const unknown: Spend = {
    ...FILES,
    cost: { kind: "unknown", why: "no-price" },
    rows: FILES.rows.map((row) => ({ ...row, cost: null })),
  };
  const known: Spend = {
    ...ISSUES,
    cost: { kind: "known", usd: 2 },
    rows: ISSUES.rows.map((row) => ({ ...row, cost: 2 / ISSUES.rows.length })),
  };
  const sum = sumSpends([unknown, known], 2);
  expect(sum).toMatchObject({ cost: 2, without_cost: 1 });
  expect(sum.rows.reduce((total, { cost }) => total + (cost ?? 0), 0)).toBeCloseTo(2);
  expect(sumSpends([unknown], 1)).toMatchObject({ cost: null, without_cost: 1 });
});

test("no session is no row", () => {
  expect(sumSpends([], 0)).toMatchObject({ rows: [], sessions: 0, cost: null });
});
