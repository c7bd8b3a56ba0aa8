import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation, Message } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { CODECS, type Codec, detectFormat } from "@/lib/formats";
import { isStructural } from "@/lib/formats/structural";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkEncodings, checkFormat } from "@/tests/support/check-format";

const FIXTURES: readonly { name: string; format: Codec["id"] }[] = [
  { name: "anthropic-request", format: "anthropic" },
  { name: "openai-request", format: "openai-chat" },
  { name: "openai-legacy-functions", format: "openai-chat" },
  { name: "gemini-request", format: "gemini" },
  { name: "ai-sdk-model-messages", format: "ai-sdk" },
  { name: "ai-sdk-ui-messages", format: "ai-sdk" },
];
const codec = (id: Codec["id"]) => CODECS.find((candidate) => candidate.id === id) as Codec;
const load = (name: string): unknown => JSON.parse(readFileSync(`tests/fixtures/formats/${name}.json`, "utf8"));

describe.each(FIXTURES)("$name", ({ name, format }) => {
  test("is detected, and obeys the laws of formats", () => {
    const body = load(name);
    expect(detectFormat(body)).toMatchObject({ ok: true, value: { id: format } });
    checkFormat(codec(format), body);
  });

  test("removing any one exchange or message keeps it valid, and the rest as the same objects", () => {
    const body = load(name);
    const { conversation, wire } = checkFormat(codec(format), body);
    const originals = new Set([...wire.messages.values()].map((message) => message.raw));
    for (const shorter of withoutOneGroup(conversation)) {
      const encoded = codec(format).encode(shorter, wire);
      expect(codec(format).validate(encoded).filter(isStructural)).toEqual([]);
      const body = encoded as { messages?: object[]; contents?: object[] };
      const messages = (Array.isArray(encoded) ? encoded : (body.messages ?? body.contents)) as {
        [key: string]: unknown;
      }[];
      const rebuilt = messages.filter((message) => !originals.has(message));
      expect(rebuilt.length).toBeLessThanOrEqual(1);
    }
  });

  test("an edited tool result changes only its content", () => {
    const body = load(name);
    const { conversation, wire } = checkFormat(codec(format), body);
    const edited = codec(format).encode(withResult(conversation, "SHORT"), wire);
    expect(codec(format).validate(edited).filter(isStructural)).toEqual([]);
    expect(JSON.stringify(edited)).toContain("SHORT");
    const before = decodedParts(codec(format), body);
    const after = decodedParts(codec(format), edited);
    expect(after.length).toBe(before.length);
    const changed = after.filter((part, index) => JSON.stringify(part) !== JSON.stringify(before[index]));
    expect(changed.map((part) => part.type)).toEqual(["tool-result"]);
  });
});

function decodedParts(codec: Codec, body: unknown): Part[] {
  const decoded = codec.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  return decoded.value.conversation.messages.flatMap((message) => message.parts);
}

/** Drops each call with its results, or each message without calls except the first. */
function withoutOneGroup(conversation: Conversation): Conversation[] {
  const { messages } = conversation;
  return messages.flatMap((message, index) => {
    if (message.role === "tool" || index < 2) return [];
    const calls = new Set(message.parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])));
    const gone = (part: Part) =>
      message.parts.includes(part) || (part.type === "tool-result" && calls.has(part.toolCallId));
    const kept = messages.map((other) => ({ ...other, parts: other.parts.filter((part) => !gone(part)) }));
    const shorter = { ...conversation, messages: kept.filter((other) => other.parts.length > 0) };
    return findViolations(shorter).length > 0 ? [] : [shorter];
  });
}

function withResult(conversation: Conversation, text: string): Conversation {
  let isDone = false;
  const edit = (part: Part): Part => {
    if (isDone || part.type !== "tool-result") return part;
    isDone = true;
    return { ...part, id: `${part.id}~edited`, output: [{ type: "text", text }] };
  };
  return {
    ...conversation,
    messages: conversation.messages.map((message): Message => ({ ...message, parts: message.parts.map(edit) })),
  };
}

