import { expect, test } from "vitest";
import { partSegment } from "@/lib/requests/part-segment";
import { PrefixTree } from "@/lib/requests/prefix-tree";

const parts = ["one", "two"].map((text) => ({ id: text, type: "text", text }) as const);
const copy = parts.map((part) => ({ ...part, id: `${part.id} again` }));
const segments = (list: typeof parts) => list.map((part) => partSegment(part, { role: "user", parts: list }, 10));

test("a multi-part message sent again under another id shares all of them", () => {
  const tree = new PrefixTree();
  const [first, again] = [tree.path("model", segments(parts)), tree.path("model", segments(copy))];
  expect(again).toBe(first);
});
