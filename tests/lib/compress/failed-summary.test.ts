import { describe, expect, test } from "vitest";
import { compressRequest } from "@/lib/compress/compress-request";
import type { SummaryInput } from "@/lib/compress/summary-rules";
import type { SummaryAnswer } from "@/lib/strategies/grammar/summariser";
import { plainSurroundings } from "../../support/plain-surroundings";

const LONG = "a longer passage about the work that was done here, with details. ".repeat(60);
const { surroundings } = plainSurroundings();

type Json = Record<string, unknown>;

/** Repeats the call until there is an answer; `write` acts as the model. */
async function answerOf(body: Json, write: () => SummaryAnswer, ended?: string): Promise<Json> {
  const answers = new Map<string, SummaryAnswer>();
  for (let round = 0; round < 10; round += 1) {
    const summaries: SummaryInput = {
      defaultModel: "local/tiny",
      answers: [...answers],
      ...(ended !== undefined && { ended }),
    };
    const result = await compressRequest(body, { summaries }, surroundings);
    if (!result.ok) throw result.error;
    const { answer, needs } = result.value;
    if (!needs) return JSON.parse(JSON.stringify(answer));
    for (const { key } of needs.summaries) answers.set(key, write());
  }
  throw new Error("no answer after ten rounds");
}

const failing = (): SummaryAnswer => ({ ok: false, code: "summary-failed", message: "the model did not answer" });
const written = (): SummaryAnswer => ({ ok: true, text: "## Current Work\n- The first steps are done." });
const history = (turns: number) =>
  Array.from({ length: turns }, (_, turn) => [
    { role: "user", content: `Do step ${turn}. ${LONG}` },
    { role: "assistant", content: `Step ${turn} is done. ${LONG}` },
  ]).flat();
const bodyOf = (turns: number, more: Json = {}): Json => ({
  messages: [...history(turns), { role: "user", content: "Go on." }],
  model: "gpt-4o",
  strategy: "claude-code",
  force: true,
  ...more,
});
const codesOf = ({ warnings }: Json) => (warnings as { code: string }[]).map(({ code }) => code);

describe("a summary that fails", () => {
  test("returns the messages as they were sent", async () => {
    const answer = await answerOf(bodyOf(4), failing);
    expect(answer.status).toBe("failed");
    expect(answer.messages).toEqual(bodyOf(4).messages);
    expect(codesOf(answer)).toEqual(expect.arrayContaining(["summary-failed", "messages-unchanged"]));
  });

  test("with a state, its edits apply to what is returned, and the state stays", async () => {
    const first = await answerOf(bodyOf(4), written);
    expect(first.status).toBe("applied");
    const later = [
      { role: "assistant", content: `I go on. ${LONG}` },
      ...history(4),
      { role: "user", content: "More." },
    ];
    const grown = [...(bodyOf(4).messages as Json[]), ...later];
    const failed = await answerOf(bodyOf(4, { messages: grown, state: first.state }), failing);
    expect(failed.status).toBe("failed");
    expect(failed.messages).toEqual([...(first.messages as Json[]), ...later]);
    expect(failed.state).toEqual(first.state);
    expect(codesOf(failed)).toContain("messages-unchanged");
    const stats = failed.stats as { messages_after: number; tokens_after: number; tokens_before: number };
    expect(stats.messages_after).toBe((failed.messages as Json[]).length);
    expect(stats.tokens_after).toBeLessThan(stats.tokens_before);
  });

  test("once nothing more is written, missing summaries count as failed, and there is an answer immediately", async () => {
    const answer = await answerOf(bodyOf(4), written, "the strategy asked for more than 6 rounds of summaries");
    expect(answer.status).toBe("failed");
    expect(answer.messages).toEqual(bodyOf(4).messages);
    expect(JSON.stringify(answer.warnings)).toContain("more than 6 rounds");
  });
});
