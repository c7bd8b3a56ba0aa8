import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Message } from "@/lib/conversation/message";
import { aiSdk } from "@/lib/formats/ai-sdk";
import type { Item } from "@/lib/library/origin";
import { type CompressorEvent, type WinnowOptions, winnowMiddleware } from "@/package/entries/langchain";
import { LangChainMessages } from "@/package/entries/langchain-messages";
import { loadTokenizer, o200kTokenizer } from "@/package/entries/small";
import { changesOf, outputOf } from "../support/agent-loop";
import { draws } from "../support/samples";
import { ScriptedChatModel } from "../support/scripted-chat-model";

/** The full form runs the whole loop; its prompt without compression ends at 200k tokens. */
const STEPS = draws(50, 200);
const scaled = (window: number): number => Math.ceil((window * STEPS) / 200);
const MAX_CHANGES = 10;
const QUESTION = new HumanMessage({ id: "question", content: "Go through all steps." });
const work = tool(async ({ step }: { step: number }) => outputOf(step), {
  name: "work",
  description: "Does one step.",
  schema: z.object({ step: z.int() }),
});
let plain: Awaited<ReturnType<typeof loop>>;
beforeAll(async () => {
  plain = await loop(null);
});

async function loop(options: WinnowOptions | null, steps = STEPS) {
  const events: CompressorEvent[] = [];
  const model = new ScriptedChatModel(steps, await loadTokenizer(o200kTokenizer));
  const winnow = winnowMiddleware({ model: "gpt-5", ...options, onEvent: (event) => events.push(event) });
  const agent = createAgent({
    model,
    tools: [work],
    middleware: options ? [winnow] : [],
    systemPrompt: "Do the work.",
  });
  const { messages } = await agent.invoke({ messages: [QUESTION] }, { recursionLimit: 10 * steps });
  return { log: model.log, sent: model.sent, events, winnow, messages, answer: messages.at(-1)?.text };
}

describe(`${STEPS} steps`, () => {
  test.each([
    ["winnow", 60_000],
    ["centagent-externalise", 400_000],
    ["swe-agent-last-n", 60_000],
    ["roo-truncate", 40_000],
  ])("%s in a window of %i: never invalid, never over it, and nothing changes undeclared", async (strategy, window) => {
    const room = { window: scaled(window), reserve: scaled(4_000) };
    const run = await loop({ strategy, ...room });
    expect(plain.log.tokens.at(-1)).toBeGreaterThan(STEPS * 950);
    expect(run.log.prompts.length).toBeGreaterThanOrEqual(STEPS + 1);
    expect(run.log.invalid).toEqual([]);
    expect(Math.max(...run.log.tokens)).toBeLessThanOrEqual(room.window - room.reserve);
    expect(run.events.filter(({ type }) => type !== "compressed")).toEqual([]);
    // The system prompt precedes the messages that the middleware sees.
    const declared = run.events.flatMap((event) =>
      event.type === "compressed" ? [[event.step, event.firstChanged + 1]] : [],
    );
    for (const { step, at } of changesOf(run.log.prompts)) expect(declared).toContainEqual([step, at]);
    expect(changesOf(run.log.prompts).length).toBeLessThanOrEqual(MAX_CHANGES);
    // The agent's own history stays complete.
    expect(run.messages.map(({ text }) => text).join("").length).toBeGreaterThanOrEqual(
      plain.messages.map(({ text }) => text).join("").length,
    );
  });
});

test("the task's result is the same, read back through the tool", async () => {
  const run = await loop({ strategy: "centagent-externalise", window: 400_000 });
  expect(plain.answer).toBe(outputOf(1).split("\n")[0]);
  expect(run.answer).toBe(plain.answer);
  expect(run.winnow.outputs().size).toBeGreaterThan(10);
  expect(run.log.tokens.at(-1)).toBeLessThan((plain.log.tokens.at(-1) ?? 0) / 2);
});

test("unchanged messages are the agent's own objects", async () => {
  const { sent, messages } = await loop({ strategy: "centagent-externalise", window: 400_000 }, 10);
  const own = new Set<BaseMessage>(messages);
  const [, ...last] = sent.at(-1) ?? [];
  expect(last.filter((message) => message.type === "ai").every((message) => own.has(message))).toBe(true);
  expect(last.filter((message) => !own.has(message)).map(({ type }) => type)).toContain("tool");
});

test("each thread has its own edits and outputs", async () => {
  const told: [string, string][] = [];
  const model = new ScriptedChatModel(8, await loadTokenizer(o200kTokenizer));
  const winnow = winnowMiddleware({
    model: "gpt-5",
    strategy: "centagent-externalise",
    threads: 2,
    onEvent: ({ type }, thread) => told.push([type, thread]),
  });
  const agent = createAgent({ model, tools: [work], middleware: [winnow], checkpointer: new MemorySaver() });
  const ask = (thread: string, text: string) =>
    agent.invoke({ messages: [new HumanMessage(text)] }, { configurable: { thread_id: thread }, recursionLimit: 100 });
  await ask("one", "Go.");
  expect(winnow.outputs("one").size).toBeGreaterThan(3);
  expect(winnow.outputs("two").size).toBe(0);
  await ask("two", "Something else.");
  await ask("one", "And now?");
  expect(new Set(told.map(([type]) => type))).toEqual(new Set(["compressed"]));
  expect(new Set(told.map(([, thread]) => thread))).toContain("one");
  await ask("three", "More.");
  expect(winnow.outputs("two").size).toBe(0); // dropped: the least recently used one
  expect(winnow.outputs("one").size).toBeGreaterThan(3);
});

