import { describe, expect, test } from "vitest";
import type { EvaluationAnswer } from "@/lib/api/schemas/evaluation";
import { evaluateRequest } from "@/lib/compress/evaluate-request";
import { redisLogin, smallHistory } from "@/lib/example/articles/redis";
import { toProbeGroups } from "@/lib/view-models/compare/probe-rows";
import { plainSurroundings } from "../../support/plain-surroundings";

const { surroundings } = plainSurroundings();

async function evaluated(strategy: unknown): Promise<EvaluationAnswer> {
  const original = { messages: smallHistory() };
  const result = await evaluateRequest({ original, strategy, model: "gpt-4o", force: true }, surroundings);
  if (!result.ok) throw result.error;
  return result.value.answer as EvaluationAnswer;
}

test("asks a judge all four kinds, also for the article's short session, whose decision is typed in plain words", async () => {
  const original = { messages: redisLogin.messages() };
  const body = { original, strategy: "regenerate", model: "gpt-4o", force: true, judge: { per_family: 2 } };
  const result = await evaluateRequest(body, surroundings);
  if (!result.ok) throw result.error;
  const questions = result.value.judge?.material.questions ?? [];
  expect(new Set(questions.map(({ family }) => family))).toEqual(
    new Set(["recall", "artifact", "continuation", "decision"]),
  );
  expect(questions.flatMap(({ gold }) => gold)).toContain("Use a pool, not one connection per request.");
});

describe("probes without a judge", () => {
  test("a session about a failing login asks all four kinds, and its own words are the answers", async () => {
    const { probes = [] } = await evaluated("factory-anchored");
    expect(new Set(probes.map(({ family }) => family))).toEqual(
      new Set(["recall", "artifact", "continuation", "decision"]),
    );
    const answers = probes.map(({ known_answer }) => known_answer).join("\n");
    for (const fact of [
      "Redis connection is closed",
      "src/config/redis.ts",
      "Use a pool, not one connection per request.",
    ])
      expect(answers).toContain(fact);
    expect(probes.every(({ before }) => before)).toBe(true);
  });

  test("what a cut removed can no longer be answered; what stays can", async () => {
    const { probes = [] } = await evaluated("codex-token-budget");
    expect(probes.some(({ after }) => !after)).toBe(true);
    const kept = await evaluated({ id: "swe-agent-last-n", params: { n: 3 } });
    expect((kept.probes ?? []).some(({ after }) => after)).toBe(true);
  });

  test("an unchanged result is asked nothing, and has no best mark", async () => {
    const unchanged = await evaluated("openai-compact");
    expect(unchanged.probes).toEqual([]);
    expect(toProbeGroups([{ evaluation: unchanged }])).toBeNull();
    const groups = toProbeGroups([{ evaluation: unchanged }, { evaluation: await evaluated("regenerate") }]);
    expect(groups?.map(({ answered }) => answered[0])).toEqual([null, null, null, null]);
    expect(groups?.flatMap(({ rows }) => rows).every(({ after }) => after[0] === null && after[1] !== null)).toBe(true);
  });
});
