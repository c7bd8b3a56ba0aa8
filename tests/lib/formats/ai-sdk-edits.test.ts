import { expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { aiSdk } from "@/lib/formats/ai-sdk";

/** The body after `change`; a changed part gets a new id, as strategies give it. */
function edited(body: unknown, change: (part: Part) => Part): unknown {
  const decoded = aiSdk.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  expect(findViolations(conversation)).toEqual([]);
  const edit = (part: Part) => (change(part) === part ? part : { ...change(part), id: `${part.id}~cut` });
  const messages = conversation.messages.map((message) => ({ ...message, parts: message.parts.map(edit) }));
  return aiSdk.encode({ ...conversation, messages } satisfies Conversation, wire);
}

/** The body with every tool result replaced by a short text. */
const shortened = (body: unknown) =>
  edited(body, (part) => (part.type === "tool-result" ? { ...part, output: [{ type: "text", text: "cut" }] } : part));

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

const CALL = { type: "tool-call", toolCallId: "c1", toolName: "remove", input: { path: "a" } };
const REQUEST = { type: "tool-approval-request", approvalId: "q1", toolCallId: "c1" };
const APPROVAL = { type: "tool-approval-response", approvalId: "q1", approved: true };
const ASKED = [
  { role: "user", content: "Clean up" },
  { role: "assistant", content: [CALL, REQUEST] },
];

test("an approval stays next to the result that is shortened", () => {
  const output = { type: "text", value: "A long text", providerOptions: { own: { mark: 1 } } };
  const result = { type: "tool-result", toolCallId: "c1", toolName: "remove", output };
  const body = [...ASKED, { role: "tool", content: [APPROVAL, result] }];
  const cut = { ...result, output: { ...output, value: "cut" } };
  expect(shortened(body)).toEqual([...ASKED, { role: "tool", content: [APPROVAL, cut] }]);
});

test("an approved call that has not run yet does not count as a call without a result", () => {
  const body = [...ASKED, { role: "tool", content: [APPROVAL] }];
  expect(shortened(body)).toEqual(body);
});

test("a denied UI call earlier in the history has a result, as the SDK sends it", () => {
  const denied = { type: "tool-remove", toolCallId: "c1", state: "output-denied", input: { path: "a" } };
  const body = [
    { id: "1", role: "user", parts: [{ type: "text", text: "Clean up" }] },
    { id: "2", role: "assistant", parts: [{ ...denied, approval: { id: "q1", approved: false, reason: "Not now" } }] },
    { id: "3", role: "user", parts: [{ type: "text", text: "Go on" }] },
  ];
  expect(shortened(body)).toEqual(body);
  expect(JSON.stringify(aiSdk.decode(body))).toContain("Not now");
});

test("edited texts and calls keep their other fields, except the id of what the provider stored", () => {
  const text = {
    type: "text",
    text: "A long text",
    providerOptions: { openai: { itemId: "msg_1", phase: "commentary" } },
  };
  const call = { ...CALL, providerOptions: { openai: { itemId: "fc_1" } }, providerExecuted: false };
  const old = { type: "tool-call", toolCallId: "c2", toolName: "remove", args: { path: "b" } };
  const body = [ASKED[0], { role: "assistant", content: [text, call, old] }];
  const cut = edited(body, (part) => {
    if (part.type === "tool-call") return { ...part, input: {} };
    return part.type === "text" && part.text.startsWith("A") ? { ...part, text: "cut" } : part;
  });
  const content = [
    { ...text, text: "cut", providerOptions: { openai: { phase: "commentary" } } },
    { ...call, input: {}, providerOptions: { openai: {} } },
    { ...old, args: {} },
  ];
  expect(cut).toEqual([ASKED[0], { role: "assistant", content }]);
});
