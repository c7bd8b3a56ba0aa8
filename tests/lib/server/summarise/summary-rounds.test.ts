import { afterEach, beforeEach, expect, test } from "vitest";
import type { SummaryInput } from "@/lib/compress/summary-rules";
import { withSummaries } from "@/lib/server/summarise/with-summaries";
import type { SummaryNeed } from "@/lib/strategies/grammar/summariser";
import { CLAUDE_CODE } from "@/lib/strategies/summaries/styles";
import { startModelServer } from "../../../support/model-server";

const server = startModelServer();
const SETTINGS = ["WINNOW_SUMMARY_MODEL", "WINNOW_SUMMARY_BASE_URL"] as const;
const saved = SETTINGS.map((name) => [name, process.env[name]] as const);
beforeEach(() => {
  process.env.WINNOW_SUMMARY_MODEL = "local/tiny";
  process.env.WINNOW_SUMMARY_BASE_URL = server.url;
});
afterEach(() => {
  for (const [name, value] of saved) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test("work that keeps requesting summaries is told that no more are written, and its answer is returned", async () => {
  server.behave = (answer) => {
    answer.write("## Current Work\nmore");
    answer.end();
  };
  const runs: SummaryInput[] = [];
  const output = await withSummaries(async (summaries) => {
    runs.push(summaries);
    if (summaries.ended !== undefined) return { json: "the messages", outputs: [] };
    const need: SummaryNeed = {
      key: `round ${runs.length}`,
      style: CLAUDE_CODE,
      previous: null,
      instructions: null,
      maxTokens: 100,
      transcript: "Go on.",
    };
    return { json: "", outputs: [], needs: { model: "local/tiny", summaries: [need] } };
  }, {});
  expect(output.json).toBe("the messages");
  expect(runs).toHaveLength(7);
  expect(runs[6]?.answers).toHaveLength(6);
  expect(runs[6]?.ended).toContain("more than 6 rounds");
});
