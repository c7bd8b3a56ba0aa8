import { describe, expect, test } from "vitest";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

/** The history of an agent with one typed prompt: `steps` calls, of which the listed ones fail. */
const agent = (steps: number, failed: readonly number[] = []) =>
  drawConversation(
    [
      "user: go",
      ...Array.from({ length: steps }, (_, n) => {
        const kind = failed.includes(n) ? "error" : "result";
        return `assistant: call ${n} bash make ${"x".repeat(300)}${n}\ntool: ${kind} ${n} ${`line ${n} `.repeat(200)}`;
      }),
    ].join("\n"),
  );
const changed = (
  recipe: { id: string; params: Record<string, string | number | boolean> },
  steps: number,
  failed?: number[],
) =>
  compressConversation(agent(steps, failed), recipe, testEnvironment()).edits.map(({ op, targets }) =>
    op === "insert" ? "" : targets[0],
  ).length;

describe("products count the model's answers, so they act on a history with one prompt", () => {
  test.each([
    ["step", 4, 3],
    ["step", 1, 4],
    ["turn", 4, 0],
  ])("dcp-purge-errors, by %s: calls 0, 2, 4 and 7 of 9 failed, the newest %i stay, %i go", (unit, turns, gone) =>
    expect(changed({ id: "dcp-purge-errors", params: { unit, turns, keepPaths: false } }, 9, [0, 2, 4, 7])).toBe(gone),
  );

  test.each([
    ["message", 1, 6],
    ["message", 0, 7],
    ["turn", 1, 0],
  ])("gemini-mask, by %s: the newest %i are not touched, %i outputs are masked", (unit, turns, gone) =>
    expect(changed({ id: "gemini-mask", params: { unit, turns, protect: 700, minimum: 100 } }, 9)).toBe(gone),
  );
});
