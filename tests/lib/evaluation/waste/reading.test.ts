import { expect, test } from "vitest";
import type { ToolCallPart } from "@/lib/conversation/part";
import { replacedBlocks } from "@/lib/evaluation/artifacts/replaced-lines";
import { isElsewhere, type Reading, readingOf } from "@/lib/evaluation/waste/reading";

const lineOf = (number: number) => `  const shown${number} = ${number};`;
const textOf = (numbers: readonly number[]) => numbers.map(lineOf).join("\n");

const call = (toolName: string, input: ToolCallPart["input"]): ToolCallPart => ({
  ...{ type: "tool-call", id: "c", toolCallId: "c" },
  toolName,
  input,
});

/** A reading of the file's lines 10 to 13. */
function reading(text: string): Reading {
  const read = call("Read", { file_path: "x.ts", offset: 10, limit: 4 });
  const part = {
    ...{ type: "tool-result", id: "r", toolCallId: "c", isError: null },
    output: [{ type: "text", text }],
  } as const;
  const shown = { part, message: { id: "m", role: "tool", parts: [part] }, position: 1, tokens: 9, first: 1, last: 1 };
  return readingOf(read, "x.ts", new Map([[read, shown as never]]), [], []) as Reading;
}

const edits = (old: string) => replacedBlocks(call("Edit", { file_path: "x.ts", old_string: old, new_string: "" }));

const NUMBERED = [10, 11, 12, 13].map((number) => `${number}→${lineOf(number)}`).join("\n");

test.each([
  ["all of the reading", [9, 10, 11, 12, 13, 14], false],
  ["some lines of it", [11, 12], false],
  ["lines within which it begins", [8, 9, 10, 11], false],
  ["lines within which it ends", [12, 13, 14, 15], false],
  ["other lines", [20, 21], true],
  ["lines of another place, some of which recur in it", [20, 10, 11, 12, 21], true],
] as const)("an edit of %s", (_, numbers, expected) => {
  expect(isElsewhere(edits(textOf(numbers)), reading(NUMBERED))).toBe(expected);
  expect(isElsewhere(edits(textOf(numbers)), reading(`${NUMBERED}\n\n<system-reminder>\nHi`))).toBe(expected);
});

test("without consecutive numbers, lines that recur may be the edited ones", () => {
  const recurring = edits(textOf([20, 10, 11, 12, 21]));
  expect(isElsewhere(recurring, reading(textOf([10, 11, 12, 13])))).toBe(false);
  expect(isElsewhere(recurring, reading(NUMBERED.replace("12→", "14→")))).toBe(false);
});

test("the first and the last line of an edit may be cut", () => {
  expect(isElsewhere(edits("shown11 = 11;\n  const shown12"), reading(NUMBERED))).toBe(false);
  expect(isElsewhere(edits("const shown12"), reading(NUMBERED))).toBe(false);
});
