import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compressTask } from "@/lib/server/workers/compress-task";
import { countTask } from "@/lib/server/workers/count-task";
import { codingSession } from "@/tests/support/growing-conversation";
import { calls, checkState, SHAPES, WITHOUT_MODEL } from "@/tests/support/kept-history";
import { draws, samples } from "@/tests/support/samples";

describe.each(SHAPES)("state in $format bodies gives the same as keeping the compressed history", (shape) => {
  // Each strategy in one shape, each shape with several strategies; the long suite covers all combinations.
  const some = WITHOUT_MODEL.filter((_, index) => index % SHAPES.length === SHAPES.indexOf(shape));
  test.each(samples(some, WITHOUT_MODEL))("$name", async ({ recipe }) => {
    const count = { cycles: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(calls(shape), codingSession(samples(16, 30)), (call, history) =>
        checkState(recipe, call, history, count),
      ),
      { numRuns: draws(3, 10) },
    );
    expect(count.cycles).toBeGreaterThan(draws(0, 12));
  });
});

describe("a history that begins with an assistant message once the oldest are cut", () => {
  const OPENING = { role: "user", content: "[Earlier messages are not part of this request.]" };
  const text = "a longer passage about the work, ".repeat(40).trim();
  const history = Array.from({ length: 12 }, (_, n) => ({
    role: n % 2 === 0 ? "user" : "assistant",
    content: `${n}: ${text}`,
  }));
  const AT_REST = { target: { tokens: 1_000_000 } };
  const run = async (task: typeof compressTask | typeof countTask, body: object) =>
    JSON.parse((await task({ body: Buffer.from(JSON.stringify({ model: "claude-sonnet-4-5", ...body })) })).json);
  const compress = (messages: readonly object[], more: object) =>
    run(compressTask, { format: "anthropic", messages, strategy: "letta-cut", ...more });

  test("gets an opening; sent back, the opening is not part of the history, and it returns if still needed", async () => {
    const cut = history.slice(5);
    const opened = [OPENING, ...cut];
    const idle = await compress(opened, AT_REST);
    expect(idle.messages).toEqual(opened);
    expect(idle.stats.messages_before).toBe(cut.length);
    const marked = {
      role: "user",
      content: [{ type: "text", text: OPENING.content, cache_control: { type: "ephemeral" } }],
    };
    expect((await compress([marked, ...cut], AT_REST)).messages).toEqual([marked, ...cut]);
    const typed = [OPENING, ...history];
    expect((await compress(typed, AT_REST)).stats.messages_before).toBe(typed.length);
  });

  test("stays below its ceiling, including the opening", async () => {
    let isOpened = false;
    for (let tokens = 1_300; tokens < 2_200; tokens += 40) {
      const { messages } = await compress(history, { target: { tokens } });
      const counted = await run(countTask, { format: "anthropic", messages });
      expect(counted.counts[0].prompt.tokens).toBeLessThanOrEqual(tokens);
      isOpened ||= messages[0].content === OPENING.content;
    }
    expect(isOpened).toBe(true);
  });
});
