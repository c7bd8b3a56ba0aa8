import { expect, test } from "vitest";
import { readAnthropicUsage } from "@/lib/importers/anthropic-usage";

test("cache writes are split by lifetime as in the answer, and the rest of their total stays unsplit", () => {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 100,
    cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 70 },
  };
  expect(readAnthropicUsage(usage)).toMatchObject({ cacheWrite5m: 20, cacheWrite1h: 70, cacheWriteUnsplit: 10 });
});
