import { expect, test } from "vitest";
import { firstFollowed } from "@/lib/server/ingest/follow-plan";

test("files with the same name in two followed folders are two files", () => {
  const [first, second] = ["work", "home"].map((root) => firstFollowed(root, "a.jsonl").identity);
  expect(first).not.toBe(second);
  expect(firstFollowed("work", "a.jsonl").identity).toBe(first);
});
