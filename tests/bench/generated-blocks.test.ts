import { expect, test } from "vitest";
import { fillBlocks } from "@/bench/evaluation/generated-blocks";

test("generated blocks of a page are replaced, the rest stays; a missing block is an error", () => {
  const page = "Hello\n<!-- begin a -->\nold\n<!-- end a -->\nbye";
  expect(fillBlocks(page, { a: "new" })).toBe("Hello\n<!-- begin a -->\n\nnew\n\n<!-- end a -->\nbye");
  expect(fillBlocks(fillBlocks(page, { a: "new" }), { a: "new" })).toBe(fillBlocks(page, { a: "new" }));
  expect(() => fillBlocks(page, { b: "" })).toThrow("no block b");
});
