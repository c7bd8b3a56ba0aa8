import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { type AgentCache, toAgentCaches } from "@/lib/read-models/session-cache";
import { laneTable } from "@/lib/view-models/cache/lane-table";
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
  expect(cell(1, "ledger_read")).toBe(0);
  expect(cell(1, "optimum_read")).not.toBeNull();
  expect(cell(1, "break_evidence")).toEqual(expect.stringContaining("5 m"));
});
