import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { anthropic } from "@/lib/formats/anthropic";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { compactAt, nextRange } from "@/lib/strategies/presets/cline-classic";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawingOf, drawKept } from "@/tests/support/draw-conversation";
import { fakeSummariser } from "@/tests/support/fake-summariser";
import { describeRepro } from "@/tests/support/shared-repros";
import { testEnvironment } from "@/tests/support/strategy-environment";

const LONG = "word ".repeat(400);
const tokensOf = (conversation: Conversation) =>
  conversation.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
const IMAGE = { type: "file", mediaType: "image/png", byteLength: 68, data: "iVBORw0KGgo=" } as const;

/** The conversation with an image in the message at that index. */
const withImage = ({ tools, messages }: Conversation, at: number): Conversation => ({
  tools,
  messages: messages.map(
    (message, index): Message =>
      index === at ? { ...message, parts: [...message.parts, { id: `${message.id}.image`, ...IMAGE }] } : message,
  ),
});
const imagesIn = ({ messages }: Conversation) =>
  messages.flatMap(({ id, parts }) => parts.flatMap(({ type }) => (type === "file" ? [id] : [])));

describe("cline-classic", () => {
  const alternating = (index: number) => index % 2 === 1;

  test.each([
    [33_000, 200_000, 0.75, false],
    [149_999, 200_000, 0.75, false],
    [150_000, 200_000, 0.75, true],
    [159_999, 200_000, 0.99, false],
    [160_000, 200_000, 0.99, true],
    [160_000, 200_000, 0, true],
  ])("%i tokens of a window of %i, threshold %d: compacts %s", (tokens, window, threshold, wanted) => {
    expect(tokens >= compactAt(window, threshold)).toBe(wanted);
    const history = drawConversation("user: a\nassistant: b\nuser: c\nassistant: d\nuser: e");
    const environment = testEnvironment({ budget: { window, reserve: 0 }, fixedTokens: tokens - tokensOf(history) });
    const recipe = { id: "cline-classic", params: { threshold } };
    expect(compressConversation(history, recipe, environment).trigger?.fired).toBe(wanted);
  });

  test.each([
    [11, "none", [2, 9]],
    [12, "none", [2, 11]],
    [11, "lastTwo", [2, 7]],
    [12, "lastTwo", [2, 9]],
    [3, "none", [2, 1]],
    [3, "lastTwo", [2, 1]],
  ] as const)("range of n=%i, keep %s: %o, ended by an assistant's message", (n, keep, range) => {
    expect(nextRange(n, keep, alternating)).toEqual(range);
  });

  test("results whose call is in the gap are removed with it", () => {
    const history = drawConversation(`
      user: go
      assistant: hello
      user: and
      assistant: call 1 bash ls
      user: wait
      assistant: looking
      user: result 1 the files
      assistant: done
      user: more
      assistant: yes
      user: last
    `);
    const result = checkStrategy("cline-classic", history, testEnvironment({ force: true }));
    expect(drawKept(history, result.conversation)).toBe("0 1 7 8 9 10");
  });

  test("at twice the allowed tokens it keeps a quarter, below that a half", () => {
    const lines = Array.from({ length: 21 }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: text ${i}`);
    const history = drawConversation(lines.join("\n"));
    const at = (tokens: number) => {
      const environment = testEnvironment({ fixedTokens: tokens - tokensOf(history) });
      return checkStrategy("cline-classic", history, environment).stats.messagesAfter;
    };
    expect([at(320_000), at(320_001)]).toEqual([21 - 8, 21 - 14]);
  });
});

describe("cline-basic and cline-projection: the checklist of their tests", () => {
  const budget = { window: 3000, reserve: 0 };
  const forced = testEnvironment({ force: true, budget });
  const turns = drawConversation(`
    user: first prompt
    assistant: call 1 bash ls
    tool: result 1 ${LONG}
    assistant: first answer
    user: second prompt
    assistant: call 2 bash ls
    tool: result 2 ${LONG}
    assistant: second answer ${LONG}
    user: third prompt
    assistant: !thinking | call 3 bash ls
    tool: result 3 ${LONG} ${LONG}
    assistant: third answer
  `);

  test.each(["cline-basic", "cline-projection"])(
    "%s: exactly 81 percent of the window triggers, including tools and system prompt",
    (id) => {
      const history = drawConversation(`system: rules\nuser: a ${LONG}\nassistant: b ${LONG}\nuser: c`);
      const at = (tokens: number) => {
        const environment = testEnvironment({
          budget: { window: 10_000, reserve: 0 },
          fixedTokens: tokens - tokensOf(history),
        });
        return compressConversation(history, id, environment).trigger?.fired;
      };
      expect([at(8099), at(8100)]).toEqual([false, true]);
    },
  );

  test("does not re-trigger immediately: the remainder is below the target", () => {
    const result = checkStrategy("cline-basic", turns, forced);
    expect(result.stats.tokensAfter).toBeLessThanOrEqual(0.7 * 2430);
    expect(compressConversation(result.conversation, "cline-basic", testEnvironment({ budget })).trigger?.fired).toBe(
      false,
    );
  });

  test("a result next to a reminder is removed with its call", () => {
    const { messages } = drawConversation(`
      user: first prompt
      assistant: call 1 bash ls
      user: result 1 ${LONG} | the todo list is empty
      assistant: call 2 bash ls
      user: result 2 ${LONG}
      assistant: done
      user: next prompt
    `);
    const history = { tools: [], messages };
    const result = checkStrategy("cline-basic", history, testEnvironment({ budget: { ...budget, target: 120 } }));
    expect(result.status).toBe("applied");
    expect(drawingOf(result.conversation)).toContain("user: the todo list is empty");
    expect(drawingOf(result.conversation)).not.toContain("result 1");
  });

  describeRepro("cline-basic-invalid.json", ({ target, ...body }) => {
    test("gives a valid result, or none because of its target", () => {
      const decoded = anthropic.decode(body);
      if (!decoded.ok) throw new Error(decoded.error.message);
      const options = { target: target as { tokens: number } };
      const result = compressConversation(decoded.value.conversation, "cline-basic", testEnvironment(), options);
      expect([undefined, "budget-unachievable"]).toContain(result.failure?.code);
    });
  });

  test("old images are removed, those of the newest prompt stay", () => {
    const before = withImage(withImage(turns, 0), 8);
    expect(imagesIn(checkStrategy("cline-basic", before, forced).conversation)).toEqual(["m8"]);
    const roomy = testEnvironment({ force: true });
    expect(imagesIn(checkStrategy("cline-projection", before, roomy).conversation)).toEqual(["m0", "m8"]);
    const left = checkStrategy("cline-projection", before, forced).conversation;
    expect(imagesIn(left)).toEqual(["m8"]);
  });

  test("thinking is dropped entirely, never shortened", () => {
    const thinking = drawConversation(`
      user: one
      assistant: !${"a thought ".repeat(300)} | answer
      user: two
      assistant: !${"another ".repeat(300)} | answer ${LONG} ${LONG}
      user: three
    `);
    const result = checkStrategy(
      "cline-projection",
      thinking,
      testEnvironment({ force: true, budget: { window: 900, reserve: 0 } }),
    );
    const thoughts = result.conversation.messages.flatMap(({ parts }) =>
      parts.filter(({ type }) => type === "reasoning"),
    );
    expect(thoughts.every((part) => thinking.messages.some(({ parts }) => parts.includes(part)))).toBe(true);
    expect(result.status).toBe("applied");
  });

  test("finds the newest typed prompt although results follow it; completed pairs after it may be removed, open ones may not", () => {
    const running = drawConversation(`
      user: first
      assistant: ok
      user: the newest prompt
      assistant: call 1 bash ls
      user: result 1 ${LONG} ${LONG}
      assistant: call 2 bash ls
      user: result 2 ${LONG} ${LONG}
      assistant: call 3 bash ls
    `);
    const result = checkStrategy(
      "cline-projection",
      running,
      testEnvironment({ force: true, budget: { window: 600, reserve: 0 } }),
    );
    expect(result.status).toBe("applied");
    const kept = drawKept(running, result.conversation).split(" ");
    expect(kept).toContain("2");
    expect(kept).toContain("7");
    const ids = (type: Part["type"]) =>
      result.conversation.messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === type && "toolCallId" in part ? [part.toolCallId] : [])),
      );
    expect(ids("tool-call").filter((id) => id !== "3")).toEqual(ids("tool-result"));
  });

  test("an impossible budget fails, and the history is unchanged", () => {
    const tiny = testEnvironment({ force: true, budget: { window: 6, reserve: 0 } });
    for (const id of ["cline-basic", "cline-projection"])
      expect(checkStrategy(id, turns, tiny)).toMatchObject({ status: "failed", failure: { code: "strategy-failed" } });
  });
});

describe("cline-agentic", () => {
  const history = drawConversation(
    [1, 2, 3].map((n) => `user: ask ${n} ${LONG}\nassistant: answer ${n} ${LONG}`).join("\n"),
  );
  const environment = (summaries: ReturnType<typeof fakeSummariser>["summaries"]) =>
    testEnvironment({ force: true, summaries });
  const recipe = { id: "cline-agentic", params: { tail: 50 } };

  test("an earlier summary is passed separately and not folded again", () => {
    const { asked, summaries } = fakeSummariser(({ previous }) => ({
      ok: true,
      text: `## Goal\n- summary ${previous === null ? 1 : 2}`,
    }));
    const once = checkStrategy(recipe, history, environment(summaries)).conversation;
    const more = drawConversation(
      `assistant: later ${LONG}\nuser: ask 4 ${LONG}\nassistant: answer 4 ${LONG}`,
    ).messages;
    const grown = { ...once, messages: [...once.messages, ...more.map((one) => renamed(one))] };
    const twice = checkStrategy(recipe, grown, environment(summaries)).conversation;
    expect(asked.at(-1)?.previous).toContain("summary 1");
    expect(asked.at(-1)?.transcript).not.toContain("summary 1");
    expect(twice.messages.flatMap((message) => readSummary(message) ?? []).map(({ cycle }) => cycle)).toEqual([2]);
  });

  test("several tools in one turn stay together, on either side of the cut", () => {
    const batch = drawConversation(`
      user: one ${LONG}
      assistant: call 1 a x | call 2 b x | call 3 c x
      tool: result 1 ${LONG}
      tool: result 2 ${LONG}
      tool: result 3 short
      assistant: seen
      user: two
      assistant: done
    `);
    for (const tail of [1, 20, 60, 200, 600]) {
      const { summaries } = fakeSummariser("## Goal\n- a");
      const result = checkStrategy({ id: "cline-agentic", params: { tail } }, batch, environment(summaries));
      const calls = result.conversation.messages.flatMap(({ parts }) =>
        parts.filter(({ type }) => type === "tool-call"),
      );
      expect([0, 3]).toContain(calls.length);
    }
  });

  test("an empty summary: basic compaction runs instead", () => {
    const { summaries } = fakeSummariser("  ");
    const budget = { window: Math.floor(tokensOf(history) / 0.85), reserve: 0 };
    const result = checkStrategy(recipe, history, testEnvironment({ budget, summaries }));
    expect(result.warnings.map(({ code }) => code)).toContain("summary-empty");
    expect(result.steps.map(({ id }) => id)).toContain("basic");
  });
});

