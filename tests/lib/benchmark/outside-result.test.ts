import { describe, expect, test } from "vitest";
import { askWith, readOutside } from "@/lib/benchmark/outside-result";
import { loggedParts } from "@/lib/compress/as-sent";
import type { Conversation } from "@/lib/conversation/message";
import { CODECS, type Codec } from "@/lib/formats";
import { createEnvironment } from "@/lib/strategies/grammar/environment";

const environment = createEnvironment({ count: (text) => text.length });
const codecOf = (id: string) => CODECS.find((codec) => codec.id === id) as Codec;

/** A log with a separate message per block, where a body joins them, and one message that the format cannot express. */
const LOG: Conversation = {
  tools: [],
  messages: [
    { id: "m1", role: "user", parts: [{ id: "p1", type: "text", text: "Mend the build." }] },
    { id: "m2", role: "assistant", parts: [{ id: "p2", type: "text", text: "I look at it." }] },
    {
      id: "m3",
      role: "assistant",
      parts: [
        { id: "p3", type: "tool-call", toolCallId: "a", toolName: "Bash", input: { command: "make" } },
        { id: "p4", type: "tool-call", toolCallId: "b", toolName: "Bash", input: { command: "ls" } },
      ],
    },
    { id: "m4", role: "user", parts: [resultOf("p5", "a", "make: *** missing separator")] },
    { id: "m5", role: "user", parts: [resultOf("p6", "b", "Makefile src")] },
    { id: "m6", role: "assistant", parts: [{ id: "p7", type: "text", text: "A tab is missing." }] },
    { id: "m7", role: "user", parts: [{ id: "p8", type: "text", text: "Go on." }] },
  ],
};

function resultOf(id: string, toolCallId: string, text: string) {
  return { id, type: "tool-result" as const, toolCallId, output: [{ type: "text" as const, text }], isError: null };
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe.each(["anthropic", "openai-chat"])("an answer in %s", (format) => {
  const question = askWith(LOG, codecOf(format), "claude-sonnet-4-5");
  const read = (answer: unknown) => readOutside(question, answer, "x", environment);
  const messagesOf = () => copyOf(question.body.messages) as { role: string; content: unknown }[];

  test("returned unchanged is the log itself, as a body or as messages", () => {
    expect(read(messagesOf())).toMatchObject({ status: "noop", conversation: LOG });
    expect(read(copyOf(question.body)).conversation).toBe(LOG);
  });

  test("that shortens one output keeps every other message as the same object", () => {
    const text = JSON.stringify(messagesOf()).replace("make: *** missing separator", "failed");
    const { status, conversation, stats } = read(JSON.parse(text));
    expect(status).toBe("applied");
    expect(conversation.messages.map(({ id }) => id)).toEqual(LOG.messages.map(({ id }) => id));
    const changed = conversation.messages.filter((message, at) => message !== LOG.messages[at]);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatchObject({ id: "m4", parts: [{ toolCallId: "a", output: [{ text: "failed" }] }] });
    expect(changed[0]?.parts[0]?.id).not.toBe("p5");
    expect(stats.tokensSaved).toBe("make: *** missing separator".length - "failed".length);
  });

  test("that folds the beginning has a new message before the logged ones", () => {
    const kept = messagesOf().slice(-1);
    const { conversation } = read([{ role: "user", content: "Summary: a tab is missing." }, ...kept]);
    expect(conversation.messages.at(-1)).toBe(LOG.messages[6]);
    expect(conversation.messages.flatMap(({ parts }) => parts).length).toBe(2);
  });

  test("that no provider would accept is invalid, and the prompt stays", () => {
    const withoutCalls = messagesOf().filter(({ role }) => role !== "assistant");
    for (const answer of [withoutCalls, { wrong: true }, null, "text", [{ role: "nobody" }], []]) {
      const { status, failure, conversation } = read(answer);
      expect([status, failure?.code]).toEqual(["failed", "invalid-result"]);
      expect(conversation).toBe(LOG);
    }
  });
});

test("a part of a body that is missing from the log is not among the log's parts", () => {
  const open: Conversation = { tools: [], messages: LOG.messages.slice(0, 3) };
  const decoded = codecOf("anthropic").decode(
    codecOf("anthropic").encode({ ...open, messages: [...open.messages, ...LOG.messages.slice(6)] }),
  );
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { messages } = decoded.value.conversation;
  const logged = loggedParts({ ...open, messages: [...open.messages, ...LOG.messages.slice(6)] }, messages);
  const added = messages.flatMap(({ parts }) => parts).filter((part) => !logged.has(part));
  expect(added.map(({ type }) => type)).toEqual(["tool-result", "tool-result"]);
});
