import { expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { aiSdk } from "@/lib/formats/ai-sdk";

/** The body with every tool result replaced by a short text. */
function shortened(body: unknown): unknown {
  const decoded = aiSdk.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  const messages = conversation.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === "tool-result"
        ? { ...part, id: `${part.id}~cut`, output: [{ type: "text", text: "cut" } as const] }
        : part,
    ),
  }));
  return aiSdk.encode({ ...conversation, messages } satisfies Conversation, wire);
}

test.each([
  { state: "output-denied", approval: { id: "q1", approved: false } },
  { state: "approval-responded", approval: { id: "q1", approved: true } },
  { state: "approval-requested", approval: { id: "q1" } },
  { state: "input-streaming" },
])("a UI call in state $state stays as it was if another result of its message is shortened", (held) => {
  const waiting = { type: "tool-remove", toolCallId: "c2", input: { path: "b" }, ...held };
  const read = { type: "tool-read", toolCallId: "c1", state: "output-available", input: {}, output: "a long text" };
  const body = [
    { id: "1", role: "user", parts: [{ type: "text", text: "Clean up" }] },
    { id: "2", role: "assistant", parts: [read, waiting] },
  ];
  expect(shortened(body)).toMatchObject([body[0], { parts: [{ ...read, output: "cut" }, waiting] }]);
});

test("a result of version 4 stays a plain text when it is shortened", () => {
  const call = { type: "tool-call", toolCallId: "c1", toolName: "read", args: {} };
  const result = { type: "tool-result", toolCallId: "c1", toolName: "read", result: "a long text" };
  const body = [
    { role: "user", content: "Read it" },
    { role: "assistant", content: [call] },
    { role: "tool", content: [result] },
  ];
  expect(shortened(body)).toEqual([body[0], body[1], { role: "tool", content: [{ ...result, result: "cut" }] }]);
});
