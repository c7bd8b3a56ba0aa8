import { expect, test } from "vitest";
import { firstTokensByShare } from "@/lib/view-models/cache/first-tokens";

const row = (first_token_ms: number | null, cache_read: number | null, prompt_tokens = 1000) => ({
  first_token_ms,
  cache_read,
  prompt_tokens,
});

const thirty = (first_token_ms: number, read: number) =>
  Array.from({ length: 30 }, (_, at) => row(first_token_ms + at, read));

test("groups requests by the share that was read, each with its median; leaves out groups under thirty", () => {
  const rows = [...thirty(700, 100), ...thirty(300, 950), row(500, 600)];
  expect(firstTokensByShare(rows)).toEqual([
    { from: 0, to: 0.5, requests: 30, median: 714, prompt: 1000 },
    { from: 0.9, to: 1, requests: 30, median: 314, prompt: 1000 },
  ]);
});

test("a single group compares nothing, and requests without a time or cache figures do not count", () => {
  expect(firstTokensByShare([...thirty(700, 100), ...thirty(300, 950).slice(1)])).toEqual([]);
  const unknown = thirty(1, 950).flatMap(() => [row(null, 950), row(300, null), row(300, 0, 0)]);
  expect(firstTokensByShare([...thirty(700, 100), ...unknown])).toEqual([]);
});
