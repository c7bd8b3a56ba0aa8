import { describe, expect, test } from "vitest";
import type { CompressAccount } from "@/lib/api/schemas/compress";
import { compressRequest } from "@/lib/compress/compress-request";
import { smallHistory } from "@/lib/example/articles/redis";
import { STRATEGIES } from "@/lib/strategies";
import { foldRuns, type StrategyDemo, toStrategyDemo } from "@/lib/view-models/strategies/strategy-demo";
import { plainSurroundings } from "../../../support/plain-surroundings";

const MESSAGES = smallHistory();
const { surroundings } = plainSurroundings();

async function demoOf(strategy: unknown): Promise<StrategyDemo> {
  const ours = { strategy, force: true, dry_run: true, summarizer: "extractive", context_window: 4_800, reserve: 800 };
  const include = ["edits", "provenance", "prompts"];
  const body = { messages: MESSAGES, model: "claude-sonnet-4-5", format: "openai-chat", ...ours, include };
  const result = await compressRequest(body, {}, surroundings);
  if (!result.ok) throw result.error;
  return toStrategyDemo(result.value.answer as CompressAccount, MESSAGES);
}

describe("a strategy on the small history", () => {
  test("the anchored summary shows what it absorbs, its five sections, and its prompt", async () => {
    const demo = await demoOf("factory-anchored");
    expect(demo.rows).toHaveLength(MESSAGES.length);
    expect(demo.rows[0]).toMatchObject({ who: "user", fate: "summarised" });
    expect(demo.rows.at(-1)).toMatchObject({ fate: "kept", text: expect.stringContaining("prepare the release") });
    expect(demo.sections.map(({ title }) => title)).toEqual([
      "Session Intent",
      "Files Modified",
      "Decisions Made",
      "Current State",
      "Next Steps",
    ]);
    expect(demo.sections[0]?.lines.join()).toContain("/api/auth/login");
    expect(demo.prompts[0]?.task).toContain("## Session Intent");
    expect(demo.prompts[0]?.frame).toContain("untrusted");
    expect(demo.after).toBeLessThan(demo.before);
  });

  test("put-aside outputs are shortened and describe their content; a cut drops messages", async () => {
    const aside = await demoOf("centagent-externalise");
    const shortened = aside.rows.filter(({ fate }) => fate === "shortened");
    expect(shortened.length).toBeGreaterThan(0);
    expect(shortened[0]).toMatchObject({ who: "tool output", becomes: expect.stringContaining("put aside as out_") });
    const cut = await demoOf("kilo-truncate");
    expect(cut.rows.some(({ fate }) => fate === "dropped")).toBe(true);
    expect(cut.sections).toEqual([]);
  });

  test("most strategies act on it, and each says what it did", async () => {
    const demos = await Promise.all(STRATEGIES.map(({ id }) => demoOf(id)));
    expect(demos.filter(({ status }) => status === "applied").length).toBeGreaterThan(STRATEGIES.length / 2);
    for (const { status, rows, warnings } of demos) {
      expect(rows.some(({ fate }) => fate !== "kept")).toBe(status === "applied");
      if (status === "unavailable") expect(warnings.length).toBeGreaterThan(0);
    }
  });
});

test("a long run of kept messages is one group; short runs and all others are separate", async () => {
  const [row] = (await demoOf("factory-anchored")).rows;
  if (!row) throw new Error("the history has rows");
  const fates = ["kept", "kept", "dropped", "dropped", "kept", "kept", "kept", "kept"] as const;
  const runs = foldRuns(fates.map((fate, at) => ({ ...row, fate, number: at + 1 })));
  expect(runs.map((run) => run.map(({ number }) => number))).toEqual([[1], [2], [3], [4], [5, 6, 7, 8]]);
});
