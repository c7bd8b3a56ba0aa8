import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openaiChat } from "@/lib/formats/openai-chat";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { drawConversation } from "@/tests/support/draw-conversation";
import { generateConversation } from "@/tests/support/generate-conversation";
import { codingSession } from "@/tests/support/growing-conversation";
import { growthStep } from "@/tests/support/growth";
import { checkKeepsEdits, KEEPERS } from "@/tests/support/growth-law";
import { describeShared } from "@/tests/support/shared";
import { testEnvironment } from "@/tests/support/strategy-environment";

describe("an edit once made stays while the history grows", () => {
  test.each(KEEPERS)("$name", ({ recipe }) => {
    const count = { steps: 0, acted: 0, changed: 0 };
    // The same ones each time, so that every preset certainly acts on some; tests/long draws others, and many more.
    for (const histories of [codingSession(), arbitraryConversation()])
      fc.assert(
        fc.property(histories, (history) => checkKeepsEdits(recipe, history, count)),
        { numRuns: 20, seed: 11 },
      );
    expect(count.acted).toBeGreaterThan(0);
  });

  test("presets that promise it are deterministic, write no summary, and change parts in place", () => {
    const keepers = STRATEGIES.filter(({ keepsEdits }) => keepsEdits);
    expect(keepers.length).toBeGreaterThan(10);
    for (const { deterministic, summarises, family } of keepers)
      expect([deterministic, summarises ?? false, family]).toEqual([true, false, "in-place"]);
  });
});

const NO_WINDOW = { window: null, reserve: 0 };
const EAGER = {
  id: "winnow",
  params: { minCharacters: 1000, keepNewest: 1, keepInputs: 1, batch: 1, horizon: 100, leave: 0 },
};
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `export const ${name}_${n} = ${n};`).join("\\n");

/** A prefix of the messages, compressed, compared with a longer prefix. */
function grow(drawing: string, before: number, after: number) {
  const { messages } = drawConversation(drawing);
  const at = (end: number) =>
    compressConversation(
      { tools: [], messages: messages.slice(0, end) },
      EAGER,
      testEnvironment({ budget: { window: null, reserve: 0 } }),
    );
  return { was: at(before), is: at(after) };
}

describe("winnow undoes nothing", () => {
  test("a large put-aside output stays put aside when the same call is made again", () => {
    const { was, is } = grow(
      `
      user: go
      assistant: call 1 read a.ts
      tool: result 1 ${lines("alpha", 60)}
      assistant: call 2 list src
      tool: result 2 short
      assistant: call 3 list lib
      tool: result 3 short
      assistant: call 4 read a.ts
      tool: result 4 ${lines("beta", 60)}
      assistant: done
      `,
      7,
      9,
    );
    expect(was.edits.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^large-output: /)]);
    expect(growthStep(was, is).takenBack).toEqual([]);
    expect(is.edits[0]?.reason).toBe(was.edits[0]?.reason);
  });

  test("a small output made needless by a later read stays put aside when its file is written afterwards", () => {
    const { was, is } = grow(
      `
      user: go
      assistant: call 1 read a.ts
      tool: result 1 ${lines("alpha", 20)}
      assistant: call 2 read a.ts
      tool: result 2 ${lines("beta", 20)}
      assistant: call 3 list src
      tool: result 3 short
      assistant: call 4 write a.ts
      tool: result 4 written
      assistant: done
      `,
      7,
      9,
    );
    expect(was.edits.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^superseded-read: /)]);
    expect(growthStep(was, is).takenBack).toEqual([]);
  });

  test("with a floor, it removes the same from the front until the prompt has grown by a full step", () => {
    const { messages } = generateConversation(600, 3, 3);
    const recipe = { id: "winnow", params: { trigger: 16_000, floor: 10_000, horizon: 1000, keepNewest: 600 } };
    const cuts = [320, 330, 340, 400, 500, 599].map((end) => {
      const grown = { tools: [], messages: messages.slice(0, end) };
      const { stats, edits } = compressConversation(grown, recipe, testEnvironment({ budget: NO_WINDOW }));
      const dropped = edits.flatMap(({ op, targets }) => (op === "drop" ? targets : []));
      return { ...stats, dropped: dropped.join() };
    });
    for (const { tokensAfter } of cuts) expect([tokensAfter < 16_000, tokensAfter > 8_000]).toEqual([true, true]);
    const steps = cuts.map(({ tokensBefore }) => Math.floor((tokensBefore - 16_000) / 6_000));
    cuts.slice(1).forEach(({ dropped }, index) => {
      const isNext = steps[index + 1] !== steps[index];
      expect(dropped === cuts[index]?.dropped).toBe(!isNext);
    });
    expect(new Set(steps).size).toBeGreaterThan(2);
    expect(new Set(steps).size).toBeLessThan(cuts.length);
  });

  test("above its trigger, a cut stays made, and leaves two fifths of the messages", () => {
    const { messages } = generateConversation(300, 3, 3);
    const recipe = { id: "winnow", params: { trigger: 12_000, horizon: 1000, batch: 1000 } };
    const environment = testEnvironment({ budget: NO_WINDOW });
    let [before, firings] = [null as Compression | null, 0];
    for (let end = 150; end < 300; end += 1) {
      const now = compressConversation({ tools: [], messages: messages.slice(0, end) }, recipe, environment);
      const step = before && growthStep(before, now);
      expect(step?.takenBack ?? []).toEqual([]);
      firings += Number(step?.keepsPrefix === false);
      expect(now.stats.savedFraction).toBeLessThanOrEqual(0.6);
      before = now;
    }
    expect(before?.stats.savedFraction).toBeGreaterThan(0.2);
    expect(firings).toBeLessThan(12);
  });

  test("twelve equal reads of a file cost about as much as one", () => {
    const text = lines("alpha", 300);
    const readings = Array.from({ length: 12 }, (_, n) => `assistant: call ${n} read a.ts\ntool: result ${n} ${text}`);
    const history = drawConversation(["user: go", ...readings].join("\n"));
    const { stats, edits } = compressConversation(history, "winnow", testEnvironment({ budget: NO_WINDOW }));
    expect(stats.tokensAfter).toBeLessThan(stats.tokensBefore / 10);
    expect(edits.map(({ reason }) => reason)).toEqual(Array.from({ length: 11 }, () => "equal-copy"));
  });

  describeShared("repros", (place) => {
    const compressed = ["before", "after"].map((name) => {
      const decoded = openaiChat.decode(JSON.parse(readFileSync(`${place}/winnow-growth-${name}.json`, "utf8")));
      if (!decoded.ok) throw new Error(decoded.error.message);
      return compressConversation(
        decoded.value.conversation,
        { id: "winnow", params: { keepNewest: 3, keepInputs: 24 } },
        testEnvironment({ budget: { window: null, reserve: 0 } }),
      );
    });
    const [was, is] = compressed as [Compression, Compression];
    test("one more request brings no output back", () => {
      expect(was.status).toBe("applied");
      expect(growthStep(was, is).takenBack).toEqual([]);
    });
  });
});
