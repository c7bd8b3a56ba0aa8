import { expect, test } from "vitest";
import { READER_POLICIES } from "@/lib/cache/unreported-cache";
import type { Part } from "@/lib/conversation/part";
import { simulateSession, usualRun } from "@/lib/pipeline/simulate-session";
import { toLibraryRow } from "@/lib/read-models/library-row";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { simulatedKeyFigures, toSimulatedAgents, toSimulatedCache } from "@/lib/read-models/simulated-cache";
import { withSimulatedUsage } from "@/lib/read-models/simulated-rows";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { analyzeSketch } from "../../support/analyze-sketch";

/** Prompts of 1,000, 3,000 and 5,000 tokens and more, at four characters per token, without usage. */
const words = (tokens: number) => "four".repeat(tokens);
const list = (model: string) => `
  user ${words(3000)}
  say ${words(100)}
  usage none model=${model} at=0
  user ${words(2000)}
  say ${words(100)}
  usage none model=${model} at=60
  user ${words(2000)}
  say ${words(100)}
  usage none model=${model} at=4000
`;

const simulated = (drawing: string) => {
  const analysis = analyzeSketch(drawing);
  const session = simulateSession(analysis);
  if (session === null) throw new Error("nothing was simulated");
  return { analysis, session };
};

test("simulates nothing if the log reports reads", () => {
  expect(simulateSession(analyzeSketch("user hi\nsay yes\nusage read=0 write=900 in=3 out=4"))).toBeNull();
});

test("without a model, draws the ideal prefix, without a price", () => {
  const { analysis, session } = simulated(list("a-model-nobody-knows"));
  expect(session.usual.id).toBe("ideal-prefix");
  const [first, second] = usualRun(session)?.outcomes ?? [];
  expect(first?.read).toBe(0);
  // The first prompt and its answer of a hundred tokens.
  expect(second?.read).toBe((analysis.requests[0]?.promptTokens.tokens ?? 0) + 100);
  expect(simulatedKeyFigures(analysis, session)).toMatchObject({ policy: "ideal-prefix", cost: null, breaks: 0 });
});

test("a known model gets its provider's rules: steps of 128, and an expiry after the pause", () => {
  const { analysis, session } = simulated(list("gpt-4o"));
  const run = usualRun(session);
  expect(run?.policy.id).toBe("openai-auto");
  const [first, second, third] = run?.outcomes ?? [];
  expect(first?.read).toBe(0);
  expect((second?.read ?? 0) % 128).toBe(0);
  expect(second?.read).toBeGreaterThan(2800);
  expect(third?.read).toBe(0);
  expect(run?.report.breaks).toMatchObject([{ request: 2, cause: "ttl-expiry" }]);
  const [agent] = toSimulatedAgents(analysis, session, run as NonNullable<typeof run>, ["main"]);
  expect(agent?.breaks[0]).toMatchObject({ at: 2, letter: "T", tier: { seconds: 600, is_logged: false } });
  const { lost_cost, lost_tokens, rates } = agent?.breaks[0] ?? {};
  expect(lost_cost?.amount).toBeCloseTo(((lost_tokens ?? 0) * ((rates?.paid ?? 0) - (rates?.read ?? 0))) / 1e6, 6);
});

test("every selectable policy adds up to each prompt and stays below the ideal prefix", () => {
  const { analysis, session } = simulated(list("gpt-4o"));
  expect(session.runs.map(({ policy }) => policy.id)).toEqual(READER_POLICIES.map(({ id }) => id));
  const ideal = session.runs.find(({ policy }) => policy.id === "ideal-prefix");
  for (const { outcomes } of session.runs)
    outcomes.forEach(({ read, written, uncached }, at) => {
      expect(read + written + uncached).toBe(analysis.requests[at]?.promptTokens.tokens);
      expect(read).toBeLessThanOrEqual(ideal?.outcomes[at]?.read ?? 0);
    });
  const blocks = session.runs.find(({ policy }) => policy.id === "vllm-blocks")?.outcomes[1]?.read ?? -1;
  expect(blocks % 16).toBe(0);
});

test("chance is not a break: a read that Gemini does not guarantee was not lost", () => {
  const { session } = simulated(list("gemini-2.5-pro"));
  expect(usualRun(session)?.policy.id).toBe("gemini-implicit");
  expect(usualRun(session)?.report.breaks).toEqual([]);
});

test("without times nothing expires, and the page says so", () => {
  const analysis = analyzeSketch(list("gpt-4o"));
  const timeless = analysis.requests.map(({ startedAt: _, endedAt: __, ...request }) => request);
  const session = simulateSession({ ...analysis, requests: timeless });
  expect(session?.times).toBe("none");
  expect(session && usualRun(session)?.report.breaks).toEqual([]);
});

test("the library counts a failed result that was sent again once, as the session does", () => {
  const drawing = `user go\ncall a Bash {"command":"ls"}\nusage write=900 in=0
    result a no such file\nsay sorry\nusage read=900 write=90 in=0
    compact auto 990\nsummary it failed\nresult a no such file\nsay on\nusage read=0 write=500 in=0`;
  const drawn = analyzeSketch(drawing);
  const fail = (part: Part): Part => (part.type === "tool-result" ? { ...part, isError: true } : part);
  const messages = drawn.session.messages.map((message) => ({ ...message, parts: message.parts.map(fail) }));
  const analysis = analyzeSketch(drawing, { messages });
  expect(toLibraryRow(analysis, answerOf(analysis)).tool_errors).toBe(1);
  expect(toSessionSummary(analysis, answerOf(analysis)).counts.tool_errors).toBe(1);
});

test("simulated figures have separate fields from reported ones", () => {
  const { analysis, session } = simulated(list("gpt-4o"));
  const row = toLibraryRow(analysis, answerOf(analysis), session);
  expect(row.cache_read_share).toBeNull();
  expect(row.simulated_read_share).toBeGreaterThan(0);
  expect(row.cost).toMatchObject({ basis: "unknown", amount: null });
  const { cache } = toSessionSummary(analysis, answerOf(analysis), session);
  expect(cache.read_share).toBeNull();
  expect(cache.simulated).toMatchObject({ policy: "openai-auto", breaks: 1 });
  expect(cache.simulated?.cost?.amount).toBeGreaterThan(0);
});

test("the rows of the Cache page are marked, and cost what the table of rules shows", () => {
  const { analysis, session } = simulated(list("gpt-4o"));
  const run = usualRun(session) as NonNullable<ReturnType<typeof usualRun>>;
  const [agent] = toSimulatedAgents(analysis, session, run, ["main"]);
  const rows = withSimulatedUsage(toRequestRows(analysis), agent as NonNullable<typeof agent>);
  expect(rows.every(({ isSimulated }) => isSimulated)).toBe(true);
  expect(rows[2]?.break).toMatchObject({ cause: "ttl-expiry" });
  const total = rows.reduce((sum, { cost }) => sum + (cost?.amount ?? 0), 0);
  const page = toSimulatedCache(analysis, session);
  expect(page.policies.find(({ id }) => id === "openai-auto")?.cost?.amount).toBeCloseTo(total, 6);
  expect(page.cost_without_cache?.amount).toBeGreaterThan(total);
});
