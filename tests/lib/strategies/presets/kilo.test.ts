import { describe, expect, test } from "vitest";
import { anthropic } from "@/lib/formats/anthropic";
import { openaiChat } from "@/lib/formats/openai-chat";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawingOf, drawKept } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const forced = testEnvironment({ force: true });
const relaxed = testEnvironment();

describe("kilo-truncate: the three scenarios of its fix", () => {
  test("1: a complete pair stays as it is", () => {
    const pair = drawConversation("user: go\nassistant: call tool_1 read_file a\nuser: result tool_1 text");
    expect(checkStrategy("kilo-truncate", pair, relaxed).status).toBe("noop");
  });

  test("2: an orphan result is left out with one warning", () => {
    const orphan = drawConversation("user: hello\nuser: result tool_1 text of a file");
    const result = checkStrategy("kilo-truncate", orphan, relaxed);
    expect(drawingOf(result.conversation)).toBe("user: hello");
    expect(result.warnings.filter(({ code }) => code === "orphan-result-dropped")).toHaveLength(1);
    expect(result.trigger?.fired).toBe(false);
  });

  const inside = drawConversation(`
    system: rules
    user: the task
    assistant: call tool_1 read_file a
    user: result tool_1 content
    user: go on
    assistant: done
  `);

  test.each([false, true])("3: a cut inside a pair moves back to the call (faithful %s)", (faithful) => {
    const result = checkStrategy({ id: "kilo-truncate", params: { faithful } }, inside, forced, {
      isFaithful: faithful,
    });
    expect(drawKept(inside, result.conversation)).toBe("0 2 3 4 5");
  });

  test("3 without the fix: the result is orphaned, so it is refused", () => {
    const params = { faithful: true, systemMessages: "counted" };
    const result = checkStrategy({ id: "roo-truncate", params }, inside, forced, { isFaithful: true });
    expect(result.failure?.code).toBe("invalid-result");
    expect(result.conversation).toBe(inside);
  });
});

describe("the conversion to OpenAI's messages", () => {
  const use = {
    role: "assistant",
    content: [{ type: "tool_use", id: "tool_1", name: "read_file", input: { path: "a" } }],
  };
  const answer = { role: "user", content: [{ type: "tool_result", tool_use_id: "tool_1", content: "text" }] };
  const convert = (messages: readonly object[]) => {
    const decoded = anthropic.decode({ messages });
    if (!decoded.ok) throw new Error(decoded.error.message);
    const result = compressConversation(decoded.value.conversation, "kilo-truncate", relaxed);
    return { ...result, body: openaiChat.encode(result.conversation) as { messages: object[] } };
  };

  test("a complete pair: the call's id on both sides", () => {
    const { body } = convert([{ role: "user", content: "go" }, use, answer]);
    const called = { id: "tool_1", type: "function", function: { name: "read_file", arguments: '{"path":"a"}' } };
    expect(body.messages[1]).toMatchObject({ role: "assistant", tool_calls: [called] });
    expect(body.messages[2]).toEqual({ role: "tool", tool_call_id: "tool_1", content: "text" });
  });

  test("an orphan: only the text remains, and one warning", () => {
    const { body, warnings } = convert([{ role: "user", content: "hello" }, answer]);
    expect(body.messages).toEqual([{ role: "user", content: "hello" }]);
    expect(warnings.filter(({ code }) => code === "orphan-result-dropped")).toHaveLength(1);
  });
});

describe("kilo-truncate beyond the scenarios", () => {
  test("without tools it is Roo's window", () => {
    const lines = Array.from({ length: 7 }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: text ${i}`);
    const plain = drawConversation(lines.join("\n"));
    expect(drawKept(plain, checkStrategy("kilo-truncate", plain, forced).conversation)).toBe("0 3 4 5 6");
  });

  test("calls and results written as XML are text, so its cut is Roo's", () => {
    const lines = Array.from({ length: 7 }, (_, i) =>
      i % 2 === 0
        ? `user: <result of="read_file">text ${i}</result>`
        : `assistant: <read_file><path>${i}</path></read_file>`,
    );
    const xml = drawConversation(lines.join("\n"));
    expect(drawKept(xml, checkStrategy("kilo-truncate", xml, forced).conversation)).toBe("0 3 4 5 6");
    expect(drawKept(xml, checkStrategy("roo-truncate", xml, forced).conversation)).toBe("0 3 4 5 6");
  });

  test("a result at the cut without an earlier call: the cut stays, the result is filtered", () => {
    const loose = drawConversation(
      "user: 0\nuser: 1\nassistant: 2\nuser: result x gone\nassistant: 4\nuser: 5\nassistant: 6",
    );
    expect(drawKept(loose, checkStrategy("kilo-truncate", loose, forced).conversation)).toBe("0 4 5 6");
  });

  const crossed = drawConversation(`
    user: task
    assistant: call far read a
    user: and
    assistant: call near read b
    user: more
    user: result far content of a
    user: result near content of b
    assistant: done
    user: thanks
    assistant: bye
  `);

  test("the cut moves to the nearest call; a pair that reaches further back is kept complete", () => {
    expect(drawKept(crossed, checkStrategy("kilo-truncate", crossed, forced).conversation)).toBe("0 1 3 4 5 6 7 8 9");
  });

  test("faithful compares no ids at the cut, so the conversion has an orphan to filter", () => {
    const recipe = { id: "kilo-truncate", params: { faithful: true } };
    const result = checkStrategy(recipe, crossed, forced, { isFaithful: true });
    expect(drawKept(crossed, result.conversation)).toBe("0 3 4 6 7 8 9");
    expect(result.warnings.map(({ code }) => code)).toEqual(["orphan-result-dropped"]);
  });
});
