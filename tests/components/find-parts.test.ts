import { expect, test } from "vitest";
import { ANY, findParts, isAsking, kindsOf } from "@/components/session/find-parts";
import type { TranscriptRow } from "@/components/session/transcript-rows";

const part = (kind: string, text: string, more: object = {}) =>
  ({ type: "part", part: { kind, text, path: null, command: null, tool: null, ...more } }) as unknown as TranscriptRow;
const rows = [
  part("user", "Why does the deploy fail?"),
  part("tool_call", "", { tool: "Bash", command: "deploy --now" }),
  part("tool_result", "deploy failed"),
  part("user", "Again, please"),
];

test("finds words in every kind, or in one", () => {
  expect(findParts(rows, "DEPLOY", ANY)).toEqual([0, 1, 2]);
  expect(findParts(rows, "deploy", "tool_result")).toEqual([2]);
  expect(findParts(rows, "bash", "tool_call")).toEqual([1]);
});

test("a kind alone finds all its parts; a single letter finds nothing", () => {
  expect(findParts(rows, " ", "user")).toEqual([0, 3]);
  expect(findParts(rows, "", ANY)).toEqual([]);
  expect(findParts(rows, "d", "user")).toEqual([]);
  expect([isAsking("", ANY), isAsking("d", ANY), isAsking("", "user")]).toEqual([false, false, true]);
});

test("offers the kinds that occur, in legend order", () => {
  expect(kindsOf(rows)).toEqual(["user", "tool_call", "tool_result"]);
});
