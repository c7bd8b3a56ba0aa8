import { expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { parseSections } from "@/lib/strategies/summaries/sections";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const OUTPUT = "a line of output ".repeat(40);
/** One long turn of an agent: the task and this many steps. */
const longTurn = (steps: number, more = "") =>
  drawConversation(
    [
      "system: rules",
      "user: 401 on /api/auth/login: find the cause and do not change the public API",
      ...Array.from(
        { length: steps },
        (_, at) => `assistant: call c${at} read_file f${at}.ts\ntool: result c${at} ${OUTPUT}`,
      ),
      more,
    ].join("\n"),
  );
const texts = (conversation: ReturnType<typeof drawConversation>) =>
  conversation.messages.map(({ parts: [part] }) => (part?.type === "text" ? part.text : ""));

test("one long turn of the agent: the task, a summary in five sections, the newest steps", () => {
  const { conversation, status, trigger } = checkStrategy("sliding-summary", longTurn(41), testEnvironment());
  expect(status).toBe("applied");
  expect(trigger?.rule).toBe("steps > 40");
  expect(texts(conversation)[1]).toContain("do not change the public API");
  const summaries = conversation.messages.flatMap((message) => readSummary(message) ?? []);
  expect(summaries).toHaveLength(1);
  expect(summaries[0]?.body.match(/^## .+$/gm)?.slice(0, 5)).toEqual([
    "## Session Intent",
    "## Files Modified",
    "## Decisions Made",
    "## Current State",
    "## Next Steps",
  ]);
  expect([...(parseSections(summaries[0]?.body ?? "").get("Files Modified") ?? [])].join()).toContain("f0.ts");
  expect(conversation.messages.filter(({ role }) => role === "assistant")).toHaveLength(20);
  expect(checkStrategy("sliding-summary", conversation, testEnvironment()).status).toBe("noop");
});

test("by default it does not act on forty steps, but on the sixth typed turn", () => {
  expect(checkStrategy("sliding-summary", longTurn(40), testEnvironment()).status).toBe("noop");
  const turns = (count: number) =>
    drawConversation(
      Array.from(
        { length: count },
        (_, at) => `user: question ${at} ${OUTPUT}\nassistant: answer ${at} ${OUTPUT}`,
      ).join("\n"),
    );
  expect(checkStrategy("sliding-summary", turns(5), testEnvironment()).status).toBe("noop");
  const { conversation, trigger } = checkStrategy("sliding-summary", turns(7), testEnvironment());
  expect(trigger?.rule).toBe("turns > 5");
  expect(texts(conversation)[0]).toContain("question 0");
  expect(texts(conversation).filter((text) => text.startsWith("question"))).toHaveLength(6);
});

/** The conversation with the client's own message before the first user message. */
const afterClient = ({ tools, messages: [rules, ...rest] }: Conversation, text: string): Conversation => ({
  tools,
  messages: [
    rules as Message,
    { id: "client", role: "user", origin: "client", parts: [{ id: "client.0", type: "text", text }] },
    ...rest,
  ],
});

test.each(
  ["sliding-turns", "fixed-threshold", "importance", "sliding-summary"].flatMap((id) => [
    { id, first: "" },
    { id, first: "<environment_context>a folder</environment_context>" },
  ]),
)("$id keeps the message that contains the task, also after $first", ({ id, first }) => {
  const drawn = longTurn(
    30,
    Array.from({ length: 7 }, (_, at) => `user: go on ${at}\nassistant: done ${at}`).join("\n"),
  );
  const history = first === "" ? drawn : afterClient(drawn, first);
  const environment = testEnvironment({ force: true, budget: { window: 1_500, reserve: 0 } });
  const { conversation, status } = compressConversation(history, { id }, environment);
  expect(status).toBe("applied");
  expect(texts(conversation)).toContain(texts(drawn)[1]);
});
