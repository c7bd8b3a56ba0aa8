import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { detectFormat } from "@/lib/formats";
import { openaiResponses } from "@/lib/formats/openai-responses";
import { checkFormat } from "@/tests/support/check-format";

const request = () => JSON.parse(readFileSync("tests/fixtures/openai-responses/request.json", "utf8"));

const shortened = (conversation: Conversation): Conversation => ({
  ...conversation,
  messages: conversation.messages.map(
    (message): Message => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === "tool-result" ? { ...part, id: `${part.id}~`, output: [{ type: "text", text: "SHORT" }] } : part,
      ),
    }),
  ),
});

test("a request is detected and obeys the laws of formats, and so does its bare list of items", () => {
  const body = request();
  const items = body.input.filter((item: { type?: string }) => item.type !== "item_reference");
  for (const given of [
    { ...body, input: items },
    items,
    { model: "gpt-5", input: "Hello", instructions: "Be brief." },
  ]) {
    expect(detectFormat(given)).toMatchObject({ ok: true, value: { id: "openai-responses" } });
    checkFormat(openaiResponses, given);
  }
});

test("what is not understood is returned unchanged", () => {
  const body = request();
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  expect(openaiResponses.encode(decoded.value.conversation, decoded.value.wire)).toEqual(body);
});

test("an edited result changes only its output", () => {
  const body = request();
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  const expected = structuredClone(body);
  expected.input[3].output = "SHORT";
  expect(openaiResponses.encode(shortened(conversation), wire)).toEqual(expected);
});

test("reasoning and call of one answer stay one message; dropping it drops both items", () => {
  const body = request();
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  expect(conversation.messages.map(({ role, parts }) => [role, parts.length])).toEqual([
    ["system", 1],
    ["user", 1],
    ["assistant", 2],
    ["tool", 1],
    ["assistant", 1],
    ["user", 2],
  ]);
  const messages = conversation.messages.filter(
    ({ parts: [first] }) => first?.type === "opaque" || first?.type === "text",
  );
  const encoded = openaiResponses.encode({ ...conversation, messages }, wire);
  expect(encoded).toEqual({ ...body, input: [body.input[0], body.input[4], body.input[5]] });
});

test.each([
  ["an output without its call", [{ type: "function_call_output", call_id: "c", output: "" }], "orphan-result"],
  [
    "a call that a user message follows",
    [
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      { role: "user", content: "x" },
    ],
    "orphan-call",
  ],
  ["an unknown role", [{ role: "wizard", content: "x" }], "bad-role"],
])("%s is a violation", (_, input, code) => {
  expect(openaiResponses.validate({ input }).map((violation) => violation.code)).toEqual([code]);
});

test("an item with a call's id is a call or its output, so that no strategy separates the two", () => {
  const pair = (call: object) => [
    { role: "user", content: "Go on." },
    { call_id: "c1", ...call },
    { type: "function_call_output", call_id: "c1", output: "done" },
  ];
  for (const call of [{ type: "patch_request" }, { type: "function_call", arguments: "{}" }]) {
    const decoded = openaiResponses.decode({ model: "gpt-5", input: pair(call) });
    if (!decoded.ok) throw new Error(decoded.error.message);
    expect(decoded.value.conversation.messages.flatMap(({ parts }) => parts.map(({ type }) => type))).toEqual([
      "text",
      "tool-call",
      "tool-result",
    ]);
  }
});
