import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { CODECS } from "@/lib/formats";

const MARK = { type: "ephemeral" };
const marked = (text: string, ttl?: string) => ({
  type: "text",
  text,
  cache_control: ttl ? { ...MARK, ttl } : { ...MARK },
});
const user = (content: unknown) => ({ role: "user", content });
const says = (content: unknown) => ({ role: "assistant", content });

/** The messages that remain after removing those with these indexes; `wire` is the original body. */
function without(format: string, messages: readonly object[], gone: readonly number[]) {
  const codec = CODECS.find(({ id }) => id === format);
  const decoded = codec?.decode({ messages });
  if (!codec || !decoded?.ok) throw new Error("cannot be read");
  const { conversation, wire } = decoded.value;
  const left: Conversation = {
    ...conversation,
    messages: conversation.messages.filter((_, index) => !gone.includes(index)),
  };
  return (codec.encode(left, wire) as unknown as { messages: { content: unknown }[] }).messages;
}

describe.each(["anthropic", "openai-chat"])("%s: a cache mark whose message is removed", (format) => {
  test("moves to the nearest remaining message, the earlier of two", () => {
    const messages = [user("a"), says("b"), user([marked("c")]), says("d"), user("e")];
    expect(without(format, messages, [2, 3])).toEqual([user("a"), says([marked("b")]), user("e")]);
    expect(without(format, messages, [1, 2]).map(({ content }) => content)).toEqual(["a", [marked("d")], "e"]);
    expect(without(format, messages, [2])).toEqual([user("a"), says([marked("b")]), says("d"), user("e")]);
  });

  test("moves even if the program uses one object for all its marks", () => {
    const same = { type: "text", cache_control: MARK };
    const messages = [user([{ ...same, text: "a" }]), says("b"), user("c"), says([{ ...same, text: "d" }]), user("e")];
    expect(without(format, messages, [3])).toEqual([messages[0], says("b"), user([{ ...same, text: "c" }]), user("e")]);
  });

  test("keeps all other messages the same objects, and moves nothing if no mark is lost", () => {
    const messages = [user("a"), says("b"), user([marked("c")]), says("d"), user("e")];
    const [first, ...rest] = without(format, messages, [3]);
    expect(first).toBe(messages[0]);
    expect(rest).toEqual([says("b"), user([marked("c")]), user("e")]);
    expect(rest[1]).toBe(messages[2]);
  });

  test("does not replace another mark", () => {
    const messages = [user([marked("a", "1h")]), says("b"), user([marked("c")]), says("d"), user("e")];
    expect(without(format, messages, [1, 2])).toEqual([user([marked("a", "1h")]), says([marked("d")]), user("e")]);
    expect(without(format, messages, [1, 2, 3])).toEqual([user([marked("a", "1h")]), user("e")]);
  });
});

test("anthropic: thinking cannot carry a mark, a call or a result can", () => {
  const messages = [
    user("a"),
    says([
      { type: "thinking", thinking: "t", signature: "s" },
      { type: "tool_use", id: "x", name: "t", input: {} },
    ]),
    user([{ type: "tool_result", tool_use_id: "x", content: "1" }]),
    says([marked("b")]),
    user("e"),
  ];
  const [, , result] = without("anthropic", messages, [3]);
  expect(result?.content).toEqual([{ type: "tool_result", tool_use_id: "x", content: "1", cache_control: MARK }]);
});
