import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import type { OpaquePart } from "@/lib/conversation/part";
import type { Environment } from "@/lib/strategies/grammar/environment";
import {
  type ItemAnswer,
  type ItemProvider,
  type ItemRequest,
  suppliedItems,
} from "@/lib/strategies/grammar/item-maker";
import { COMPACTION_ENDPOINTS } from "@/lib/strategies/presets/compaction-endpoints";
import { isCompaction } from "@/lib/strategies/presets/opaque";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { failing, fakeSummariser } from "@/tests/support/fake-summariser";
import { testEnvironment } from "@/tests/support/strategy-environment";

const LONG = "with many more words about the same matter ".repeat(8);
const VALUE = {
  openai: { type: "compaction", id: "cmp_1", encrypted_content: "gAAA" },
  anthropic: { type: "compaction", content: "The work so far.", signature: "sig" },
};

/** A provider that answers immediately and records what it was shown. */
function provider(name: ItemProvider, answer: ItemAnswer = { ok: true, value: VALUE[name] }) {
  const asked: ItemRequest[] = [];
  const make = (request: ItemRequest) => {
    asked.push(request);
    return answer;
  };
  return { asked, summaries: { items: { provider: name, make } } satisfies Partial<Environment["summaries"]> };
}

const history = drawConversation(`
  system: be kind
  user: first ${LONG}
  assistant: call 1 read a.ts
  tool: result 1 ${LONG}
  assistant: done ${LONG}
  user: second ${LONG}
  assistant: call 2 read b.ts
  tool: result 2 unread
`);
const items = ({ messages }: Conversation) =>
  messages.flatMap(({ parts }, index) =>
    parts.flatMap((part) => (part.type === "opaque" ? [[index, part.value] as const] : [])),
  );
const codes = ({ warnings }: { warnings: readonly { code: string }[] }) => warnings.map(({ code }) => code);

describe("a provider's compaction item", () => {
  test("OpenAI's follows the typed messages, which stay, and precedes what the model has not read", () => {
    const { asked, summaries } = provider("openai");
    const result = checkStrategy("opaque", history, testEnvironment({ summaries }));
    expect(drawKept(history, result.conversation)).toBe("0 1 -1' 5 6 7");
    expect(items(result.conversation)).toEqual([[2, VALUE.openai]]);
    expect(asked[0]?.conversation.messages.map(({ id }) => id)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  });

  test("Anthropic's is the first message, and includes all typed messages except the last", () => {
    const { summaries } = provider("anthropic");
    const result = checkStrategy("opaque", history, testEnvironment({ summaries }));
    expect(drawKept(history, result.conversation)).toBe("0 -1' 5 6 7");
    expect(items(result.conversation)).toEqual([[1, VALUE.anthropic]]);
  });

  test("an unanswered prompt and open calls are not shown to the provider", () => {
    const { asked, summaries } = provider("anthropic");
    const open = drawConversation(`user: a ${LONG}\nassistant: b ${LONG}\nassistant: call 1 read c.ts`);
    checkStrategy("opaque", open, testEnvironment({ summaries }));
    expect(asked[0]?.conversation.messages.map(({ id }) => id)).toEqual(["m0", "m1"]);
  });

  test("without a provider it is unavailable, with the reason; with `emulate`, it writes a readable summary", () => {
    const none = checkStrategy("opaque", history, testEnvironment());
    expect([none.status, codes(none)]).toEqual(["unavailable", ["no-compaction-item"]]);
    const summaries = { items: { reason: "the key is missing" } };
    const reasoned = checkStrategy("opaque", history, testEnvironment({ summaries }));
    expect(reasoned.warnings[0]?.message).toBe("the key is missing");
    const emulated = checkStrategy(
      { id: "opaque", params: { emulate: true } },
      history,
      testEnvironment({ summaries: { ...summaries, ...fakeSummariser("short").summaries } }),
    );
    expect(emulated.status).toBe("applied");
    expect(codes(emulated)).toContain("no-compaction-item");
  });

  test("without a key: unavailable; after a provider error: failed; both leave the history unchanged", () => {
    const answer = (code: string) => provider("openai", { ok: false, code, message: "why" });
    const noKey = checkStrategy("opaque", history, testEnvironment(answer("item-not-configured")));
    expect([noKey.status, noKey.warnings[0]?.message]).toEqual(["unavailable", "why"]);
    const broken = checkStrategy("opaque", history, testEnvironment(answer("item-failed")));
    expect([broken.status, codes(broken).includes("item-failed")]).toEqual(["failed", true]);
  });

  test("refuses an item as long as what it replaces", () => {
    const value = { ...VALUE.openai, encrypted_content: "x".repeat(100_000) };
    const result = checkStrategy("opaque", history, testEnvironment(provider("openai", { ok: true, value })));
    expect([result.status, codes(result)]).toEqual(["noop", ["item-grew"]]);
  });

  test("while it is pending, nothing else is requested", () => {
    const { asked, summaries } = fakeSummariser(failing);
    const reported: ItemRequest[] = [];
    const maker = suppliedItems("openai", new Map(), (request) => reported.push(request));
    const environment = testEnvironment({ summaries: { ...summaries, items: maker } });
    checkStrategy({ id: "opaque", params: { emulate: true } }, history, environment);
    expect([asked.length, new Set(reported.map(({ key }) => key)).size]).toEqual([0, 1]);
  });

  test("an item in the history is passed through, and no provider is called again", () => {
    const { asked, summaries } = provider("openai");
    const once = checkStrategy("opaque", history, testEnvironment({ summaries }));
    const again = checkStrategy("opaque", once.conversation, testEnvironment({ summaries }));
    expect([again.status, asked.length]).toEqual(["noop", 2]); // the check runs each strategy twice
  });
});

describe("the endpoints", () => {
  test("each fact has its date and source", () => {
    for (const { asOf, source } of COMPACTION_ENDPOINTS) {
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(source).toMatch(/^https:\/\//);
    }
  });

  test.each([
    [149_999, "noop"],
    [150_000, "applied"],
  ])("anthropic-compact at %i tokens: %s", (tokens, status) => {
    const { summaries } = provider("anthropic");
    const own = history.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
    const environment = testEnvironment({ summaries, fixedTokens: tokens - own });
    expect(checkStrategy("anthropic-compact", history, environment).status).toBe(status);
  });

  test("anthropic-compact accepts no threshold below 50,000, and no other provider's item", () => {
    const low = checkStrategy({ id: "anthropic-compact", params: { threshold: 49_999 } }, history, testEnvironment());
    expect(low.failure?.code).toBe("params-invalid");
    const { summaries } = provider("openai");
    const other = checkStrategy("anthropic-compact", history, testEnvironment({ summaries, force: true }));
    expect([other.status, codes(other)]).toEqual(["unavailable", ["no-compaction-item"]]);
  });

  test("openai-compact runs on request, or at a threshold", () => {
    const { summaries } = provider("openai");
    const status = (params: object, force: boolean) =>
      checkStrategy({ id: "openai-compact", params: { ...params } }, history, testEnvironment({ summaries, force }))
        .status;
    expect([status({}, false), status({}, true), status({ threshold: 1 }, false)]).toEqual([
      "noop",
      "applied",
      "applied",
    ]);
  });

  test("only a complete item counts as a compaction", () => {
    const part = (value: OpaquePart["value"]): OpaquePart => ({ id: "x", type: "opaque", value });
    expect(isCompaction(part(VALUE.openai))).toBe(true);
    expect(isCompaction(part({ type: "compaction", content: null }))).toBe(false);
  });
});
