import { beforeAll, describe, expect, test } from "vitest";
import { clientFirst, leading } from "@/lib/advice/client-first";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import type { Job } from "@/lib/api/schemas/job";
import type { RunAnswer } from "@/lib/api/schemas/run";
import { isOwnIn, outcomesOf, termsOf } from "@/lib/api/stored-outcomes";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { exampleMorning } from "../../support/transcripts";

const advise = apiRoute("POST /api/advise");
const cancelJob = apiRoute("DELETE /api/jobs/{id}");
const readJob = apiRoute("GET /api/jobs/{id}");
const readRun = apiRoute("GET /api/runs/{id}");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const imported = async (bytes: string | Uint8Array): Promise<string> =>
  (await (await postBytes(upload, bytes)).json()).files[0].sessions[0];

/** An OpenAI list of forty exchanges without reported usage. */
const PLAIN = JSON.stringify({
  messages: Array.from({ length: 80 }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: `Message ${index} of the conversation.`,
  })),
});

let [long, other, plain] = ["", "", ""];
beforeAll(async () => {
  long = await imported(exampleMorning(7));
  other = await imported(exampleMorning(8));
  plain = await imported(PLAIN);
});

const jobOf = async (id: string): Promise<Job> => (await send(readJob, `/api/jobs/${id}`, { params: { id } })).json();

async function advised(body: object): Promise<RunAnswer> {
  const response = await postJson(advise, "/api/advise", body);
  expect(response.status).toBe(202);
  const { id } = ((await response.json()) as { job: Job }).job;
  await expect
    .poll(async () => (await jobOf(id)).state, { timeout: 60_000, interval: 100 })
    .not.toMatch(/queued|running/);
  const job = await jobOf(id);
  expect(job).toMatchObject({ state: "done", kind: "advise" });
  const { run } = job.result as { run: string };
  return (await send(readRun, `/api/runs/${run}`, { params: { id: run } })).json();
}

describe("POST /api/advise", () => {
  test("one session: replays policies, compares them by task, gives a verdict in words and saves a run", async () => {
    const run = await advised({ sessions: [long], strategies: ["winnow", "roo-truncate"], policies: 12 });
    expect(run).toMatchObject({ kind: "advice", session_id: long, stale: [] });
    const result = run.result as AdviceResult;
    expect(result).toMatchObject({ parts: "tasks", price_basis: "study", stopped: false, left_out: [] });
    expect(result.policies.length).toBeGreaterThan(4);
    expect(result.policies.length).toBeLessThanOrEqual(12);
    const blocks = result.logged?.blocks ?? [];
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    expect(blocks.reduce((sum, { requests }) => sum + requests, 0)).toBe(result.sessions[0]?.requests);
    for (const policy of result.policies) expect(policy.blocks).toHaveLength(blocks.length);
    expect(result.verdict.sentence).toMatch(/^[A-Z].*\.$/);
    expect(result.verdict.held_out === null).toBe(!["not-held-out", null].includes(result.verdict.reason));
  });

  test("a stored result can be weighed at another price, and gives the same verdict at its own price", async () => {
    const { result } = await advised({
      sessions: [long],
      strategies: ["winnow"],
      policies: 6,
      price_per_lost_fact: 0.03,
    });
    const { verdict, price_per_lost_fact: price, ...stored } = result as AdviceResult;
    expect(price).toEqual({ amount: 0.03, currency: "USD" });
    const { log, outcomes } = outcomesOf(stored);
    const again = leading(
      clientFirst({ outcomes, log, isOwn: isOwnIn(result as AdviceResult) }, termsOf(result as AdviceResult)),
    );
    expect(again.reason).toBe(verdict.reason);
    expect((again.best ?? again.cheapest)?.outcome.id ?? null).toBe(verdict.policy);
  });

  test("several sessions: replays the same policies for all, uses sessions as blocks, and leaves out those without usage", async () => {
    const { result } = await advised({ strategies: ["roo-truncate"] });
    const advice = result as AdviceResult;
    expect(advice.parts).toBe("sessions");
    expect(advice.sessions.map(({ id }) => id).sort()).toEqual([long, other].sort());
    expect(advice.left_out).toEqual([expect.objectContaining({ id: plain, code: "no-usage" })]);
    expect(advice.logged?.blocks).toHaveLength(2);
    expect(advice.verdict).toMatchObject({ reason: "too-few-parts", held_out: null });
    const kept = advice.policies.filter(({ session_parts: parts }) => parts !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    for (const { session_parts: parts = [], blocks } of [...kept, advice.logged ?? { blocks: [] }])
      expect(parts.map(({ cost }) => cost.reduce((sum, part) => sum + part, 0))).toEqual(
        blocks.map(({ cost }) => expect.closeTo(cost, 4)),
      );
  });

  test("a stopped search weighs and saves what it has replayed so far", async () => {
    const response = await postJson(advise, "/api/advise", { sessions: [long], policies: 200 });
    const { id } = ((await response.json()) as { job: Job }).job;
    const replayed = async () => (await jobOf(id)).progress?.search?.done ?? 0;
    await expect.poll(replayed, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1);
    await send(cancelJob, `/api/jobs/${id}`, { method: "DELETE", params: { id } });
    await expect.poll(async () => (await jobOf(id)).state, { timeout: 10_000, interval: 50 }).toBe("done");
    const { run } = (await jobOf(id)).result as { run: string };
    const kept = (await (await send(readRun, `/api/runs/${run}`, { params: { id: run } })).json()) as RunAnswer;
    const result = kept.result as AdviceResult;
    expect(result.stopped).toBe(true);
    expect(result.policies.length).toBeGreaterThan(1);
    expect(result.policies.length).toBeLessThan(60);
    expect(kept.title).toContain("stopped early");
  });

  test("a session without usage gets no advice but a sentence about what is missing", async () => {
    const { result } = await advised({ sessions: [plain] });
    const { verdict, logged } = result as AdviceResult;
    expect(logged).toBeNull();
    expect(verdict).toMatchObject({ reason: "no-usage", policy: null, change: null });
    expect(verdict.sentence).toContain("Import a log from a client that records usage.");
  });

  test.each([
    ["an unknown session", { sessions: ["ses_none"] }, 404, "no-such-session"],
    ["an unknown strategy", { strategies: ["nothing"] }, 422, "unknown-strategy"],
    ["a misspelt parameter", { session: ["x"] }, 422, "unknown-parameter"],
    ["a price below zero", { price_per_lost_fact: -1 }, 422, "invalid-parameter"],
  ])("refuses %s", async (_, body, status, code) => {
    const response = await postJson(advise, "/api/advise", body);
    expect(response.status).toBe(status);
    expect(await readProblem(response)).toMatchObject({ code });
  });
});
