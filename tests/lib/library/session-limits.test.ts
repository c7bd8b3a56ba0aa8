import { describe, expect, test } from "vitest";
import type { Amount } from "@/lib/api/schemas/cost-answer";
import type { Spend, SpendRow } from "@/lib/api/schemas/spend";
import { exceededLimits } from "@/lib/library/session-limits";

const server = (name: string, definitions: number, calls: number): SpendRow => ({
  group: "mcp-server",
  name,
  tokens: definitions,
  sent: definitions,
  definitions,
  output: 0,
  calls,
  failures: 0,
  cost: null,
  avoidable: null,
  share: 0,
  items: [],
});

const spend = (cost: Amount, rows: readonly SpendRow[] = []): Spend => ({
  version: 1,
  cost,
  cost_note: null,
  sent: 1_000,
  output: 0,
  unpriced: 0,
  rows: [...rows],
  agents: [],
});

const compaction = (gone: number) => ({
  used_later: { facts: 10, gone, fetched_again: 0, used_unseen: gone, recall: 1 - gone / 10 },
  is_summary_unreadable: false,
});

describe("a session's limits", () => {
  test("a compaction with an encrypted summary cannot be checked, so it does not pass", () => {
    const unreadable = { ...compaction(0), is_summary_unreadable: true };
    expect(exceededLimits(null, [unreadable], { missedFacts: 3 })).toEqual([
      { kind: "missed-facts", value: null, limit: 3, what: "1" },
    ]);
  });

  test("without limits, none is exceeded", () => {
    const costly = spend({ kind: "known", usd: 900 }, [server("files", 900, 0)]);
    expect(exceededLimits(costly, [compaction(9), null], {})).toEqual([]);
  });

  test.each<[Amount, number | null | "holds"]>([
    [{ kind: "known", usd: 2 }, "holds"],
    [{ kind: "known", usd: 2.01 }, 2.01],
    [{ kind: "range", low: 1, high: 2 }, "holds"],
    [{ kind: "range", low: 1, high: 3 }, 3],
    [{ kind: "unknown", why: "no-price" }, null],
  ])("a cost of %j against two dollars", (cost, value) => {
    const found = exceededLimits(spend(cost), [], { sessionCost: 2 });
    expect(found).toEqual(value === "holds" ? [] : [{ kind: "session-cost", value, limit: 2, what: "" }]);
  });

  test("an MCP server counts only if it is never called", () => {
    const rows = [server("files", 300, 0), server("browser", 300, 1), server("small", 50, 0)];
    expect(exceededLimits(spend({ kind: "known", usd: 1 }, rows), [], { uncalledServer: 0.1 })).toEqual([
      { kind: "uncalled-server", value: 0.3, limit: 0.1, what: "files" },
    ]);
  });

  test("a compaction that cannot be measured does not meet its limit", () => {
    expect(exceededLimits(null, [compaction(2), compaction(3), null], { missedFacts: 2 })).toEqual([
      { kind: "missed-facts", value: 3, limit: 2, what: "2" },
      { kind: "missed-facts", value: null, limit: 2, what: "3" },
    ]);
  });
});
