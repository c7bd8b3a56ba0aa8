import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { maxAllowed, nextRange } from "@/lib/strategies/presets/cline-classic";
import { liveSequence, pruneLast } from "@/lib/strategies/presets/continue";
import { findSplit, type SplitContent } from "@/lib/strategies/presets/gemini";
import { compactThreshold, middleOut, oldestCallBatch, toolCallCutoff } from "@/lib/strategies/presets/goose";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawingOf, drawKept } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment();
const forced = testEnvironment({ force: true });
const LONG = "word ".repeat(400);
const chat = (n: number, text = (i: number) => `text ${i}`): Conversation =>
  drawConversation(Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: ${text(i)}`).join("\n"));

describe("roo-latest-truncate", () => {
  const before = chat(11, () => LONG);
  const result = checkStrategy("roo-latest-truncate", before, forced);

  test("n=11 at one half: four hidden, eight visible, the task first and the marker second, as a user message", () => {
    expect(result.stats.parts).toMatchObject({ kept: 7, dropped: 4 });
    expect(drawKept(before, result.conversation)).toBe("0 -1' 5 6 7 8 9 10");
    expect(result.conversation.messages[1]?.role).toBe("user");
  });

  test("the marker is at the first gap even if that is small, and represents all of them", () => {
    const small = chat(11, (index) => (index === 1 ? "ok" : LONG));
    const apart = checkStrategy(
      "roo-latest-truncate",
      small,
      testEnvironment({ force: true, protect: { ids: ["m2"] } }),
    );
    expect(drawKept(small, apart.conversation)).toBe("0 -1' 2 5 6 7 8 9 10");
    expect(drawingOf(apart.conversation)).toContain("3 earlier messages are hidden");
  });

  test("without its edits every message is visible again", () => {
    expect(compressConversation(before, "roo-latest-truncate", environment).conversation.messages).toHaveLength(11);
    expect(result.edits.map(({ op }) => op).sort()).toEqual(["drop", "drop", "drop", "drop", "insert"]);
  });
});

describe("cline-classic", () => {
  const alternating = (index: number) => index % 2 === 1;

  test.each([
    [11, "half", null, [2, 5]],
    [11, "quarter", null, [2, 7]],
    [21, "half", null, [2, 9]],
    [21, "half", [2, 9], [2, 13]],
    [3, "half", null, [2, 1]],
  ] as const)("range of n=%i, keep %s, after %o: %o", (n, keep, current, range) => {
    expect(nextRange(n, keep, alternating, current)).toEqual(range);
  });

  test.each([
    [64_000, 37_000],
    [128_000, 98_000],
    [200_000, 160_000],
    [1_000_000, 960_000],
    [32_000, 25_600],
  ])("a window of %i allows %i", (window, allowed) => {
    expect(maxAllowed(window)).toBe(allowed);
  });

  const reads = drawConversation(`
    user: go
    assistant: call 1 read_file a.ts
    tool: result 1 ${LONG}
    assistant: call 2 read_file a.ts
    tool: result 2 ${LONG}
    assistant: call 3 read_file a.ts
    tool: result 3 ${LONG}
    assistant: done
  `);

  test("duplicate reads: all but the last are replaced, which is enough here, so nothing is cut", () => {
    const result = checkStrategy("cline-classic", reads, forced);
    expect(result.edits.map(({ op, targets }) => [op, targets[0]])).toEqual([
      ["replace", "m2.0"],
      ["replace", "m4.0"],
    ]);
  });

  test("below 30 % saved, it also cuts", () => {
    const before = chat(11);
    expect(drawKept(before, checkStrategy("cline-classic", before, forced).conversation)).toBe("0 1 6 7 8 9 10");
    const result = checkStrategy({ id: "cline-classic", params: { enough: 0.99 } }, reads, forced);
    expect(result.edits.map(({ op }) => op)).toContain("drop");
  });

  test("starts at the allowed tokens", () => {
    const at = (tokens: number) => {
      const inMessages = forced.tokensOf(reads.messages[2] as never) * 0;
      return compressConversation(reads, "cline-classic", testEnvironment({ fixedTokens: tokens + inMessages })).trigger
        ?.fired;
    };
    const own = compressConversation(reads, "cline-classic", environment).stats.tokensBefore;
    expect([at(160_000 - own - 1), at(160_000 - own)]).toEqual([false, true]);
  });
});

describe("cline-basic and cline-projection", () => {
  const small = testEnvironment({ budget: { window: 3000, reserve: 0 } });
  const history = drawConversation(`
    user: first prompt
    assistant: !thought | I will look | call 1 read_file src/a.ts
    tool: result 1 ${LONG}
    assistant: call 2 bash npm test
    tool: error 2 FAIL ${LONG}
    assistant: the answer of the first turn
    user: second prompt
    assistant: call 3 write_file src/b.ts
    tool: result 3 ${LONG} ${LONG}
    assistant: the answer of the second turn
    user: third prompt
    assistant: ${LONG}
  `);

  test("81 % of the window triggers", () => {
    const { trigger } = compressConversation(history, "cline-basic", small);
    expect(trigger?.limit).toBe(2430);
  });

  test("basic: typed prompts and last answers stay; what is removed leaves its files, commands and words", () => {
    const result = checkStrategy(
      "cline-basic",
      history,
      testEnvironment({ force: true, budget: { window: 3000, reserve: 0 } }),
    );
    const text = result.conversation.messages.flatMap(({ parts }) => parts.map(partText)).join("\n");
    for (const line of ["first prompt", "second prompt", "third prompt", "the answer of the first turn"])
      expect(text).toContain(line);
    expect(text).toMatch(/Files read:\n- src\/a\.ts/);
    expect(text).not.toContain(
      "FAIL word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word",
    );
  });

  test("an impossible budget fails and says so", () => {
    const tiny = testEnvironment({ force: true, budget: { window: 6, reserve: 0 } });
    const result = checkStrategy("cline-projection", history, tiny);
    expect(result).toMatchObject({ status: "failed" });
    expect(result.warnings.map(({ code }) => code)).toContain("does-not-fit");
  });
});

describe("continue-prune", () => {
  const item = (text: string) => {
    const [role = "", calls] = text.split("+");
    return { role, hasCalls: calls !== undefined };
  };
  test.each([
    ["", 0],
    ["user", 0],
    ["system user assistant", 1],
    ["system user assistant+", 1],
    ["system assistant user", 2],
    ["system user user", 1],
    ["user user", 0],
    ["system user assistant+ user", 2],
    ["system user assistant user assistant+ assistant user user", 6],
    ["user assistant user", 2],
  ])("pruneLast of [%s] leaves the first %i", (roles, count) => {
    const items = roles.split(" ").filter(Boolean).map(item);
    expect(pruneLast(items)).toEqual(items.slice(0, count));
  });

  const tools = drawConversation(`
    system: rules
    user: ${LONG}
    assistant: call 1 read a
    tool: result 1 ${LONG}
    user: now
    assistant: call 2 read b
    tool: result 2 ${LONG}
  `);

  test("the protected sequence: trailing tool messages with their assistant message, trailing assistant messages, or the last message", () => {
    expect(liveSequence(tools.messages)).toEqual({ start: 5 });
    expect(liveSequence(drawConversation("user: a\nassistant: b\nassistant: c").messages)).toEqual({ start: 1 });
    expect(liveSequence(drawConversation("assistant: b\nuser: a").messages)).toEqual({ start: 1 });
    expect(liveSequence(drawConversation("user: a\ntool: result 9 x").messages)).toEqual({
      error: "no call matches the tool result 9",
    });
  });

  test("removes the oldest first, with the tool messages that follow, until it fits; system prompt and protected sequence stay", () => {
    const prune = (window: number) => {
      const env = testEnvironment({ budget: { window, reserve: 0 } });
      const result = checkStrategy({ id: "continue-prune", params: { maxTokens: 100 } }, tools, env);
      return result.status === "failed" ? "failed" : drawKept(tools, result.conversation);
    };
    expect(prune(3000)).toBe("0 1 2 3 4 5 6");
    expect(prune(1300)).toBe("0 2 3 4 5 6");
    expect(prune(1150)).toBe("0 4 5 6");
    expect(prune(300)).toBe("failed");
  });

  describe("the seven steps on a history of nine messages", () => {
    const seven = drawConversation(`
      system: S
      user: u1 ${LONG}
      assistant: a1 ${LONG}
      user: x
      user: u2
      user: u3
      assistant: call 1 read a
      tool: result 1 r1
      assistant: a2
    `);
    const messages = seven.messages.map((message, at) =>
      at === 3 ? { ...message, parts: message.parts.map((part) => ({ ...part, text: " " }) as Part) } : message,
    );
    const CALL = seven.messages[6]?.parts.map(partText).join("");
    const left = (window: number, params: { tidy?: boolean; faithful?: boolean }) => {
      const env = testEnvironment({ budget: { window, reserve: 0 } });
      const recipe = { id: "continue-prune", params: { maxTokens: 0, ...params } };
      const { conversation } = checkStrategy(recipe, { tools: [], messages }, env, {
        isFaithful: params.faithful === true,
      });
      return conversation.messages.map(({ parts }) => parts.map(partText).join("").replaceAll(" word", ""));
    };

    test("tidy: removes the empty message and the trailing answer, and joins neighbours", () => {
      expect(left(100_000, { tidy: true, faithful: true })).toEqual(["S", "u1", "a1", "u2\n\nu3", CALL, "r1"]);
    });

    test("the last typed text stays as typed, unless the product is followed to the letter", () => {
      expect(left(100_000, { tidy: true }).slice(0, 5)).toEqual(["S", "u1", "a1", "u2", "u3"]);
      expect(left(100_000, {}).at(-1)).toBe("a2");
    });

    test("removes the oldest until the rest fits, and only then joins neighbours", () => {
      expect(left(110, { tidy: true, faithful: true })).toEqual(["S", "u2\n\nu3", CALL, "r1"]);
    });
  });

  test("a result without its call is an error only if the product is followed to the letter", () => {
    const orphan = drawConversation(`user: ${LONG}\nassistant: hm\ntool: result 9 x`);
    expect(checkStrategy({ id: "continue-prune", params: { faithful: true } }, orphan, environment).status).toBe(
      "failed",
    );
    expect(checkStrategy("continue-prune", orphan, environment).status).toBe("noop");
  });
});

describe("Gemini CLI: the split", () => {
  const contents = (roles: string, extra: Partial<SplitContent> = {}): SplitContent[] =>
    [...roles].map((role, index) => ({
      characters: 10,
      role: role === "u" ? "user" : "model",
      ...(index === roles.length - 1 ? extra : {}),
    }));
  test.each([
    ["", 0.5, 0],
    ["umumu", 0.5, 4],
    ["umumu", 0.9, 4],
    ["umum", 0.8, 4],
    ["u", 0.5, 0],
    ["umu", 0.5, 2],
  ])("%s at %f: %i", (roles, fraction, split) => {
    expect(findSplit(contents(roles), fraction)).toBe(split);
  });
  test("a call at the end keeps its turn; a fraction of 0 or 1 is a bug", () => {
    expect(findSplit(contents("umum", { hasCall: true }), 0.99)).toBe(2);
    expect(() => findSplit(contents("u"), 0)).toThrow();
    expect(() => findSplit(contents("u"), 1)).toThrow();
  });
});

describe("Goose", () => {
  test.each([
    [128_000, 0.8, 15],
    [200_000, 0.8, 24],
    [1_000_000, 0.8, 120],
    [50_000, 0.8, 10],
    [10_000, 0.8, 10],
    [10_000_000, 0.8, 500],
    [200_000, 0, 24],
  ])("cutoff(%i, %f) = %i", (window, threshold, cutoff) => {
    expect(toolCallCutoff(window, threshold)).toBe(cutoff);
  });
  test.each([
    [15, 5, 0, 0],
    [16, 5, 0, 10],
    [20, 2, 8, 0],
    [20, 2, 7, 10],
  ])("%i calls, cutoff %i, the last %i protected: %i", (calls, cutoff, last, count) => {
    const all = Array.from({ length: calls }, (_, i) => i);
    expect(oldestCallBatch(all, cutoff, last)).toEqual(all.slice(0, count));
  });
  test("removing half of ten from the middle leaves five, including the first and the last", () => {
    const gone = new Set(middleOut([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5));
    expect(gone.size).toBe(5);
    expect(gone.has(0) || gone.has(9)).toBe(false);
  });
  test("thresholds", () => {
    expect([0.8, 0.95, 0, 1].map(compactThreshold)).toEqual([0.8, 0.9, null, null]);
  });
  test("the ladder stops at the first sufficient rung", () => {
    const pairs = Array.from({ length: 10 }, (_, i) => `assistant: call ${i} t x\ntool: result ${i} ${LONG}`).join(
      "\n",
    );
    const before = drawConversation(`user: go\n${pairs}\nassistant: done`);
    const env = testEnvironment({ budget: { window: 4000, reserve: 0 } });
    const result = checkStrategy("goose-middle-out", before, env);
    expect(result.stats.tokensAfter).toBeLessThanOrEqual(3200);
    expect(result.steps.map(({ id }) => id)).toEqual(["remove-10", "remove-20", "remove-50"]);
  });
});

test("codex: user messages newest first within the budget, the one at the edge cut in its middle", () => {
  const before = drawConversation(`
    user: <environment_context>here</environment_context>
    user: ${LONG}
    assistant: call 1 shell ls
    tool: result 1 files
    user: short one
    assistant: answer
    user: the last
  `);
  const result = checkStrategy({ id: "codex-user-messages", params: { userTokens: 50 } }, before, forced);
  expect(drawKept(before, result.conversation)).toBe("1' 4 6");
  expect(result.conversation.messages[0]?.parts.map(partText).join("")).toMatch(/^word .*…\d+ tokens truncated….*word/);
});

test("openai truncation auto: from the beginning until it fits", () => {
  const before = chat(9, () => LONG);
  const result = checkStrategy(
    "openai-truncation-auto",
    before,
    testEnvironment({ budget: { window: 2600, reserve: 0 } }),
  );
  expect(drawKept(before, result.conversation)).toBe("4 5 6 7 8");
});

describe("cuts of products that summarise, without the summary", () => {
  test("pi: the tail has the wanted tokens and never starts with a result", () => {
    const before = drawConversation(
      `user: go\nassistant: call 1 t x\ntool: result 1 ${LONG}\nassistant: a\nuser: b\nassistant: c`,
    );
    const result = checkStrategy({ id: "pi-cut", params: { keepRecent: 100 } }, before, forced);
    expect(drawKept(before, result.conversation)).toBe("3 4 5");
  });

  test("aider: the remainder is less than half of the budget, and the removed part ends with an assistant message", () => {
    const before = chat(20, () => LONG);
    const env = testEnvironment({ force: true, budget: { window: 32_000, reserve: 0 } });
    const kept = drawKept(before, checkStrategy("aider-cut", before, env).conversation);
    expect(kept).toBe("18 19");
  });

  test("letta: evicts in tenths, cutting at an assistant message", () => {
    const before = chat(20, () => LONG);
    const env = testEnvironment({ force: true, budget: { window: 8000, reserve: 0 } });
    const result = checkStrategy("letta-cut", before, env);
    expect(result.conversation.messages[0]?.role).toBe("assistant");
    expect(result.stats.tokensAfter).toBeLessThan(5600);
  });
});
