import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { findStrategy } from "@/lib/strategies";
import type { ItemRequest } from "@/lib/strategies/grammar/item-maker";
import type { View } from "@/lib/strategies/grammar/view";
import { safeCut } from "@/lib/strategies/presets/langchain-summarize";
import { piCut } from "@/lib/strategies/presets/tail-cuts";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { fakeSummariser } from "@/tests/support/fake-summariser";
import { testEnvironment } from "@/tests/support/strategy-environment";

const LONG = "word ".repeat(200).trim();
const textsOf = ({ messages }: Conversation) => messages.map(({ parts }) => parts.map(partText).join(" "));

/** Whether the strategy starts at this many tokens in a window of 100,000. */
const firesAt = (id: string, tokens: number, params: object = {}) => {
  const history = drawConversation("user: go\nassistant: done");
  const own = history.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
  const environment = testEnvironment({ budget: { window: 100_000, reserve: 0 }, fixedTokens: tokens - own });
  return compressConversation(history, { id, params: { ...params } }, environment).trigger?.fired;
};

test.each([
  ["pi-1.5", "1.5.2", "2026-11-22"],
  ["pi", "0.73.1", "2026-11-22"],
  ["langchain-python-summarize", "1.4.2", "2026-11-22"],
  ["langchain-python-clear-tools", "1.4.2", "2026-11-22"],
  ["codex-token-budget", "0.169 (1d47a074)", "2026-11-22"],
  ["anthropic-compact-on-demand", "compact-2026-09-04", "2026-09-04"],
])("%s follows version %s of %s and decides late", (id, version, date) => {
  expect(findStrategy(id)).toMatchObject({ product: { version, date }, mode: "late-cut" });
});

describe("pi 1.5.2", () => {
  test("starts one token above the window less 16,384", () => {
    expect([firesAt("pi-1.5", 83_617), firesAt("pi-1.5", 83_616)]).toEqual([true, false]);
  });

  const units = drawConversation(
    `user: go
     assistant: looking
     assistant: call 1 read a | call 2 read b
     tool: result 1 ${LONG}
     tool: result 2 ${LONG}`,
  ).messages.map((message) => ({ message, parts: message.parts.map(({ id }) => id) }));

  test("if only results follow, cuts at the last message that is not one; 0.73 took the first and cut nothing", () => {
    expect(piCut(1, "last")(units as never, () => 1)).toBe(2);
    expect(piCut(1)(units as never, () => 1)).toBe(0);
  });

  test("its summary has the model's own room instead of four fifths of the reserve", () => {
    const history = drawConversation(`user: a ${LONG}\nassistant: b ${LONG}\nuser: c\nassistant: d\nuser: e`);
    const roomFor = (answer: number) => {
      const { asked, summaries } = fakeSummariser("short");
      const environment = testEnvironment({ force: true, summaries, budget: { window: 100_000, reserve: answer } });
      checkStrategy({ id: "pi-1.5", params: { keepRecent: 1, reserve: 120 } }, history, environment);
      return asked[0]?.maxTokens;
    };
    expect([roomFor(100), roomFor(0)]).toEqual([100, 120]);
    const room = findStrategy("pi")?.bind({});
    expect(room?.ok && room.value.params).toMatchObject({ summaryTokens: Math.floor(0.8 * 16_384) });
  });
});

