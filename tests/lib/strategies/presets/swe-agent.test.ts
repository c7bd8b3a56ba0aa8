import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { countLines, elidedText } from "@/lib/strategies/presets/swe-agent";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment();
const output = Array.from({ length: 40 }, (_, i) => `line ${i}`).join("\\n");

/** One user message and k exchanges; the results numbered in `failing` are errors. */
function trajectory(k: number, failing: readonly number[] = []): Conversation {
  const exchanges = Array.from({ length: k }, (_, i) => [
    `assistant: call ${i} bash ls`,
    `tool: ${failing.includes(i) ? "error" : "result"} ${i} ${output}`,
  ]);
  return drawConversation(["user: task", ...exchanges.flat()].join("\n"));
}

const maskedOf = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((p) => (p.type === "tool-result" && p.id.endsWith("~mask") ? [Number(p.toolCallId)] : [])),
  );

describe("swe-agent-last-n", () => {
  test.each([
    [12, { n: 3 }, [1, 2, 3, 4, 5, 6, 7, 8]],
    [12, {}, [1, 2, 3, 4, 5, 6]],
    [5, {}, []],
    [7, { n: 5 }, [1]],
    [12, { n: 3, polling: 5 }, [1, 2, 3, 4, 5, 6]],
    [14, { n: 3, polling: 5 }, [1, 2, 3, 4, 5, 6]],
    [15, { n: 3, polling: 5 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [12, { n: 3, keepFirst: false }, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ])("%i observations, %o: masks %o", (k, params, masked) => {
    const before = trajectory(k);
    const result = checkStrategy({ id: "swe-agent-last-n", params }, before, environment, { isIdempotent: true });
    expect(maskedOf(result.conversation.messages)).toEqual(masked);
  });

  test("elided = observations - n - 1, the first one stays (9.7)", () => {
    const result = checkStrategy({ id: "swe-agent-last-n", params: { n: 3 } }, trajectory(20), environment);
    expect(result.edits).toHaveLength(20 - 3 - 1);
  });

  test("keeps errors by option, and a masked error stays an error", () => {
    const before = trajectory(9, [2, 3]);
    const kept = checkStrategy({ id: "swe-agent-last-n", params: { keepErrors: true } }, before, environment);
    expect(maskedOf(kept.conversation.messages)).toEqual([1]);
    const masked = checkStrategy("swe-agent-last-n", before, environment);
    expect(masked.conversation.messages[6]?.parts[0]).toMatchObject({ isError: true });
  });

  test("the words and counts are the product's", () => {
    const block = { type: "text", text: "a\nb\r\nc" } as const;
    const image = { type: "file", mediaType: "image/png", byteLength: 9 } as const;
    const result = { id: "p", type: "tool-result", toolCallId: "1", isError: false } as const;
    expect(elidedText({ ...result, output: [block] })).toBe("Old environment output: (3 lines omitted)");
    expect(elidedText({ ...result, output: [block, image, image] })).toBe(
      "Old environment output: (3 lines omitted) (2 images omitted)",
    );
    expect(["", "a", "a\n", "a\n\n", "\r\n"].map(countLines)).toEqual([0, 1, 1, 2, 1]);
  });

  test("protected tools and ids keep their output", () => {
    const before = trajectory(12);
    const pinned = testEnvironment({ protect: { ids: ["m6"] } });
    expect(maskedOf(checkStrategy("swe-agent-last-n", before, pinned).conversation.messages)).toEqual([1, 3, 4, 5, 6]);
    const tools = testEnvironment({ protect: { tools: ["bash"] } });
    expect(checkStrategy("swe-agent-last-n", before, tools).status).toBe("noop");
  });
});
