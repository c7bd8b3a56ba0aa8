import { describe, expect, it } from "vitest";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import type { EditAnswer, PartProvenanceAnswer } from "@/lib/api/schemas/compression";
import { alignTranscript, brokenText, type OriginalPart } from "@/lib/view-models/compare/aligned-transcript";
import {
  countDiff,
  decodePair,
  encodePair,
  nextDifference,
  toDiffItems,
  toDiffRows,
} from "@/lib/view-models/compare/strategy-diff";
import { toTextDifference } from "@/lib/view-models/compare/text-difference";

const ids = ["a", "b", "c", "d", "e", "f"];
const parts = new Map(
  ids.map((id): [string, OriginalPart] => [
    id,
    { id, kind: "tool_result", tool: "Bash", path: null, tokens: 10, text: id },
  ]),
);
const edit = (op: EditAnswer["op"], targets: string[], more: Partial<EditAnswer> = {}): EditAnswer => ({
  op,
  targets,
  reason: "oldest",
  step: "s",
  tokens_before: 10,
  tokens_after: op === "drop" ? 0 : 4,
  reversible: false,
  ...more,
});
const write = (id: string, text: string) => edit("replace", [id], { produced: { id: `${id}~1`, type: "text", text } });

/** The result of these edits on the six parts. */
function resultOf(edits: EditAnswer[]): ComparedStrategy {
  const provenance = ids.map((id, message): PartProvenanceAnswer => {
    const at = edits.findIndex((candidate) => candidate.op !== "insert" && candidate.targets.includes(id));
    if (at < 0) return { part_id: id, message, fate: "kept" };
    const summary = edits.find((candidate) => candidate.op === "insert" && candidate.targets.includes(id));
    const fate = edits[at]?.op === "drop" ? ("dropped" as const) : ("replaced" as const);
    return { part_id: id, message, fate, edit: at, ...(summary && { summarised_by: "sum" }) };
  });
  return { edits, provenance } as unknown as ComparedStrategy;
}

const rowsOf = (left: EditAnswer[], right: EditAnswer[]) => {
  const results = [resultOf(left), resultOf(right)];
  const comparison = { original: {}, results } as unknown as Parameters<typeof alignTranscript>[0];
  return toDiffRows(alignTranscript(comparison, parts), results, [0, 1]);
};

describe("two strategies compared", () => {
  const rows = rowsOf(
    [edit("drop", ["a"]), write("b", "same words"), write("c", "one"), edit("drop", ["f"])],
    [write("b", "same words"), write("c", "two"), edit("drop", ["d"]), edit("drop", ["f"])],
  );

  it("says who shows what", () => {
    expect(rows.map(({ kind }) => kind)).toEqual(["only-b", "alike", "differs", "only-a", "kept", "gone"]);
  });

  it("is the mirror image when the two are swapped", () => {
    const results = [resultOf([edit("drop", ["a"])]), resultOf([write("b", "x")])];
    const aligned = alignTranscript({ original: {}, results } as never, parts);
    const mirror = {
      "only-a": "only-b",
      "only-b": "only-a",
      kept: "kept",
      gone: "gone",
      alike: "alike",
      differs: "differs",
    };
    const there = toDiffRows(aligned, results, [0, 1]);
    const back = toDiffRows(aligned, results, [1, 0]);
    expect(back.map(({ kind }) => kind)).toEqual(there.map(({ kind }) => mirror[kind]));
  });

  it("counts every part once, with the tokens each sends for it", () => {
    const counts = countDiff(rows);
    expect(Object.values(counts).reduce((sum, count) => sum + count.rows, 0)).toBe(ids.length);
    expect(counts.differs).toEqual({ rows: 1, a: 4, b: 4 });
    expect(counts["only-a"]).toEqual({ rows: 1, a: 10, b: 0 });
  });

  it("folds what they agree on, and steps from difference to difference", () => {
    const items = toDiffItems(rows, false);
    expect(items.map((item) => (item.type === "run" ? "run" : item.row.kind))).toEqual([
      "only-b",
      "run",
      "differs",
      "only-a",
      "run",
    ]);
    expect(nextDifference(items, -1, 1)).toBe(0);
    expect(nextDifference(items, 0, 1)).toBe(2);
    expect(nextDifference(items, 3, 1)).toBeNull();
    expect(nextDifference(items, 2, -1)).toBe(0);
    expect(toDiffItems(rows, true)).toHaveLength(ids.length);
  });

  it("compares one summary with the other's, before what they replace", () => {
    const fold = (targets: string[], text: string) => [
      edit("drop", targets),
      edit("insert", targets, { message: { id: "sum", role: "user", parts: [{ id: "sum.0", type: "text", text }] } }),
    ];
    const both = rowsOf(fold(["b", "c"], "short"), fold(["c", "d"], "shorter"));
    expect(both.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      "part 0 kept",
      "inserted 0 differs",
      "part 1 only-b",
      "part 2 gone",
      "part 3 only-a",
      "part 4 kept",
      "part 5 kept",
    ]);
    expect(both[1]).toMatchObject({ a: { text: "short" }, b: { text: "shorter" } });
    expect(rowsOf(fold(["e"], "x"), []).find(({ part }) => part === null)?.kind).toBe("only-a");
  });

  it("keeps the pair in the link and refuses invalid ones", () => {
    expect(decodePair(encodePair([2, 5]))).toEqual([2, 5]);
    for (const text of ["", "1-1", "0-2", "1-7", "1-2-3"]) expect(decodePair(text)).toBeNull();
  });
});

