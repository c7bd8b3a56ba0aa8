import { expect, test } from "vitest";
import { firstTokensByShare } from "@/lib/view-models/cache/first-tokens";

const row = (first_token_ms: number | null, cache_read: number | null, prompt_tokens = 1000) => ({
  first_token_ms,
  cache_read,
  prompt_tokens,
});

test("requests stand together by the share that was read, each group with its median", () => {
  const rows = [row(900, 0), row(700, 100), row(800, 200), row(300, 950), row(200, 1000), row(400, 900), row(500, 600)];
  expect(firstTokensByShare(rows)).toEqual([
    { from: 0, to: 0.5, requests: 3, median: 800, prompt: 1000 },
    { from: 0.5, to: 0.9, requests: 1, median: 500, prompt: 1000 },
    { from: 0.9, to: 1, requests: 3, median: 300, prompt: 1000 },
  ]);
});

test("requests without a time or without cache counts count for nothing, and few say nothing", () => {
  const unknown = [row(null, 500), row(300, null), row(300, 0, 0)];
  expect(firstTokensByShare([...unknown, row(1, 1), row(2, 2), row(3, 3), row(4, 4)])).toEqual([]);
});
