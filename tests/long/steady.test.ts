import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { growthOf } from "../support/growing-conversation";
import { growthStep } from "../support/growth";
import { rememberingStore } from "../support/strategy-environment";

/** The law of a steady prefix: whoever sends the whole history each time, and keeps nothing, has at most 5 changes in 100 steps. */
const STEPS = 100;
const MOST_CHANGES = STEPS / 20;

/** A session of a coding agent: each request reads a file of its own. */
function session(lines: number): Conversation {
  const messages: Message[] = [{ id: "u", role: "user", parts: [{ id: "u.0", type: "text", text: "Go on." }] }];
  for (let step = 0; step < STEPS; step += 1) {
    const toolCallId = `c${step}`;
    const input = { file_path: `src/file${step}.ts` };
    const text = Array.from({ length: lines }, (_, n) => `const value_${step}_${n} = ${step * 7919 + n};`).join("\n");
    messages.push(
      {
        id: `a${step}`,
        role: "assistant",
        parts: [{ id: `a${step}.0`, type: "tool-call", toolCallId, toolName: "Read", input }],
      },
      {
        id: `t${step}`,
        role: "tool",
        parts: [
          {
            id: `t${step}.0`,
            type: "tool-result",
            toolCallId,
            toolName: "Read",
            isError: false,
            output: [{ type: "text", text }],
          },
        ],
      },
    );
  }
  return { tools: [], messages };
}

const MODES = {
  "with nothing set": {},
  "with a target": { isGrowing: true, target: { tokens: 30_000 } },
  "with a trigger and a drain": { hysteresis: { trigger: { tokens: 30_000 }, drain: { tokens: 15_000 } } },
} as const;

describe.each(["winnow", "centagent-externalise"] as const)("%s", (strategy) => {
  const modes = strategy === "winnow" ? Object.entries(MODES) : Object.entries(MODES).slice(0, 1);
  test.each(modes)(`%s changes at most ${MOST_CHANGES} of ${STEPS} prompts`, (_, options) => {
    const environment = createEnvironment({
      count: (text) => Math.ceil(text.length / 4),
      budget: { window: 200_000, reserve: 8000 },
      store: rememberingStore(),
    });
    const made = growthOf(session(75)).map((prompt) => compressConversation(prompt, strategy, environment, options));
    expect(made.filter(({ failure }) => failure)).toEqual([]);
    const steps = made.slice(1).map((after, at) => growthStep(made[at] as (typeof made)[number], after));
    expect(steps.filter(({ keepsPrefix }) => !keepsPrefix).length).toBeLessThanOrEqual(MOST_CHANGES);
    expect(made.at(-1)?.stats.tokensSaved).toBeGreaterThan(0);
    const limit = "target" in options ? 30_000 : "hysteresis" in options ? 30_000 : Number.POSITIVE_INFINITY;
    for (const { stats } of made) expect(stats.tokensAfter).toBeLessThanOrEqual(limit);
  });
});
