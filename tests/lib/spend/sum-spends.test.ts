import { expect, test } from "vitest";
import type { Spend } from "@/lib/api/schemas/spend";
import { spendOf } from "@/lib/spend/spend-of-session";
import { type SpentSession, sumSpends } from "@/lib/spend/sum-spends";
import { goneSince } from "@/lib/view-models/spend/gone-since";
import { compactionTable, weeksOf, weekTable } from "@/lib/view-models/spend/spend-over-time";
import { librarySpendSentence, rowNote } from "@/lib/view-models/spend/spend-words";
import { analyzeSketch } from "../../support/analyze-sketch";

const session = (calls: string): Spend =>
  spendOf(
    analyzeSketch(
      `user Look\n${calls}\nusage write=2000 in=3 out=40\nresult a ${"word ".repeat(400)}\nsay Done\nusage read=2000 write=600 in=3 out=10`,
    ),
  );

const of = (spend: Spend, more: Partial<SpentSession> = {}): SpentSession => ({
  spend,
  client: "claude-code",
  version: null,
  startedAt: null,
  compactions: null,
  ...more,
});

const ISSUES = session('call a mcp__issues__list {"q":"open"}');
const FILES = session('call a Read {"file_path":"src/a.ts"}');

test("several sessions are added up row by row, and match their totals", () => {
  const sum = sumSpends([of(ISSUES), of(FILES), of(ISSUES)], 5);
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

test("sessions with unknown cost are counted, but are in no sum of money", () => {
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
  const sum = sumSpends([of(unknown), of(known)], 2);
  expect(sum).toMatchObject({ cost: 2, without_cost: 1 });
  expect(sum.rows.reduce((total, { cost }) => total + (cost ?? 0), 0)).toBeCloseTo(2);
  expect(sumSpends([of(unknown)], 1)).toMatchObject({ cost: null, without_cost: 1 });
});

test("all clients' shells are one row, with their own names in its note", () => {
  const [bash, exec] = ['Bash {"command":"ls"}', 'exec_command {"cmd":"ls"}'].map((call) => session(`call a ${call}`));
  if (!bash || !exec) throw new Error("no sessions");
  const { rows } = sumSpends([of(bash), of(exec), of(FILES)], 3);
  const shell = rows.find(({ name }) => name === "Shell");
  expect(shell).toMatchObject({ names: ["Bash", "exec_command"], sessions: 2, calls: 2 });
  expect(shell && rowNote(shell)).toBe("tool · Bash, exec_command · 2 calls");
  const read = rows.find(({ name }) => name === "Read");
  expect(read && rowNote(read)).toBe("tool · 1 call");
});

test("no sessions give no rows", () => {
  expect(sumSpends([], 0)).toMatchObject({ rows: [], sessions: 0, cost: null });
});

test("a spender is added up by week, and a server missing from newer sessions is marked as gone", () => {
  const on = (day: string) => ({ startedAt: `${day}T10:00:00Z` });
  const sum = sumSpends(
    [of(ISSUES, on("2026-02-01")), of(ISSUES, on("2026-02-02")), of(FILES, on("2026-02-13")), of(FILES)],
    4,
  );
  const server = sum.rows.find(({ group }) => group === "mcp-server");
  const sent = ISSUES.rows.find(({ group }) => group === "mcp-server")?.sent;
  expect(server?.weeks.map(({ week, sent }) => [week, sent])).toEqual([
    ["2026-01-26", sent],
    ["2026-02-02", sent],
  ]);
  expect(server && goneSince(server, sum.rows)).toBe("2026-02-03");
  const files = sum.rows.find(({ name }) => name === "Read");
  expect(files && goneSince(files, sum.rows)).toBeNull();
  expect(weeksOf(sum)).toEqual(["2026-01-26", "2026-02-02", "2026-02-09"]);
  expect(
    weekTable(sum)
      .find(([name]) => name === "issues")
      ?.at(-1),
  ).toBe("–");
});

test("compaction losses are added up by client and version", () => {
  const losses = { count: 2, measured: 1, needed: 9, gone: 4, refetch_tokens: 700 };
  const known = { ...losses, refetch: { kind: "known", usd: 0.5 } } as const;
  const unknown = { ...losses, refetch: { kind: "unknown", why: "no-price" } } as const;
  const { compactions } = sumSpends(
    [
      of(FILES, { version: "2.1.1", compactions: known }),
      of(FILES, { version: "2.1.1", compactions: unknown }),
      of(FILES, { version: "2.1.2", compactions: unknown }),
      of(FILES),
    ],
    4,
  );
  expect(compactions).toMatchObject([
    { version: "2.1.1", sessions: 2, compactions: 4, measured: 2, gone: 8, refetch_tokens: 1400, refetch: 0.5 },
    { version: "2.1.2", sessions: 1, refetch: null },
  ]);
  expect(compactionTable(compactions)[0]?.slice(0, 6)).toEqual(["Claude Code 2.1.1", "4", "2", "18", "8", "4.0"]);
  const [unchecked] = compactions.map((row) => ({ ...row, measured: 0, needed: 0, gone: 0 }));
  expect(compactionTable(unchecked ? [unchecked] : [])[0]?.slice(2, 6)).toEqual(["0", "–", "–", "–"]);
});
