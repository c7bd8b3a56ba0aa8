import { expect, test } from "vitest";
import { walkTree } from "@/lib/importers/message-tree";

const node = (id: string, parent: string | null, value: string) => ({ id, parent, value });
const walked = (nodes: Parameters<typeof walkTree<string>>[0], leaf: string | null) =>
  walkTree(nodes, leaf).map(({ node: { value }, isActive }) => `${value}${isActive ? "*" : ""}`);

test("the active branch comes last", () => {
  const nodes = [node("1", null, "question"), node("2", "1", "answer"), node("3", "1", "other answer")];
  expect(walked(nodes, "2")).toEqual(["question*", "other answer", "answer*"]);
  expect(walked(nodes, null)).toEqual(["question*", "answer", "other answer*"]);
});

test("two messages with the same id are both read", () => {
  const nodes = [
    node("1", null, "question"),
    node("2", "1", "answer"),
    node("2", "1", "same id"),
    node("3", "2", "end"),
  ];
  expect(walked(nodes, "3")).toEqual(["question*", "answer", "same id*", "end*"]);
});
