import { expect, test } from "vitest";
import { imageTokensOf } from "@/lib/ledger/image-tokens";

/** The providers' own examples, and their limits. */
test.each([
  ["claude", [1000, 1000], 1296],
  ["claude", [9000, 9000], 1568],
  ["claude-4.7", [1000, 1000], 1296],
  ["claude-4.7", [9000, 9000], 4784],
  ["o200k", [1024, 1024], 765],
  ["o200k", [2048, 4096], 1105],
  ["o200k", [100, 100], 255],
  ["gemini", [384, 384], 258],
  ["gemini", [960, 540], 1548],
  ["qwen", [1000, 1000], 1296],
] as const)("%s counts an image of %j", (id, [width, height], tokens) => {
  expect(imageTokensOf({ width, height }, { id })).toBe(tokens);
});

test("an image of unknown size counts as a large one", () => {
  const ids = ["claude", "claude-4.7", "o200k", "gemini"] as const;
  expect(ids.map((id) => imageTokensOf(null, { id }))).toEqual([1568, 4784, 1445, 1548]);
});
