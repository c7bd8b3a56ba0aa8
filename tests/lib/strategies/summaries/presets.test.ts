import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Environment } from "@/lib/strategies/grammar/environment";
import { effectiveThreshold } from "@/lib/strategies/presets/roo-condense";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { failing, fakeSummariser } from "@/tests/support/fake-summariser";
import { testEnvironment } from "@/tests/support/strategy-environment";

const LONG = "and so on with many more words about the same matter ".repeat(6);
const chat = (n: number, first = 1): Conversation =>
  drawConversation(
    Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: text ${i + first} ${LONG}`).join("\n"),
  );
const tokensOf = (conversation: Conversation, environment: Environment) =>
  conversation.messages.reduce((sum, message) => sum + environment.tokensOf(message), 0);
const filledTo = (conversation: Conversation, tokens: number, more: Partial<Environment> = {}) => {
  const fixedTokens = tokens - tokensOf(conversation, testEnvironment());
  return testEnvironment({ budget: { window: 100_000, reserve: 0 }, fixedTokens, ...more });
};
const summariesIn = ({ messages }: Conversation) => messages.flatMap((message) => readSummary(message) ?? []);
const codes = ({ warnings }: { warnings: readonly { code: string }[] }) => warnings.map(({ code }) => code);

describe("claude-code", () => {
  test.each([
    [93_900, "noop"],
    [94_000, "noop"],
    [94_100, "applied"],
  ])("%i of 100,000 tokens: %s", (tokens, status) => {
    const conversation = chat(8);
    const result = checkStrategy("claude-code", conversation, filledTo(conversation, tokens));
    expect(result.status).toBe(status);
    expect(result.trigger?.limit).toBe(94_000);
  });

  test("all messages except the last typed one become one; an automatic run tells the agent to continue", () => {
    const conversation = chat(8);
    const { summaries } = fakeSummariser("## Current Work\nall of it");
    const auto = checkStrategy("claude-code", conversation, filledTo(conversation, 95_000, { summaries }));
    expect(auto.conversation.messages).toHaveLength(2);
    expect(summariesIn(auto.conversation)).toEqual([{ body: "## Current Work\nall of it", cycle: 1 }]);
    expect(JSON.stringify(auto.conversation.messages[0])).toContain("Go on with the task");
    const manual = checkStrategy(
      "claude-code",
      conversation,
      filledTo(conversation, 10_000, { summaries, force: true }),
    );
    expect(manual.status).toBe("applied");
    expect(JSON.stringify(manual.conversation.messages[0])).not.toContain("Go on with the task");
    expect(manual.stats.tokensBefore).toBe(10_000);
  });

  test("both the preset's and the caller's instructions reach the summariser", () => {
    const conversation = chat(8);
    const { asked, summaries } = fakeSummariser("short");
    const environment = testEnvironment({ force: true, summaries: { ...summaries, instructions: "the errors" } });
    checkStrategy({ id: "claude-code", params: { instructions: "debugging" } }, conversation, environment);
    expect(asked[0]?.instructions).toBe("debugging\nthe errors");
  });

  test("if the summariser fails, the result is the original, failed, with its reason", () => {
    const conversation = chat(8);
    const { summaries } = fakeSummariser(failing);
    const result = checkStrategy("claude-code", conversation, testEnvironment({ force: true, summaries }));
    expect(result.status).toBe("failed");
    expect(result.conversation).toBe(conversation);
    expect(codes(result)).toContain("summary-failed");
  });

  test("results that the model has not read stay with their call", () => {
    const conversation = drawConversation(`
      user: task ${LONG}
      assistant: looking ${LONG} | call 1 read a
      tool: result 1 old ${LONG}
      assistant: !signed thought | call 2 read b
      tool: result 2 unread
    `);
    const result = checkStrategy("claude-code", conversation, testEnvironment({ force: true }));
    expect(result.conversation.messages.slice(-2)).toEqual(conversation.messages.slice(-2));
    expect(summariesIn(result.conversation)).toHaveLength(1);
  });
});

describe("roo-3.25", () => {
  const { summaries } = fakeSummariser("the summary");
  const forced = testEnvironment({ force: true, summaries });

  test("keeps the first message, the summary as an assistant message, and the last three", () => {
    const conversation = chat(10);
    const result = checkStrategy("roo-3.25", conversation, forced);
    expect(result.conversation.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(
      drawKept(conversation, result.conversation)
        .split(" ")
        .filter((index) => !index.startsWith("-")),
    ).toEqual(["0", "7", "8", "9"]);
  });

  test("four messages are not enough", () => {
    expect(codes(checkStrategy("roo-3.25", chat(4), forced))).toContain("condense-not-enough");
  });

  test("does nothing if a summary is among the last three messages (condensed recently)", () => {
    const once = checkStrategy("roo-3.25", chat(10), forced).conversation;
    const again = checkStrategy("roo-3.25", once, forced);
    expect(again.status).toBe("noop");
    expect(codes(again)).toContain("condensed-recently");
  });

  test("empty: failed; grew: unchanged; over the limit both fall back to the sliding window", () => {
    const conversation = chat(11);
    const empty = fakeSummariser(" \n").summaries;
    const grown = fakeSummariser("word ".repeat(20_000)).summaries;
    const under = (summaries: NonNullable<Environment["summaries"]>) =>
      checkStrategy("roo-3.25", conversation, filledTo(conversation, 50_000, { force: true, summaries }));
    expect([under(empty).status, codes(under(empty)).includes("summary-empty")]).toEqual(["failed", true]);
    expect([under(grown).status, codes(under(grown)).includes("summary-grew")]).toEqual(["noop", true]);
    for (const [summaries, code] of [
      [empty, "summary-empty"],
      [grown, "summary-grew"],
    ] as const) {
      const over = checkStrategy("roo-3.25", conversation, filledTo(conversation, 85_000, { summaries }));
      expect(over.status).toBe("applied");
      expect(codes(over)).toContain(code);
      expect(drawKept(conversation, over.conversation)).toBe("0 5 6 7 8 9 10");
    }
  });

  test.each([
    [0, 81_807, false],
    [0, 81_809, true],
    [50_000, 39_999, false],
    [50_000, 50_001, true],
    [30_000, 59_999, false],
    [30_000, 60_001, true],
  ])("no condensing, reserved %i, %i of 100k tokens: fires %s", (reserved, tokens, fires) => {
    const conversation = chat(11);
    const recipe = { id: "roo-3.25", params: { autoCondense: false, reserved } };
    const result = compressConversation(conversation, recipe, filledTo(conversation, tokens));
    expect(result.trigger?.fired).toBe(fires);
    expect(summariesIn(result.conversation)).toEqual([]);
  });

  test("a profile's threshold", () => {
    expect(effectiveThreshold(1, 50)).toEqual({ fraction: 0.5 });
    expect(effectiveThreshold(0.7, -1)).toEqual({ fraction: 0.7 });
    for (const invalid of [3, 150])
      expect(effectiveThreshold(0.7, invalid)).toMatchObject({ fraction: 0.7, warning: {} });
    const conversation = chat(11);
    const recipe = { id: "roo-3.25", params: { profileThreshold: 50 } };
    expect(checkStrategy(recipe, conversation, filledTo(conversation, 55_000, { summaries })).status).toBe("applied");
    expect(checkStrategy("roo-3.25", conversation, filledTo(conversation, 55_000, { summaries })).status).toBe("noop");
  });
});

describe("roo-latest", () => {
  test("starts over with the last typed message, followed by the summary as a user message", () => {
    const { summaries } = fakeSummariser("fresh");
    const result = checkStrategy("roo-latest", chat(10), testEnvironment({ force: true, summaries }));
    expect(result.conversation.messages.map(({ role }) => role)).toEqual(["user", "user"]);
    expect(readSummary(result.conversation.messages[1] as never)?.body).toBe("fresh");
  });

  test("if the summariser fails, the window slides with its notice if the request does not fit, otherwise nothing", () => {
    const { summaries } = fakeSummariser(failing);
    const conversation = chat(11);
    const over = checkStrategy("roo-latest", conversation, filledTo(conversation, 95_000, { summaries }));
    expect([over.status, codes(over).includes("summary-failed")]).toEqual(["applied", true]);
    expect(JSON.stringify(over.conversation)).toContain("earlier messages are hidden");
    const under = filledTo(conversation, 50_000, { summaries, force: true });
    expect(checkStrategy("roo-latest", conversation, under).status).toBe("failed");
  });
});

describe("factory-anchored", () => {
  const window = { window: 4000, reserve: 0 };
  const section = (text: string) => `## Session Intent\n- ${text}`;

  test("drains below the limit, and an immediate second run has nothing to do", () => {
    const conversation = chat(60);
    const environment = testEnvironment({ budget: window });
    const result = checkStrategy("factory-anchored", conversation, environment);
    expect(result.status).toBe("applied");
    expect(result.stats.tokensAfter).toBeLessThanOrEqual(2000);
    expect(checkStrategy("factory-anchored", result.conversation, environment).status).toBe("noop");
  });

  test("the second cycle: only the newly dropped span and the sections; every entry has its cycle", () => {
    const { asked, summaries } = fakeSummariser((_, call) => ({ ok: true, text: section(`fact ${call}`) }));
    const environment = testEnvironment({ budget: window, summaries });
    const once = compressConversation(chat(60), "factory-anchored", environment).conversation;
    const grown = { ...once, messages: [...once.messages, ...chat(40, 101).messages.map(again)] };
    const twice = compressConversation(grown, "factory-anchored", environment).conversation;
    expect(asked[1]?.previous).toBe(`## Session Intent\n- [cycle 1] fact 1\n${OTHERS_EMPTY}`);
    expect(asked[1]?.transcript).not.toContain("text 1 ");
    expect(asked[1]?.transcript).not.toContain("fact 1");
    expect(summariesIn(twice)).toEqual([
      { cycle: 2, body: `## Session Intent\n- [cycle 1] fact 1\n- [cycle 2] fact 2\n${OTHERS_EMPTY}` },
    ]);
  });

  test("refuses an answer without any of the sections", () => {
    const { summaries } = fakeSummariser("I cannot do that.");
    const result = checkStrategy("factory-anchored", chat(60), testEnvironment({ budget: window, summaries }));
    expect(result.status).toBe("failed");
    expect(codes(result)).toContain("summary-unstructured");
  });

  test("regenerate reads the earlier summary like any text and rewrites everything", () => {
    const { asked, summaries } = fakeSummariser((_, call) => ({ ok: true, text: section(`whole ${call}`) }));
    const environment = testEnvironment({ budget: window, force: true, summaries });
    const once = compressConversation(chat(60), "regenerate", environment).conversation;
    const grown = { ...once, messages: [...once.messages, ...chat(40, 101).messages.map(again)] };
    const twice = compressConversation(grown, "regenerate", environment).conversation;
    expect(asked[1]?.previous).toBeNull();
    expect(asked[1]?.transcript).toContain("whole 1");
    expect(summariesIn(twice)).toEqual([{ cycle: 2, body: `## Session Intent\n- whole 2\n${OTHERS_EMPTY}` }]);
  });
});

