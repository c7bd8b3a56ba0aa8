import { describe, expect, it } from "vitest";
import type { CompareAnswer, ComparedStrategy } from "@/lib/api/schemas/compare";
import type { EditAnswer } from "@/lib/api/schemas/compression";
import {
  alignTranscript,
  nextChange,
  type OriginalPart,
  withInserted,
} from "@/lib/view-models/compare/aligned-transcript";
import { insertedBy } from "@/lib/view-models/compare/inserted-messages";
import { toMapScale, toMapWindow } from "@/lib/view-models/compare/transcript-map";

const ids = ["a", "b", "c", "d"];
const drop = (id: string): EditAnswer => ({
  op: "drop",
  targets: [id],
  reason: "oldest",
  step: "fold",
  tokens_before: 10,
  tokens_after: 0,
  reversible: false,
});
const putIn = (id: string, targets: string[], text = id): EditAnswer => ({
  op: "insert",
  targets,
  reason: "summary",
  step: "fold",
  tokens_before: 0,
  tokens_after: 7,
  reversible: true,
  message: { id, role: "user", parts: [{ id: `${id}.0`, type: "text", text }] },
});

/** Folds `b` and `c` into a summary, or drops them with a note. */
const folded = (by: string, ...more: EditAnswer[]): ComparedStrategy =>
  ({
    edits: [drop("b"), drop("c"), putIn(by, ["c", "b"]), ...more],
    provenance: ids.map((id, message) =>
      id === "b" || id === "c"
        ? { part_id: id, message, fate: "dropped", edit: 0, summarised_by: by }
        : { part_id: id, message, fate: "kept" },
    ),
  }) as unknown as ComparedStrategy;
const kept = {
  edits: [],
  provenance: ids.map((id, message) => ({ part_id: id, message, fate: "kept" })),
} as unknown as ComparedStrategy;
const parts = new Map(
  ids.map((id): [string, OriginalPart] => [id, { id, kind: "user", tool: null, path: null, tokens: 10, text: id }]),
);
const rowsOf = (results: ComparedStrategy[]) => {
  const rows = alignTranscript({ original: {}, results } as unknown as CompareAnswer, parts);
  return { rows, all: withInserted(rows, results) };
};

describe("what strategies insert", () => {
  it("is a separate row before the first part it replaces", () => {
    const { rows, all } = rowsOf([folded("summary-fold"), kept]);
    expect(all.map(({ part }) => part?.id ?? "+")).toEqual(["a", "+", "b", "c", "d"]);
    expect(all[1]?.cells).toMatchObject([{ name: "Σ1", tokens: 7, text: "summary-fold", standsFor: [1, 2] }, null]);
    expect(rows[1]?.cells[0]).toEqual({ status: "summarised", tokens: 10, summary: "Σ1" });
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(toMapWindow(all, toMapScale(rows), 0, all.length - 1)).toEqual({ from: 0, to: 1 });
  });

  it("a note is not a summary: the parts are dropped", () => {
    const { rows, all } = rowsOf([folded("note-truncated-x")]);
    expect(all[1]?.cells[0]).toMatchObject({ kind: "note", name: "note 1" });
    expect(rows[1]?.cells[0]).toEqual({ status: "dropped", tokens: 10, reason: "oldest" });
  });

  it("shares a row between strategies and is numbered by place; what replaces nothing comes last", () => {
    const { all } = rowsOf([folded("summary-x", putIn("summary-end", [])), folded("summary-y")]);
    expect(all.map(({ part }) => part?.id ?? "+")).toEqual(["a", "+", "b", "c", "d", "+"]);
    expect(all.at(-1)?.cells).toMatchObject([{ name: "Σ2", index: 4, standsFor: [] }, null]);
    expect(insertedBy(undefined)).toEqual([]);
  });

  it("is a change when stepping through the list", () => {
    const { all } = rowsOf([folded("summary-x")]);
    expect([nextChange(all, -1, 1), nextChange(all, 1, 1), nextChange(all, 2, 1)]).toEqual([1, 2, null]);
  });
});