test("an unknown model needs a window, and an unknown strategy is refused", () => {
  expect(() => winnowMiddleware({ model: "of-nobody" })).toThrow("window");
  expect(() => winnowMiddleware({ window: 9_000, strategy: "no-such-strategy" })).toThrow("no-such-strategy");
});

describe("messages, converted by the AI SDK and back", () => {
  const translation = new LangChainMessages();
  /** Without fields that a comparison must ignore. */
  const plainly = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const signed = { type: "thinking", thinking: "Hm.", signature: "s" };
  const used = { type: "tool_use", id: "c1", name: "read", input: { path: "a" } };
  const mark = { cache_control: { type: "ephemeral" } };
  const anthropic = new AIMessage({
    id: "a",
    content: [signed, { type: "text", text: "Reading." }, used] as never,
    tool_calls: [{ type: "tool_call", id: "c1", name: "read", args: { path: "a" } }],
    additional_kwargs: { tool_calls: [] },
    response_metadata: { output: [1], model: "m" },
  });
  const marked = new HumanMessage({ content: [{ type: "text", text: "Look.", ...mark }] as never });
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  const seen = new ToolMessage({
    tool_call_id: "c1",
    name: "read",
    status: "error",
    artifact: { kept: true },
    content: [{ type: "text", text: "seen" }, image] as never,
  });

  test("an unchanged message is returned as the same object", () => {
    for (const message of [anthropic, marked, seen, new SystemMessage("s"), new AIMessage("")])
      expect(translation.write(translation.read(message))).toBe(message);
  });

  test("a call in the content occurs once, and reasoning keeps its signature", () => {
    expect(plainly(translation.read(anthropic))).toEqual({
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", providerOptions: { anthropic: { signature: "s" } } },
        { type: "text", text: "Reading." },
        { type: "tool-call", toolCallId: "c1", toolName: "read", input: { path: "a" } },
      ],
    });
  });

  test("a changed answer keeps its other blocks, and loses copies of what was changed", () => {
    const item = translation.read(anthropic) as { content: { type: string }[] };
    const content = item.content.map((part) =>
      part.type === "tool-call"
        ? { type: "tool-call", toolCallId: "c1", toolName: "read", input: { path: "…" } }
        : part,
    );
    const changed = translation.write({ ...item, content }) as AIMessage;
    expect(changed.id).toBe("a");
    expect(changed.content).toEqual([signed, { type: "text", text: "Reading." }, { ...used, input: { path: "…" } }]);
    expect(changed.tool_calls).toMatchObject([{ id: "c1", args: { path: "…" } }]);
    expect(changed.additional_kwargs).toEqual({});
    expect(changed.response_metadata).toEqual({ model: "m" });
  });

  test("a changed output is a text, with the tool's id, artifact and failure", () => {
    const item = translation.read(seen) as { content: object[] };
    const content = [{ ...item.content[0], output: { type: "error-text", value: "[put aside]" } }];
    const changed = translation.write({ ...item, content }) as ToolMessage;
    expect(changed).toMatchObject({
      content: "[put aside]",
      tool_call_id: "c1",
      name: "read",
      status: "error",
      artifact: { kept: true },
    });
  });

  test("a cache mark and files are read, and written again unchanged", () => {
    const item = translation.read(marked) as { content: object[] };
    expect(plainly(item.content)).toEqual([
      { type: "text", text: "Look.", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    ]);
    const changed = translation.write({ ...item, content: [...item.content, { type: "text", text: "More." }] });
    expect(changed.content).toEqual([
      { type: "text", text: "Look.", ...mark },
      { type: "text", text: "More." },
    ]);
    expect(translation.read(seen)).toMatchObject({
      content: [{ isError: true, output: { value: [{ type: "text" }, { type: "file", mediaType: "image/*" }] } }],
    });
  });

  test("a text that a strategy rewrites is written as rewritten, with its cache mark", () => {
    const decoded = aiSdk.decode({ messages: [translation.read(marked)] });
    if (!decoded.ok) throw new Error(decoded.error.message);
    const [message] = decoded.value.conversation.messages;
    const rewritten = { ...message, parts: [{ id: "m0.0~cut", type: "text", text: "L." }] } as Message;
    const { messages } = aiSdk.encode({ tools: [], messages: [rewritten] }, decoded.value.wire) as { messages: [Item] };
    expect(translation.write(messages[0]).content).toEqual([{ type: "text", text: "L.", ...mark }]);
  });

  test("a message overwritten in place is read again", () => {
    const message = new HumanMessage("before");
    translation.read(message);
    message.content = "after";
    expect(translation.read(message)).toMatchObject({ content: [{ text: "after" }] });
  });
});
