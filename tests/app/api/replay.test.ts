import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ReplayAnswer } from "@/lib/api/schemas/replay";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { cancelJob } from "@/lib/server/job-queue/enqueue";
import { loadJob } from "@/lib/server/jobs/jobs";
import { loadAgentRequests } from "@/lib/server/sessions/agent-requests";
import { oneAgentNote } from "@/lib/view-models/replay/one-agent";
import { formatMoney } from "@/lib/wording/number-format";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { exampleToCompaction } from "../../support/transcripts";

const replay = apiRoute("POST /api/replay");
const readRequests = apiRoute("GET /api/sessions/{id}/requests");
const readSession = apiRoute("GET /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

startTestServer();

let id = "";
beforeAll(async () => {
  id = (await (await postBytes(upload, exampleToCompaction(7))).json()).files[0].sessions[0];
});

const TRUNCATE = { id: "cut", recipe: "roo-truncate", trigger: { tokens: 60_000 }, floor: 40_000 };

async function run(policies: unknown[], more: object = {}): Promise<ReplayAnswer> {
  const response = await postJson(replay, "/api/replay", { session: { id }, policies, ...more });
  expect(response.status).toBe(200);
  return response.json();
}

async function loggedRows(agent = "main"): Promise<RequestRow[]> {
  const path = `/api/sessions/${id}/requests?agent=${encodeURIComponent(agent)}`;
  return (await (await send(readRequests, path, { params: { id } })).json()).requests;
}

const costOf = (rows: readonly RequestRow[]) => rows.reduce((sum, { cost }) => sum + (cost?.amount ?? 0), 0);

test("a replay's log cost and the session's differ by the other agents' requests, and a note explains it", async () => {
  const summary: SessionSummary = await (await send(readSession, `/api/sessions/${id}`, { params: { id } })).json();
  const own = await loggedRows();
  const others = await Promise.all(
    summary.agents.filter((agent) => agent.id !== "main").map((agent) => loggedRows(agent.id)),
  );
  expect(others.flat().length).toBeGreaterThan(0);
  expect(costOf([...own, ...others.flat()])).toBeCloseTo(summary.cost.amount ?? 0, 6);
  const figures = { agent: "main", requests: own.length, cost: costOf(own) };
  expect(oneAgentNote(summary, figures)).toBe(
    `These figures are for the main agent only: ${own.length} of the session's ${summary.counts.responses} requests, ${formatMoney(costOf(own))} of ${formatMoney(summary.cost.amount)}.`,
  );
  expect(oneAgentNote(summary, { ...figures, cost: null })).toMatch(/requests\.$/);
  expect(oneAgentNote(summary, { ...figures, requests: summary.counts.responses })).toBeNull();
});

describe("POST /api/replay", () => {
  test("the logged policy comes first, requested or not, and has the log's prompt, counters and cost at every request", async () => {
    const { replays, session, assumption } = await run([TRUNCATE, "keep-all"]);
    expect(replays.map(({ policy }) => policy.id)).toEqual(["logged", "cut", "keep-all"]);
    expect(assumption).toContain("assumes the logged path");
    expect(session).toMatchObject({ id, agent: "main", window: 200_000 });
    const requests = await loggedRows();
    const rows = replays[0]?.rows ?? [];
    expect(rows.length).toBeGreaterThan(100);
    expect(
      rows.map(({ request, prompt_tokens, cache_read, cache_write, uncached, output, cost }) => {
        return { index: request, prompt_tokens, cache_read, cache_write, uncached, output, cost };
      }),
    ).toEqual(
      requests.map(({ index, prompt_tokens, cache_read, cache_write, uncached, output, cost }) => {
        return { index, prompt_tokens, cache_read, cache_write, uncached, output, cost };
      }),
    );
    const spent = requests.reduce((sum, { cost }) => sum + (cost?.amount ?? 0), 0);
    expect(replays[0]?.totals.cost?.amount).toBeCloseTo(spent, 8);
  });

  test("the log's firings are the client's compactions", async () => {
    const [logged] = (await run([])).replays;
    const fired = logged?.rows.flatMap(({ fired: isFired }, at) => (isFired ? [at] : []));
    const { outline } = await loadAgentRequests(id, "main");
    expect(outline.compactions.length).toBeGreaterThan(0);
    expect(fired).toEqual(outline.compactions.map(({ at }) => at));
    expect(logged?.rows[fired?.[0] ?? 0]?.broke_cache).toBe(true);
  });

  test("a recipe runs at its trigger, by share of the window or by tokens", async () => {
    const half = { id: "half", recipe: null, trigger: { fraction: 0.5, regrowth: 10_000 } };
    const { replays } = await run([TRUNCATE, half]);
    const [, cut, winnow] = replays;
    expect(cut?.totals.fired).toBeGreaterThan(0);
    const asked = { id: "cut", kind: "recipe", recipe: "roo-truncate", trigger: { tokens: 60_000 } };
    expect(cut?.policy).toEqual({ ...asked, floor: 40_000, horizon: null });
    const first = winnow?.rows.find(({ fired }) => fired);
    const before = winnow?.rows.find(({ request }) => request === (first?.request ?? 0) - 1);
    expect(before?.prompt_tokens).toBeGreaterThan(80_000);
    expect(winnow?.totals.failures).toEqual([]);
  });

  test("a recipe that cannot run is reported, and does not affect the others", async () => {
    const { replays } = await run([{ id: "x", recipe: "no-such-strategy", trigger: { tokens: 1000 } }, "keep-all"]);
    expect(replays[1]?.totals.failures).toEqual(["unknown-strategy"]);
    expect(replays[1]?.totals.prompt_tokens).toBe(replays[2]?.totals.prompt_tokens);
  });

  test.each([
    [{ policies: ["nope"] }, "$.policies[0]", "invalid-parameter"],
    [{ policies: [{ ...TRUNCATE, triger: {} }] }, "$.policies[0]", "unknown-parameter"],
    [{ policies: [TRUNCATE, TRUNCATE] }, "$.policies", "invalid-parameter"],
    [{ policies: [{ ...TRUNCATE, id: "logged" }] }, "$.policies[0]", "invalid-parameter"],
    [{ policies: [], polices: [] }, "$", "unknown-parameter"],
    [{ policies: [], agent: "nobody" }, "$.agent", "no-such-agent"],
  ])("refuses %j with its path", async (change, pointer, code) => {
    const response = await postJson(replay, "/api/replay", { session: { id }, ...change });
    expect(response.status).toBe(422);
    const problem = await readProblem(response);
    expect(problem.code).toBe(code);
    expect(problem.errors[0]?.pointer).toContain(pointer);
  });

  test("an unknown session is a 404", async () => {
    const response = await postJson(replay, "/api/replay", { session: { id: "nope" }, policies: [] });
    expect((await readProblem(response)).status).toBe(404);
  });

  test("a large session gets a job, which can be cancelled", async () => {
    const messages = Array.from({ length: 3_100 }, (_, index) => ({
      role: index % 2 ? "assistant" : "user",
      content: `step ${index} of src/file_${index}.ts`,
    }));
    const stored = await (await postBytes(upload, JSON.stringify({ messages }))).json();
    const session = { id: stored.files[0].sessions[0] };
    const response = await postJson(replay, "/api/replay", { session, policies: ["keep-all"] });
    expect(response.status).toBe(202);
    const { job } = await response.json();
    expect(response.headers.get("location")).toBe(`/api/jobs/${job.id}`);
    await vi.waitFor(async () => expect((await loadJob(job.id)).state).toBe("done"), { timeout: 60_000 });
    const { replays } = (await loadJob(job.id)).result as ReplayAnswer;
    expect(replays.map(({ rows }) => rows.length)).toEqual([1_550, 1_550]);
    const again = await (await postJson(replay, "/api/replay", { session, policies: ["keep-all"] })).json();
    await cancelJob(again.job.id);
    await vi.waitFor(async () => expect((await loadJob(again.job.id)).state).toBe("cancelled"), { timeout: 60_000 });
  }, 120_000);
});

test("a log that states its window is replayed in that window, not in the model table's", async () => {
  const bytes = new Uint8Array(readFileSync("tests/fixtures/codex/enveloped.jsonl"));
  const stated = (await (await postBytes(upload, bytes)).json()).files[0].sessions[0];
  const response = await postJson(replay, "/api/replay", { session: { id: stated }, policies: [] });
  const answer: ReplayAnswer = await response.json();
  expect(answer.session).toMatchObject({ window: 258_400 });
});