describe("any well-formed conversation becomes a valid body of every format", () => {
  test("random histories", () => {
    let checked = 0;
    fc.assert(
      fc.property(arbitraryConversation({ isClean: true }), (conversation) => {
        fc.pre(findViolations(conversation).length === 0);
        checked += 1;
        checkEncodings(conversation);
      }),
      { numRuns: 80 },
    );
    expect(checked).toBeGreaterThan(40);
  });

  test("a decoded body of any format encodes to the same body", () => {
    fc.assert(
      fc.property(arbitraryConversation(), fc.constantFrom(...CODECS), (conversation, codec) => {
        const body = codec.encode(conversation);
        const decoded = codec.decode(body);
        if (decoded.ok) expect(codec.encode(decoded.value.conversation, decoded.value.wire)).toEqual(body);
        else expect(conversation.messages).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("arranges what logs contain and providers refuse", () => {
  const call = (id: string): Part => ({
    id: `call-${id}`,
    type: "tool-call",
    toolCallId: id,
    toolName: "bash",
    input: {},
  });
  const result = (id: string, nth = 0): Part => ({
    id: `result-${id}-${nth}`,
    type: "tool-result",
    toolCallId: id,
    output: [{ type: "text", text: `out ${id}` }],
    isError: false,
  });
  const text = (value: string): Part => ({ id: `text-${value}`, type: "text", text: value });
  const say = (role: Message["role"], ...parts: Part[]): Message => ({
    id: parts.map((part) => part.id).join("+"),
    role,
    parts,
  });
  const conversation = (...messages: Message[]): Conversation => ({ tools: [], messages });
  const anthropic = (...messages: Message[]) => codec("anthropic").encode(conversation(...messages));
  const openai = (...messages: Message[]) => codec("openai-chat").encode(conversation(...messages));

  test("a prompt typed between a batch and its results, which arrived in two rows, comes after the results", () => {
    const log = [
      say("user", text("go")),
      say("assistant", call("a"), call("b")),
      say("user", text("wait")),
      say("user", result("b")),
      say("user", result("a")),
    ];
    expect(anthropic(...log)).toEqual({
      messages: [
        { role: "user", content: "go" },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "bash", input: {} },
            { type: "tool_use", id: "b", name: "bash", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "b", content: "out b" },
            { type: "tool_result", tool_use_id: "a", content: "out a" },
            { type: "text", text: "wait" },
          ],
        },
      ],
    });
    expect(openai(...log)).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", content: null },
        { tool_call_id: "b" },
        { tool_call_id: "a" },
        { role: "user", content: "wait" },
      ],
    });
  });

  test("an interrupted call at the end gets a result; a running one does not", () => {
    const running = [say("user", text("go")), say("assistant", call("a"))];
    expect(openai(...running)).toMatchObject({ messages: [{ role: "user" }, { role: "assistant" }] });
    const { messages } = openai(...running, say("user", text("stop"))) as { messages: object[] };
    expect(messages).toMatchObject([
      {},
      {},
      { role: "tool", tool_call_id: "a", content: expect.stringMatching(/interrupted/) },
      { role: "user", content: "stop" },
    ]);
  });

  test("an id shared by all calls becomes unique, for each call and its result", () => {
    const log = [
      say("user", text("go")),
      say("assistant", call("a")),
      say("user", result("a", 1)),
      say("assistant", { ...call("a"), id: "again" }),
      say("user", result("a", 2)),
    ];
    expect(codec("anthropic").validate(anthropic(...log))).toEqual([]);
    expect(JSON.stringify(anthropic(...log))).toContain('"tool_use_id":"a_2"');
  });

  test("a conversation that starts with an answer gets an opening user message, only for Anthropic", () => {
    const log = [say("assistant", text("hello")), say("user", text("hi"))];
    expect(anthropic(...log)).toMatchObject({
      messages: [{ role: "user" }, { role: "assistant", content: "hello" }, { role: "user" }],
    });
    expect(openai(...log)).toMatchObject({ messages: [{ role: "assistant" }, { role: "user" }] });
  });

  test("also arranges an edit that leaves the wire order invalid", () => {
    const body = {
      model: "m",
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
        { role: "user", content: "c" },
      ],
    };
    const decoded = codec("anthropic").decode(body);
    if (!decoded.ok) throw new Error(decoded.error.message);
    const [, ...rest] = decoded.value.conversation.messages;
    const encoded = codec("anthropic").encode({ tools: [], messages: rest }, decoded.value.wire);
    expect(codec("anthropic").validate(encoded)).toEqual([]);
    expect(encoded).toMatchObject({ model: "m", messages: [{ role: "user" }, body.messages[1], body.messages[2]] });
  });

  test("does not hide orphans: the broken pair stays for validation", () => {
    const log = [say("user", text("go")), say("user", result("lost"))];
    expect(
      codec("anthropic")
        .validate(anthropic(...log))
        .map(({ code }) => code),
    ).toEqual(["orphan-result", "result-not-first"].slice(0, 1));
    expect(
      codec("openai-chat")
        .validate(openai(...log))
        .map(({ code }) => code),
    ).toEqual(["orphan-result"]);
  });
});