const renamed = (message: Message): Message => ({
  ...message,
  id: `b${message.id}`,
  parts: message.parts.map((part) => ({ ...part, id: `b${part.id}` })),
});

test("a basic compaction's notice lists files and commands, and repeats removed text of the last three answers", () => {
  const history = drawConversation(`
    user: go
    assistant: call 1 read_file src/a.ts
    tool: result 1 ${LONG}
    assistant: said one
    assistant: said two
    assistant: call 2 bash ${"echo ".repeat(60)}
    tool: result 2 ${LONG}
    assistant: the answer
    user: next
    assistant: newest
  `);
  const budget = { window: 1200, reserve: 0 };
  const result = checkStrategy(
    "cline-basic",
    history,
    testEnvironment({ force: true, budget: { ...budget, target: 200 } }),
  );
  const text = result.conversation.messages.flatMap(({ parts }) => parts.map(partText)).join("\n");
  expect(text).toContain("Files read:\n- src/a.ts\n");
  expect(text).toMatch(/Commands:\n- .*echo echo/);
  expect(text).toContain("Assistant: said two\nthe answer\n");
  expect(text).not.toContain("said one");
});

test("basic compaction keeps what an earlier run left before its newest note", () => {
  const lines = (note: string) => `
    user: go
    assistant: call 1 read_file src/a.ts
    tool: result 1 ${LONG}
    ${note}
    assistant: call 2 read_file src/b.ts
    tool: result 2 ${LONG}
    user: next
    assistant: newest
  `;
  const budget = { window: 1200, reserve: 0, target: 900 };
  const kept = (note: string) => {
    const history = drawConversation(lines(note));
    return drawKept(
      history,
      checkStrategy("cline-basic", history, testEnvironment({ force: true, budget })).conversation,
    );
  };
  expect(kept("user: [Context note: dropped]")).toBe("0 1 2 3 -1' 6 7");
});