describe("LangChain Python 1.4.2", () => {
  test("clears above its trigger and not at it; LangChain JS clears at it", () => {
    expect([
      firesAt("langchain-python-clear-tools", 100_001),
      firesAt("langchain-python-clear-tools", 100_000),
    ]).toEqual([true, false]);
    expect(firesAt("langchain-clear-tools", 100_000)).toBe(true);
  });

  const history = drawConversation(
    ["user: go", ...[1, 2, 3, 4].flatMap((n) => [`assistant: call ${n} read f${n}`, `tool: result ${n} ${LONG}`])].join(
      "\n",
    ),
  );
  const cleared = (params: object) => {
    const recipe = { id: "langchain-python-clear-tools", params: { triggerTokens: 1, keep: 1, ...params } };
    const { messages } = checkStrategy(recipe, history, testEnvironment()).conversation;
    const parts = messages.flatMap((message) => message.parts);
    return {
      outputs: parts.filter((part) => part.type === "tool-result" && partText(part) === "[cleared]").length,
      inputs: parts.flatMap((part) => (part.type === "tool-call" ? [part.input] : [])),
    };
  };

  test("stops once enough is cleared, oldest first, including the last call's input", () => {
    expect(cleared({}).outputs).toBe(3);
    expect(cleared({ clearAtLeast: 1 }).outputs).toBe(1);
    expect(cleared({ clearAtLeast: 1_000_000 }).outputs).toBe(3);
    expect(cleared({ clearAtLeast: 1, clearToolInputs: true }).inputs).toEqual([
      {},
      { path: "f2" },
      { path: "f3" },
      { path: "f4" },
    ]);
  });

  test("excluded tools use up places among the newest", () => {
    expect(cleared({ excludeTools: ["read"] }).outputs).toBe(0);
  });

  test("a cut before results moves to their call; without one, after the results", () => {
    const of = (id: string, drawing: string, keep: number) =>
      checkStrategy({ id, params: { keep } }, drawConversation(drawing), testEnvironment({ force: true }))
        .conversation.messages.map(({ role }) => role)
        .join(" ");
    const paired = `user: task ${LONG}\nassistant: so ${LONG}\nassistant: call 1 read a\ntool: result 1 x\nassistant: done\nuser: thanks`;
    for (const id of ["langchain-python-summarize", "langchain-summarize"])
      expect(of(id, paired, 3)).toBe("user assistant tool assistant user");
    // The result of a missing call: its message goes into the summary.
    const orphan = `user: task ${LONG}\nassistant: so ${LONG}\ntool: result 9 x\nassistant: done\nuser: thanks`;
    const kept = drawConversation(orphan);
    const view = { conversation: kept, atoms: () => [] } as unknown as View;
    expect(safeCut(view, 2, "forward")).toBe(3);
    expect(safeCut(view, 2, "back")).toBe(2);
  });
});

describe("Codex 0.169 with a token budget", () => {
  test("starts a new window at nine tenths, without a summary; what awaits an answer stays", () => {
    expect([firesAt("codex-token-budget", 90_000), firesAt("codex-token-budget", 89_999)]).toEqual([true, false]);
    const history = drawConversation(
      "system: rules\nuser: old\nassistant: call 1 read a\ntool: result 1 x\nuser: next",
    );
    const { asked, summaries } = fakeSummariser("never");
    const result = checkStrategy("codex-token-budget", history, testEnvironment({ force: true, summaries }));
    expect(textsOf(result.conversation)).toEqual(["rules", "next"]);
    expect(asked).toEqual([]);
  });
});

describe("Anthropic compact-2026-09-04", () => {
  const value = { type: "compaction", content: "kept", encrypted_content: "x" };
  const history = drawConversation(`system: rules\nuser: a ${LONG}\nassistant: b ${LONG}\nuser: c`);
  const run = (force: boolean) => {
    const { summaries } = fakeSummariser("never");
    const asked: ItemRequest[] = [];
    const make = (request: ItemRequest) => {
      asked.push(request);
      return { ok: true, value } as const;
    };
    const environment = testEnvironment({ force, summaries: { ...summaries, items: { provider: "anthropic", make } } });
    return { asked, result: checkStrategy("anthropic-compact-on-demand", history, environment) };
  };

  test("runs on request only, and its block comes first, in place of what it sums up", () => {
    expect([firesAt("anthropic-compact-on-demand", 99_999), run(false).result.status]).toEqual([false, "noop"]);
    const { messages } = run(true).result.conversation;
    expect(messages.map(({ role }) => role)).toEqual(["system", "assistant", "user"]);
    expect(messages[1]?.parts).toEqual([expect.objectContaining({ type: "opaque", provider: "anthropic", value })]);
  });
});
