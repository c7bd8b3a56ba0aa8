import { describe, expect, test } from "vitest";
import { readAnthropicUsage } from "@/lib/importers/anthropic-usage";
import { isoTime } from "@/lib/importers/iso-time";
import { readLangChainUsage } from "@/lib/importers/langchain/langchain-usage";
import { inOrder, type ModelCall } from "@/lib/importers/model-calls/model-call";
import { readOpenAiUsage, readResponsesUsage } from "@/lib/importers/openai-usage";
import { timeOf } from "@/lib/importers/session-draft";
import { assembleStream } from "@/lib/importers/streams/assemble-stream";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

describe("chat usage of gateways", () => {
  test.each([
    [
      "LiteLLM",
      { cache_creation_input_tokens: 200, cache_read_input_tokens: 700, prompt_tokens_details: { cached_tokens: 700 } },
    ],
    ["LiteLLM's details", { prompt_tokens_details: { cached_tokens: 700, cache_creation_tokens: 200 } }],
    ["OpenRouter", { prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 } }],
  ])("%s: tokens written to the cache are not uncached input", (_, counters) => {
    const usage = readOpenAiUsage({ prompt_tokens: 1000, completion_tokens: 5, total_tokens: 1005, ...counters });
    expect(usage).toMatchObject({ uncachedInput: 100, cacheRead: 700, cacheWriteUnsplit: 200, output: 5 });
  });

  test("counters of zero mean that the provider reported nothing", () => {
    expect(readOpenAiUsage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })).toBeNull();
    expect(readResponsesUsage({ input_tokens: 0, output_tokens: 0, total_tokens: 0 })).toBeNull();
    expect(readAnthropicUsage({ input_tokens: 0, output_tokens: 0 })).toBeNull();
  });

  test("cached tokens that exceed the prompt are not part of it", () => {
    const usage = readOpenAiUsage({ prompt_tokens: 12, completion_tokens: 5, cache_read_input_tokens: 9000 });
    expect(usage).toMatchObject({ uncachedInput: 12, cacheRead: 9000, cacheWriteUnsplit: null });
  });

  test("nor are those that an older integration of LangChain counted separately", () => {
    const usage = { input_tokens: 12, output_tokens: 5, input_token_details: { cache_read: 9000, cache_creation: 4 } };
    expect(readLangChainUsage(usage)).toMatchObject({ uncachedInput: 12, cacheRead: 9000, cacheWriteUnsplit: 4 });
  });

  test("a span of a provider that counts cached tokens separately keeps its uncached input", async () => {
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "claude-x",
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 5,
      "gen_ai.usage.cache_read.input_tokens": 9000,
      "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: "Hi." }] }]),
    };
    const spans = [{ traceId: "t", spanId: "s", name: "chat", attributes }];
    const { sessions } = await mustImport([
      memoryFile(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })),
    ]);
    expect(sessions[0]?.responses[0]?.usage).toMatchObject({ uncachedInput: 12, cacheRead: 9000, output: 5 });
  });
});

test("a counter that an SDK wrote as null keeps its value from the start of the message", () => {
  const usage = { input_tokens: 61, cache_read_input_tokens: 900, output_tokens: 1 };
  const last = { input_tokens: null, cache_read_input_tokens: null, output_tokens: 27 };
  const body = assembleStream("anthropic", [
    { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], usage } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: last },
    { type: "message_stop" },
  ]);
  expect(body?.usage).toEqual({ ...usage, output_tokens: 27 });
});

test("a call without a time stays behind its predecessor, and the others are sorted", () => {
  const call = (id: string, startedAt: string | null) => ({ id, startedAt }) as ModelCall;
  const calls = [call("c", "2026-01-01T00:00:03Z"), call("c2", null), call("a", "2026-01-01T00:00:01Z")];
  expect(inOrder(calls).map(({ id }) => id)).toEqual(["a", "c", "c2"]);
});

test("a time without a zone is in UTC, whatever the zone of the machine", () => {
  expect(timeOf("2026-03-01T10:00:00.123456")).toBe("2026-03-01T10:00:00.123456Z");
  expect(timeOf("2026-03-01T10:00:00+02:00")).toBe("2026-03-01T10:00:00+02:00");
  expect(["2026-03-01 10:00:00 UTC", "2026-03-01 12:00:00.000+02"].map(isoTime)).toEqual(
    Array.from({ length: 2 }, () => "2026-03-01T10:00:00.000Z"),
  );
  expect([timeOf("soon"), timeOf(0), timeOf(1_788_256_800)]).toEqual([null, null, "2026-09-01T10:00:00.000Z"]);
});
