import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { createView } from "@/lib/strategies/grammar/create-view";
import { unitsOf } from "@/lib/strategies/grammar/units";
import { piCut } from "@/lib/strategies/presets/tail-cuts";
import { describeWhere } from "@/tests/support/describe-where";
import { pairedHistories } from "@/tests/support/paired-histories";
import { loadPi, type PiCompaction, type PiEntry } from "@/tests/support/pi-peer";
import { testEnvironment } from "@/tests/support/strategy-environment";

/**
 * Compares pi's own compaction (0.73.1) with our presets. Intended differences:
 * - tokens are counted by our tokenizer instead of four characters each (here both use pi's estimate);
 * - a turn that the cut splits is summarised with the rest, not by a second call;
 * - a call and its results are removed together here, and the last typed message stays (the histories below keep pairs
 * together).
 */
const { module: pi, problem } = await loadPi();

const ROLES = { user: "user", assistant: "assistant", tool: "toolResult", system: "custom" } as const;

/** A message of ours as pi stores it. */
function toPi({ role, parts }: Message): object {
  if (role !== "assistant") return { role: ROLES[role], content: parts.map(partText).join("") };
  const content = parts.map((part) => {
    if (part.type === "tool-call") return { type: "toolCall", name: part.toolName, arguments: part.input };
    return part.type === "reasoning"
      ? { type: "thinking", thinking: part.text }
      : { type: "text", text: partText(part) };
  });
  return { role, content };
}

describeWhere(pi !== null, problem ?? "", "pi", () => {
  const { findCutPoint, estimateTokens, shouldCompact, DEFAULT_COMPACTION_SETTINGS } = pi ?? ({} as PiCompaction);

  function cuts(before: Conversation, keep: number) {
    const stored = new Map(before.messages.map((message) => [message.id, toPi(message)]));
    const sizeOf = ({ message }: { message: Message }) => estimateTokens(stored.get(message.id) as object);
    const units = unitsOf(createView(before, testEnvironment()), { by: "message", systemMessages: "apart" });
    const entries = [...stored.values()].map((message): PiEntry => ({ type: "message", message }));
    return {
      ours: piCut(keep)(units, sizeOf),
      theirs: findCutPoint(entries, 0, entries.length, keep).firstKeptEntryIndex,
    };
  }

  test("cuts where the product cuts, on three thousand histories", () => {
    let cut = 0;
    const keeps = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1500 }));
    fc.assert(
      fc.property(pairedHistories({ scale: 4 }), keeps, (before, keep) => {
        const { ours, theirs } = cuts(before, keep);
        expect(ours).toBe(theirs);
        cut += theirs > 0 ? 1 : 0;
      }),
      { numRuns: 3000, seed: 11 },
    );
    expect(cut).toBeGreaterThan(1000);
  });

  test("its settings are our defaults, and it starts where ours does", () => {
    expect(DEFAULT_COMPACTION_SETTINGS).toEqual({ enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 });
    const [drawn] = fc.sample(pairedHistories(), { numRuns: 1, seed: 1 });
    if (!drawn) throw new Error("no history");
    const own = drawn.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
    for (const tokens of [83_615, 83_616, 83_617]) {
      const environment = testEnvironment({ budget: { window: 100_000, reserve: 0 }, fixedTokens: tokens - own });
      const { trigger } = compressConversation(drawn, "pi-cut", environment);
      expect(trigger).toMatchObject({
        fired: shouldCompact(tokens, 100_000, DEFAULT_COMPACTION_SETTINGS),
        value: tokens,
      });
    }
  });
});
