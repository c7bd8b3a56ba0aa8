import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { promptTokens } from "@/lib/transcript/usage";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { describeReal } from "@/tests/support/real-file";
import { memoryFile } from "@/tests/support/transcript-file";

type Row = Record<string, unknown>;

const row = (uuid: string, type: string, message: Row): Row => ({
  ...{ uuid, parentUuid: null, sessionId: "s", type, timestamp: "2026-06-01T09:00:00Z", version: "2.1.218" },
  ...{ isSidechain: false, message },
});
const prompt = (uuid: string, content: unknown) => row(uuid, "user", { role: "user", content });
const answer = (id: string, content: unknown[], usage: Row, more: Row = {}) =>
  row(`a-${id}`, "assistant", { id, role: "assistant", model: "claude-sonnet-4-6", content, usage, ...more });
const tokens = (input: number, output: number, more: Row = {}): Row => ({
  input_tokens: input,
  output_tokens: output,
  ...more,
});

async function read(rows: readonly Row[]): Promise<Session> {
  const [session] = (await mustImport([memoryFile(rows.map((value) => JSON.stringify(value)).join("\n"))])).sessions;
  checkSession(session as Session);
  return session as Session;
}

const bills = ({ responses }: Session) =>
  responses.map(({ agent, model, usage }) => [agent, model, usage && promptTokens(usage), usage?.output]);

test("an advisor is billed at its own model; the context is the last message's", async () => {
  const iterations = [
    { type: "message", ...tokens(1051, 35) },
    { type: "advisor_message", model: "claude-opus-4-7", ...tokens(2728, 3880) },
    { type: "message", ...tokens(3676, 3356) },
  ];
  const session = await read([
    prompt("u", "Help"),
    answer("m", [{ type: "text", text: "Yes." }], { ...tokens(4727, 3391), iterations }),
    prompt("v", "Thanks"),
    answer("n", [{ type: "text", text: "Welcome." }], tokens(4000, 5)),
  ]);
  expect(bills(session)).toEqual([
    ["main", "claude-sonnet-4-6", 1051, 35],
    ["main-advisor", "claude-opus-4-7", 2728, 3880],
    ["main", "claude-sonnet-4-6", 3676, 3356],
    ["main", "claude-sonnet-4-6", 4000, 5],
  ]);
  expect(session.agents.map(({ id }) => id)).toEqual(["main", "main-advisor"]);
  expect(contextAt(session, 3).messages).toHaveLength(3);
});

test("a model that declined is billed, and the answer is the fallback's", async () => {
  const iterations = [
    { type: "message", model: "claude-fable-5", ...tokens(408, 0) },
    { type: "fallback_message", model: "claude-opus-4-8", ...tokens(412, 264) },
  ];
  const session = await read([
    prompt("u", "Help"),
    answer("m", [{ type: "text", text: "Yes." }], { ...tokens(412, 264), iterations }),
  ]);
  expect(bills(session)).toEqual([
    ["main", "claude-fable-5", 408, 0],
    ["main", "claude-opus-4-8", 412, 264],
  ]);
});

test("one iteration is the answer itself", async () => {
  const usage = { ...tokens(9, 2), iterations: [{ type: "message", ...tokens(9, 2) }] };
  const session = await read([prompt("u", "Help"), answer("m", [{ type: "text", text: "Yes." }], usage)]);
  expect(bills(session)).toEqual([["main", "claude-sonnet-4-6", 9, 2]]);
});

test("results that the server cleared leave the prompt at that answer", async () => {
  const call = (id: string) => ({ type: "tool_use", id, name: "ls", input: {} });
  const result = (id: string) => prompt(`r-${id}`, [{ type: "tool_result", tool_use_id: id, content: "a long list" }]);
  const edited = (cleared_tool_uses: number, cleared_input_tokens: number) => ({
    context_management: {
      applied_edits: [{ type: "clear_tool_uses_20250919", cleared_tool_uses, cleared_input_tokens }],
    },
  });
  const session = await read([
    ...[prompt("u", "Go"), answer("1", [call("t1")], tokens(9, 2)), result("t1")],
    ...[answer("2", [call("t2")], tokens(19, 2)), result("t2")],
    ...[answer("3", [call("t3")], tokens(12, 2), edited(1, 700)), result("t3")],
    answer("4", [{ type: "text", text: "Done." }], tokens(14, 2), edited(1, 700)),
  ]);
  const events = session.events.map((event) => (event.type === "micro-compaction" ? event : null));
  expect(events).toMatchObject([{ atMessage: 5, tokensSaved: 700, clearedToolCallIds: ["t1"] }]);
  const results = contextAt(session, 3).messages.flatMap(({ parts }) =>
    parts.filter(({ type }) => type === "tool-result"),
  );
  expect(results.map((part) => part.type === "tool-result" && part.output[0])).toEqual([
    { type: "text", text: "[Old tool result content cleared]" },
    { type: "text", text: "a long list" },
    { type: "text", text: "a long list" },
  ]);
});

const ADVISED = {
  ...tokens(4727, 3391),
  iterations: [
    { type: "message", ...tokens(1051, 35) },
    { type: "advisor_message", model: "claude-opus-4-7", ...tokens(2728, 3880) },
    { type: "message", ...tokens(3676, 3356) },
  ],
};
const BILLS = [
  ["main", "claude-sonnet-4-6", 1051, 35],
  ["main-advisor", "claude-opus-4-7", 2728, 3880],
  ["main", "claude-sonnet-4-6", 3676, 3356],
];
const body = { model: "claude-sonnet-4-6", max_tokens: 99, messages: [{ role: "user", content: "Help" }] };
const message = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-6" },
  ...{ content: [{ type: "text", text: "Yes." }], usage: ADVISED },
};
const url = "https://api.anthropic.com/v1/messages";

async function readText(text: string): Promise<Session> {
  const [session] = (await mustImport([memoryFile(text)])).sessions;
  checkSession(session as Session);
  return session as Session;
}

test.each([
  ["a lone response", JSON.stringify(message), "anthropic"],
  ["a request and its response", JSON.stringify({ request: body, response: message }), "anthropic"],
  ["a captured call", JSON.stringify({ request: { url, body }, response: { body: message } }), "anthropic-captures"],
])("each call in %s is billed at its own model", async (_, text, format) => {
  const session = await readText(text);
  expect(session.format).toBe(format);
  expect(bills(session)).toEqual(BILLS);
  expect(session.messages.at(-1)?.responseId).toBe(session.responses[2]?.id);
});

describeReal("../transcripts-2/sse/anthropic-advisor.chunks.txt", (real) => {
  test("the stream of an answer with an advisor: the top level sums only the two messages", async () => {
    expect(bills(await readText(real.text()))).toEqual(BILLS);
  });
});

describeReal("../transcripts-2/sse/anthropic-fallback.chunks.txt", (real) => {
  test("the stream of an answer that one model declined", async () => {
    expect(bills(await readText(real.text()))).toEqual([
      ["main", "claude-fable-5", 408, 0],
      ["main", "claude-opus-4-8", 412, 264],
    ]);
  });
});
