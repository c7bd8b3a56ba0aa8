import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { type AgentCache, toAgentCaches } from "@/lib/read-models/session-cache";
import { laneTable } from "@/lib/view-models/cache/lane-table";
import { requestTable } from "@/lib/view-models/session/request-table";
import { analyzeSketch } from "../../../support/analyze-sketch";

test("a record per request, with every column named and breaks in place", () => {
  const analysis = analyzeSketch(`
    user go
    say one
    usage write=10000 in=5 out=9 at=0
    user on
    say two
    usage read=0 write=11000 in=5 out=9 at=600`);
  const [own] = toAgentCaches(analysis, analyzeCache(analysis), ["main"]);
  const { columns, records } = laneTable({ rows: toRequestRows(analysis), ...(own as AgentCache) });
  const cell = (record: number, name: string) => records[record]?.[columns.indexOf(name)];
  expect(records.map((record) => record.length)).toEqual([columns.length, columns.length]);
  expect([0, 1].map((at) => [cell(at, "request"), cell(at, "prompt_tokens"), cell(at, "read")])).toEqual([
    [1, 10_005, 0],
    [2, 11_005, 0],
  ]);
  expect([cell(0, "break"), cell(1, "break"), cell(1, "break_cause")]).toEqual([null, "T", "ttl-expiry"]);
  expect(cell(1, "lost_tokens")).toBe(10_000);
  expect(cell(1, "most_lost_tokens")).toBe(10_000);
  expect(cell(1, "ledger_read")).toBe(0);
  expect(cell(1, "optimum_read")).not.toBeNull();
  expect(cell(1, "break_evidence")).toEqual(expect.stringContaining("5 m"));
});

test("files have the least and the most that a break may have lost if the log has no cache writes", () => {
  const analysis = analyzeSketch(`
    user go
    say one
    usage read=0 in=20000 at=0
    user on
    say two
    usage read=19000 in=2000 at=20
    user on
    say three
    usage read=0 in=22000 at=400`);
  const rows = toRequestRows(analysis);
  const [own] = toAgentCaches(analysis, analyzeCache(analysis), ["main"]);
  const ranges = [laneTable({ rows, ...(own as AgentCache) }), requestTable(rows, [])].map(({ columns, records }) =>
    columns.flatMap((name, at) => (/lost_(?:tokens|usd)$/.test(name) ? [[name, records[2]?.[at]]] : [])),
  );
  const { lost_tokens, lost_cost, most_lost } = rows[2]?.break ?? {};
  expect(most_lost?.tokens).toBeGreaterThan(lost_tokens as number);
  expect(most_lost?.cost?.amount).toBeGreaterThan(lost_cost?.amount as number);
  const figures = [lost_tokens, lost_cost?.amount, most_lost?.tokens, most_lost?.cost?.amount];
  expect(ranges.map((cells) => cells.map(([, figure]) => figure))).toEqual([figures, figures]);
});