describe("validate reports the broken rule and its place", () => {
  const use = (...ids: string[]) => ({
    role: "assistant",
    content: ids.map((id) => ({ type: "tool_use", id, name: "t", input: {} })),
  });
  const results = (...ids: string[]) => ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "x" }));
  const user = { role: "user", content: "x" };
  const calls = (...ids: string[]) => ({
    role: "assistant",
    content: null,
    tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "t", arguments: "{}" } })),
  });
  const tool = (id: string) => ({ role: "tool", tool_call_id: id, content: "x" });

  test.each([
    ["assistant first", [{ role: "assistant", content: "x" }], ["first-message-not-user"]],
    ["unanswered", [user, use("a"), user], ["orphan-call"]],
    [
      "answered later",
      [user, use("a"), user, { role: "assistant", content: "y" }, { role: "user", content: results("a") }],
      ["orphan-call", "orphan-result"],
    ],
    [
      "half answered, then more",
      [user, use("a", "b"), { role: "user", content: results("a") }, { role: "assistant", content: "y" }],
      ["orphan-call"],
    ],
    [
      "results after text",
      [user, use("a"), { role: "user", content: [{ type: "text", text: "x" }, ...results("a")] }],
      ["result-not-first"],
    ],
    ["two results for one call", [user, use("a"), { role: "user", content: results("a", "a") }], ["orphan-result"]],
    [
      "one id twice",
      [user, use("a"), { role: "user", content: results("a") }, use("a"), { role: "user", content: results("a") }],
      ["duplicate-call-id"],
    ],
    ["empty content", [user, { role: "assistant", content: "y" }, { role: "user", content: "" }], ["empty-message"]],
    ["unknown role", [user, { role: "robot", content: "x" }], ["bad-role"]],
    ["still running", [user, use("a")], []],
    ["half of a running batch answered", [user, use("a", "b"), { role: "user", content: results("a") }], []],
    [
      "results split over two user messages",
      [user, use("a", "b"), { role: "user", content: results("a") }, { role: "user", content: results("b") }],
      [],
    ],
  ])("anthropic: %s", (_, messages, codes) => {
    expect(
      codec("anthropic")
        .validate({ messages })
        .map(({ code }) => code),
    ).toEqual(codes);
  });

  test.each([
    ["orphan", [user, tool("a")], ["orphan-result"]],
    ["unanswered", [user, calls("a"), user], ["orphan-call"]],
    ["answered after a prompt", [user, calls("a"), user, tool("a")], ["orphan-call", "orphan-result"]],
    ["two answers", [user, calls("a"), tool("a"), tool("a")], ["orphan-result"]],
    ["one id twice in a batch", [user, calls("a", "a"), tool("a")], ["duplicate-call-id"]],
    ["one id for every batch", [user, calls("a"), tool("a"), calls("a"), tool("a")], []],
    ["still running", [user, calls("a", "b"), tool("a")], []],
  ])("openai-chat: %s", (_, messages, codes) => {
    expect(
      codec("openai-chat")
        .validate({ messages })
        .map(({ code }) => code),
    ).toEqual(codes);
  });

  test("a body without messages", () => {
    for (const { validate, decode } of CODECS) {
      expect(validate({ messages: "none" }).map(({ code }) => code)).toEqual(["invalid-shape"]);
      expect(decode({ messages: "none" })).toMatchObject({
        ok: false,
        error: { at: expect.stringMatching(/^\$\.(messages|input|contents)$/) },
      });
    }
  });

  test("a decoding failure includes the JSON path", () => {
    const broken = { messages: [user, { role: "user", content: [{ text: "no type" }] }] };
    expect(codec("anthropic").decode(broken)).toMatchObject({ error: { at: "$.messages[1].content[0]" } });
    expect(codec("openai-chat").decode([user, { role: "user", content: 7 }])).toMatchObject({
      error: { at: "$[1].content" },
    });
    expect(codec("ai-sdk").decode([{ role: "robot", parts: [] }])).toMatchObject({ error: { at: "$[0].role" } });
  });
});

