import { expect, test } from "vitest";
import type { Part } from "@/lib/conversation/part";
import { type CarriedPart, findWaste } from "@/lib/evaluation/waste/find-waste";

test("Codex outputs are equal if they differ only in the header of their run", () => {
  const carried = (at: number, header: string, text: string): CarriedPart => {
    const output = [{ type: "text" as const, text: `${header}Process exited with code 0\nOutput:\n${text}` }];
    const part: Part = { type: "tool-result", id: `p${at}`, toolCallId: `c${at}`, output, isError: false };
    const message = { id: `m${at}`, role: "tool" as const, parts: [part] };
    return { part, message, position: at, tokens: 100, first: at, last: 9 };
  };
  const log = "src/a.ts:1: first\n".repeat(20);
  const twice = (second: string) =>
    findWaste(
      [
        carried(0, "Chunk ID: 6bc232\nWall time: 0.0000 seconds\n", log),
        carried(1, "Chunk ID: 0011aa\nWall time: 1.2000 seconds\n", second),
      ],
      [],
      [],
    ).map(({ kind, part }) => `${kind} ${part.id}`);
  expect(twice(log)).toEqual(["same-text p1"]);
  expect(twice(log.replace("first", "other"))).toEqual([]);
});