describe("toTextDifference", () => {
  const whole = (blocks: ReturnType<typeof toTextDifference>, side: "removed" | "added") =>
    blocks.flatMap((block) => (block.kind === "same" || block.kind === side ? block.lines : [])).join("\n");

  it("contains both texts", () => {
    const [before, after] = ["a\nb\nc\nd", "a\nx\nc\ny\nd"];
    const blocks = toTextDifference(before, after);
    expect(whole(blocks, "removed")).toBe(before);
    expect(whole(blocks, "added")).toBe(after);
  });

  it("folds long runs of equal lines and keeps three around a change", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const blocks = toTextDifference(lines.join("\n"), [...lines.slice(0, 50), "new", ...lines.slice(50)].join("\n"));
    expect(blocks.map(({ kind, lines: kept, folded }) => `${kind} ${kept.length} ${folded}`)).toEqual([
      "folded 0 47",
      "same 3 0",
      "added 1 0",
      "same 3 0",
      "folded 0 47",
    ]);
  });

  it("marks the changed words of a rewritten line, unless nothing is shared", () => {
    const [removed] = toTextDifference("the quick brown fox jumps", "the quick red fox jumps");
    expect(removed?.words?.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(["brown"]);
    expect(toTextDifference("aaa bbb", "ccc ddd eee fff").every(({ words }) => words === undefined)).toBe(true);
  });

  it("shows two texts in full instead of blocking the page", () => {
    const left = Array.from({ length: 5000 }, (_, index) => `a${index}`).join("\n");
    const right = Array.from({ length: 5000 }, (_, index) => `b${index}`).join("\n");
    const startedAt = performance.now();
    expect(toTextDifference(left, right).map(({ kind }) => kind)).toEqual(["removed", "added"]);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

it("the diff of a refused result marks only the part for which it was refused", () => {
  const refused = {
    ...resultOf([]),
    failure: { code: "invalid-result", message: "the result would break 1 rule(s): orphan-result" },
    warnings: [
      { code: "invalid-result", message: "the result would break 1 rule(s): orphan-result" },
      { code: "orphan-result", message: "tool result t1 has no call before it", part_id: "c" },
    ],
  } as unknown as ComparedStrategy;
  const comparison = { original: {}, results: [refused] } as unknown as Parameters<typeof alignTranscript>[0];
  const rows = alignTranscript(comparison, parts);
  expect(rows.filter(({ isChanged }) => isChanged).map(({ part }) => part.id)).toEqual(["c"]);
  expect(rows[2]?.cells).toEqual([{ status: "kept", broken: "orphan-result" }]);
  expect(brokenText("orphan-result")).toBe("would be orphaned: its call is removed");
  expect(brokenText("split-loop")).toBe("breaks split-loop");
});
