import { expect, test } from "vitest";
import { partSegment } from "@/lib/requests/part-segment";
import { commonPrefix, PrefixTree } from "@/lib/requests/prefix-tree";

const parts = ["one", "two"].map((text) => ({ id: text, type: "text", text }) as const);
const copy = parts.map((part) => ({ ...part, id: `${part.id} again` }));
const segments = (list: typeof parts) => list.map((part) => partSegment(part, { role: "user", parts: list }, 10));

test("a message of several parts that is sent again under another id shares all of them", () => {
  const tree = new PrefixTree();
  const [first, again] = [tree.path("model", segments(parts)), tree.path("model", segments(copy))];
  expect(again).toBe(first);
});

test("a block that begins a message differs from the same block that continues one", () => {
  const tree = new PrefixTree();
  const [together, apart] = [segments(parts), parts.flatMap((part) => segments([part]))];
  expect(commonPrefix(tree.path("model", together), tree.path("model", apart))?.segment?.id).toBe("one");
});
