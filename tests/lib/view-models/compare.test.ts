import { describe, expect, test } from "vitest";
import { compareStrategies } from "@/lib/pipeline/compare-strategies";
import type { Compression } from "@/lib/strategies/compression";
import { toCompareMatrix } from "@/lib/view-models/compare-matrix";
import { toCompareRows } from "@/lib/view-models/compare-rows";
import { drawConversation } from "@/tests/support/draw-conversation";
import { generateConversation } from "@/tests/support/generate-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment({ force: true });
const history = drawConversation(`
  user: the task
  assistant: call 1 bash ls
  tool: result 1 ${"long output ".repeat(400)}
  assistant: call 2 bash ls
  user: and
  tool: result 2 short
  assistant: fine
  user: go on
  assistant: done
`);
const recipes = [
  "centagent-externalise",
  { id: "centagent-budget", params: { budget: 2000 } },
  { id: "roo-truncate", params: { fraction: 0.6 } },
  { id: "roo-truncate", params: { faithful: true } },
];
const compressions = compareStrategies(history, recipes, environment);

describe("matrix", () => {
  const matrix = toCompareMatrix(history, compressions, [0.004, 0.012, 0.002, null]);
  const row = (id: string) => matrix.rows.find((one) => one.id === id)?.cells ?? [];

  test("one column per strategy, one cell per column", () => {
    expect(matrix.columns.map(({ key, status, isValid }) => [key, status, isValid])).toEqual([
      ["0:centagent-externalise", "applied", true],
      ["1:centagent-budget", "applied", true],
      ["2:roo-truncate", "applied", true],
      ["3:roo-truncate", "failed", false],
    ]);
    for (const { cells } of matrix.rows) expect(cells).toHaveLength(4);
  });

  test("the best of each row is marked, a broken one never", () => {
    expect(row("time").map(({ isBest }) => isBest)).toEqual([false, false, true, false]);
    expect(row("time").map(({ text }) => text)).toEqual(["4 ms", "12 ms", "2 ms", "–"]);
    expect(row("validity")[3]).toMatchObject({ text: "orphan-result", isBad: true, isBest: false });
    const least = Math.min(
      ...row("tokens")
        .slice(0, 3)
        .map(({ value }) => value ?? Number.NaN),
    );
    for (const cell of row("tokens").slice(0, 3)) expect(cell.isBest).toBe(cell.value === least);
  });

  test("a strategy that did nothing says why", () => {
    expect(matrix.columns[3]?.note).toContain("orphan-result");
    const idle = compareStrategies(history, ["roo-truncate"], testEnvironment());
    expect(toCompareMatrix(history, idle).columns[0]?.note).toContain("not reached: tokens > 0.9 of window");
  });
});

describe("aligned rows", () => {
  const view = toCompareRows(history, compressions, environment);

  test("one row per original part, one cell per strategy", () => {
    expect(view.rows.map(({ kind, tool }) => `${kind}${tool ? ` ${tool}` : ""}`)).toEqual([
      "user",
      "tool_call bash",
      "tool_result bash",
      "tool_call bash",
      "user",
      "tool_result bash",
      "assistant",
      "user",
      "assistant",
    ]);
    for (const column of view.columns) expect(column).toHaveLength(view.rows.length);
  });

  test("cells say what happened, in tokens that add up", () => {
    const [aside, budget, cut, refused] = view.columns;
    expect(aside?.[2]).toEqual([
      "p",
      compressions[0]?.references[0]?.id,
      expect.any(Number),
      expect.stringContaining("[bash output put aside"),
    ]);
    expect(budget?.[2]).toEqual([
      "e",
      view.rows[2]?.tokens,
      expect.any(Number),
      "[Tool output dropped: 4799 characters]",
    ]);
    expect(cut?.slice(0, 6).map((cell) => (cell === 0 ? 0 : cell[0]))).toEqual([0, "d", "d", "d", "d", "d"]);
    expect(refused?.every((cell) => cell === 0)).toBe(true);
    expect(view.reasons).toEqual(["oldest", "oldest-with-partner"]);
    view.columns.forEach((column, index) => {
      const saved = column.reduce(
        (sum: number, cell) =>
          sum +
          (cell === 0 ? 0 : cell[0] === "e" ? cell[1] - cell[2] : cell[0] === "p" ? cell[2] : (cell[1] as number)),
        0,
      );
      expect(saved).toBe(compressions[index]?.stats.tokensSaved);
    });
  });

  test("an inserted message has a row of its own, and what it took in points to it", () => {
    const base = { reason: "summary", step: "fold", reversible: false, tokensBefore: 0, tokensAfter: 9 };
    const message = {
      id: "s1",
      role: "user" as const,
      parts: [{ id: "s1.0", type: "text" as const, text: "summary" }],
    };
    const folded = {
      ...(compressions[2] as Compression),
      edits: [{ ...base, op: "insert" as const, targets: ["m1.0"], after: "m0", message }],
      provenance: history.messages.flatMap(({ parts }) =>
        parts.map(({ id }) =>
          id === "m1.0"
            ? { partId: id, fate: "dropped" as const, edit: 0, summarisedBy: "s1" }
            : { partId: id, fate: "kept" as const },
        ),
      ),
    };
    const rows = toCompareRows(history, [folded], environment);
    expect(rows.inserted).toEqual([
      { column: 0, beforeRow: 1, messageId: "s1", role: "user", tokens: 9, preview: "summary" },
    ]);
    expect(rows.columns[0]?.[1]).toEqual(["s", rows.rows[1]?.tokens, "s1"]);
  });

  test("5,000 messages and six strategies fit in 3 MB", () => {
    const large = generateConversation(5000);
    const many = compareStrategies(
      large,
      [
        "centagent-externalise",
        "swe-agent-last-n",
        "centagent-budget",
        "roo-truncate",
        "kilo-truncate",
        { id: "roo-truncate", params: { fraction: 0.9 } },
      ],
      environment,
    );
    const rows = toCompareRows(large, many, environment);
    for (const { preview } of rows.rows) expect(preview.length).toBeLessThanOrEqual(160);
    expect(JSON.stringify(rows).length).toBeLessThan(3_000_000);
  });
});