describe("detectFormat", () => {
  test("plain texts are the same in all formats: fields, then the model's name, identify the format", () => {
    const plain = { messages: [{ role: "user", content: "hi" }] };
    const formatOf = (body: unknown) => detectFormat(body);
    expect(formatOf(plain)).toMatchObject({ value: { id: "openai-chat" } });
    expect(formatOf({ ...plain, model: "claude-sonnet-4-5" })).toMatchObject({ value: { id: "anthropic" } });
    expect(formatOf({ ...plain, model: "gpt-5" })).toMatchObject({ value: { id: "openai-chat" } });
    expect(formatOf({ ...plain, model: "anthropic/claude-sonnet-4.5" })).toMatchObject({
      value: { id: "openai-chat" },
    });
    expect(formatOf({ ...plain, system: "be brief", model: "gpt-5" })).toMatchObject({ value: { id: "anthropic" } });
    expect(formatOf({ messages: [{ role: "developer", content: "x" }] })).toMatchObject({
      value: { id: "openai-chat" },
    });
  });

  test.each(["claude-sonnet-4-5", "anthropic/claude-opus-4.1", "gemini-2.5-pro", "gpt-5", "openai/gpt-5", "mine"])(
    "a gateway may serve %s in any shape: the messages decide",
    (model) => {
      for (const { name, format } of FIXTURES) {
        const body = load(name) as object;
        const named = Array.isArray(body) ? { messages: body, model } : { ...body, model };
        expect(detectFormat(named), name).toMatchObject({ ok: true, value: { id: format } });
      }
    },
  );

  test("cache marks passed on by a gateway do not contradict the messages", () => {
    const marked = { type: "text", text: "long", cache_control: { type: "ephemeral" } };
    const call = { id: "c", type: "function", function: { name: "ls", arguments: "{}" } };
    const asked = [
      { role: "user", content: [marked] },
      { role: "assistant", content: null, tool_calls: [call] },
    ];
    expect(detectFormat({ messages: asked })).toMatchObject({ value: { id: "openai-chat" } });
    const instructed = [
      { role: "system", content: [marked] },
      { role: "user", content: "hi" },
    ];
    expect(detectFormat({ messages: instructed })).toMatchObject({ value: { id: "openai-chat" } });
    expect(detectFormat({ messages: [{ role: "user", content: [marked] }] })).toMatchObject({
      value: { id: "anthropic" },
    });
  });

  test("messages of several formats together are ambiguous: reports the candidates", () => {
    const messages = [
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
      { role: "tool", tool_call_id: "a", content: "x" },
    ];
    expect(detectFormat({ messages })).toMatchObject({
      ok: false,
      error: { code: "ambiguous-format", message: expect.stringMatching(/openai-chat, anthropic/) },
    });
  });

  test("does not guess if none matches", () => {
    // Nothing would keep the calls and results of Bedrock's Converse together.
    const converse = [
      { role: "user", content: [{ text: "Look" }] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "t", name: "read", input: {} } }] },
      { role: "user", content: [{ toolResult: { toolUseId: "t", content: [{ text: "a" }] } }] },
    ];
    for (const body of [null, 1, {}, [], { messages: [] }, [{ role: "user" }], { messages: converse }])
      expect(detectFormat(body)).toMatchObject({ ok: false, error: { code: "unknown-format" } });
    expect(detectFormat([{ role: "user", parts: [{ text: "hi" }] }])).toMatchObject({ value: { id: "gemini" } });
  });
});