/** The required sections, for a summary with content only in the first. */
const OTHERS_EMPTY = ["Files Modified", "Decisions Made", "Current State", "Next Steps"]
  .map((title) => `## ${title}\n- None in these messages.`)
  .join("\n");

const again = (message: Conversation["messages"][number]) => ({
  ...message,
  id: `b${message.id}`,
  parts: message.parts.map((part) => ({ ...part, id: `b${part.id}` })),
});

describe("other folds", () => {
  test("codex-local keeps user messages within the budget, with the summary last", () => {
    const conversation = chat(9);
    const { summaries } = fakeSummariser("done so far");
    const environment = testEnvironment({ force: true, summaries });
    const result = checkStrategy("codex-local", conversation, environment);
    expect(result.conversation.messages.map(({ role }) => role)).toEqual(Array.from({ length: 6 }, () => "user"));
    expect(readSummary(result.conversation.messages.at(-1) as never)?.body).toBe("done so far");
  });

  test("gemini-compress: a snapshot, a short answer, the newest 30 %; a model reviews it", () => {
    const conversation = chat(10);
    const { asked, summaries } = fakeSummariser(({ style }) => ({ ok: true, text: `by ${style.id}` }));
    const result = checkStrategy("gemini-compress", conversation, filledTo(conversation, 50_000, { summaries }));
    expect(result.conversation.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(summariesIn(result.conversation)[0]?.body).toBe("by gemini-review");
    expect(asked[1]).toMatchObject({ previous: "by gemini", style: { id: "gemini-review" } });
    expect(checkStrategy("gemini-compress", conversation, filledTo(conversation, 49_999)).status).toBe("noop");
  });

  test("openhands-summarising obeys the size law, and puts the summary after the first events", () => {
    const events = (n: number) =>
      drawConversation(
        Array.from({ length: n }, (_, i) => `${i === 0 ? "user" : "assistant"}: event ${i} ${LONG}`).join("\n"),
      );
    const recipe = { id: "openhands-summarising", params: { maxSize: 10, keepFirst: 2 } };
    const { summaries } = fakeSummariser("s");
    const environment = testEnvironment({ summaries });
    expect(checkStrategy(recipe, events(10), environment).status).toBe("noop");
    const result = checkStrategy(recipe, events(11), environment);
    expect(result.conversation.messages).toHaveLength(5);
    expect(readSummary(result.conversation.messages[2] as never)?.body).toBe("s");
  });

  test("langchain-summarize: twenty messages stay, a cut through an exchange moves before its call; the system prompt stays", () => {
    const conversation = drawConversation(`
      system: rules
      user: task ${LONG}
      assistant: thinking ${LONG}
      user: go ${LONG}
      assistant: call 1 read a | call 2 read b
      tool: result 1 x
      tool: result 2 y
      assistant: done
      user: thanks
    `);
    const recipe = { id: "langchain-summarize", params: { keep: 3 } };
    const result = checkStrategy(recipe, conversation, testEnvironment({ force: true }));
    expect(result.conversation.messages.map(({ role }) => role).join(" ")).toBe(
      "system user assistant tool tool assistant user",
    );
  });

  test("continue-summary: on request, up to a chosen message, into the system prompt, and again over its own summary", () => {
    const conversation = {
      ...chat(10),
      messages: [...drawConversation("system: rules").messages.map(again), ...chat(10).messages],
    };
    const { asked, summaries } = fakeSummariser("up to here");
    expect(checkStrategy("continue-summary", conversation, filledTo(conversation, 99_000, { summaries })).status).toBe(
      "noop",
    );
    const environment = testEnvironment({ force: true, summaries });
    const once = checkStrategy({ id: "continue-summary", params: { upTo: 4 } }, conversation, environment).conversation;
    expect(once.messages.map(({ role }) => role).slice(0, 3)).toEqual(["system", "system", "user"]);
    expect(once.messages[1]?.parts.map(partText).join("")).toContain("\nPrevious conversation summary:\n");
    const twice = compressConversation(once, "continue-summary", environment).conversation;
    expect(asked.at(-1)?.previous).toBe("up to here");
    expect(summariesIn(twice)).toHaveLength(1);
  });

  test("continue-summary, then continue-prune: the request is the summary followed by later messages", () => {
    const conversation = {
      ...chat(10),
      messages: [...drawConversation("system: rules").messages.map(again), ...chat(10).messages],
    };
    const { summaries } = fakeSummariser("up to here");
    const recipe = { pipe: [{ id: "continue-summary", params: { upTo: 4 } }, "continue-prune"] };
    const budget = { window: 100_000, reserve: 0 };
    const result = checkStrategy(
      recipe,
      conversation,
      testEnvironment({ force: true, summaries, budget }),
    ).conversation;
    expect(result.messages.map(({ role }) => role).slice(0, 3)).toEqual(["system", "system", "user"]);
    expect(summariesIn(result)).toHaveLength(1);
    expect(result.messages).toHaveLength(1 + 1 + 6);
  });

  test("a summariser sees an image as a line that mentions it", () => {
    const image = { id: "image", type: "file", mediaType: "image/png", byteLength: 9, data: "iVBORw0KGgo=" } as const;
    const [first, ...rest] = chat(6).messages;
    const messages = first ? [{ ...first, parts: [...first.parts, image] }, ...rest] : rest;
    const { asked, summaries } = fakeSummariser("short");
    checkStrategy("claude-code", { tools: [], messages }, testEnvironment({ force: true, summaries }));
    expect(asked[0]?.transcript).toContain("[Referenced image in conversation]");
    expect(asked[0]?.transcript).not.toContain("iVBORw0KGgo=");
  });

  test("opaque: unavailable without a provider's item; with one, its content is removed and the item stays", () => {
    expect(checkStrategy("opaque", chat(6), testEnvironment()).status).toBe("unavailable");
    const item = {
      id: "op",
      type: "opaque",
      provider: "openai",
      value: { type: "compaction", encrypted_content: "x" },
    } as const;
    const { messages } = chat(6);
    const conversation: Conversation = {
      tools: [],
      messages: [...messages.slice(0, 4), { id: "c", role: "assistant", parts: [item] }, ...messages.slice(4)],
    };
    const result = checkStrategy("opaque", conversation, testEnvironment());
    expect(drawKept(conversation, result.conversation)).toBe("0 2 4 5 6");
    expect(result.conversation.messages[2]?.parts[0]).toBe(item);
  });

  test("a shorter summary meets a target, or the run reports what is possible", () => {
    const conversation = chat(40);
    const result = compressConversation(conversation, "claude-code", testEnvironment(), { target: { tokens: 300 } });
    expect(result.status).toBe("applied");
    expect(result.stats.tokensAfter).toBeLessThanOrEqual(300);
  });
});
