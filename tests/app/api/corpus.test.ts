import { beforeAll, describe, expect, test } from "vitest";
import { type CutFigures, summariseCorpus } from "@/lib/api/answers/corpus-summary";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import type { Job } from "@/lib/api/schemas/job";
import type { RunAnswer, RunRow } from "@/lib/api/schemas/run";
import { CORPUS_METRICS } from "@/lib/evaluation/metrics";
import { corpusKey } from "@/lib/evaluation/metrics/metric";
import { getDb } from "@/lib/server/db/get-db";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { exampleMorning } from "../../support/transcripts";

const corpus = apiRoute("POST /api/corpus");
const cancelJob = apiRoute("DELETE /api/jobs/{id}");
const readJob = apiRoute("GET /api/jobs/{id}");
const changeLibrary = apiRoute("POST /api/library/changes");
const readRun = apiRoute("GET /api/runs/{id}");
const listRuns = apiRoute("GET /api/runs");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const imported = async (bytes: string | Uint8Array): Promise<string> =>
  (await (await postBytes(upload, bytes)).json()).files[0].sessions[0];
/** A chat that ends before anything is said. */
const SHORT = ["Hello", "Hi"]
  .map((content, index) => ({
    type: index ? "assistant" : "user",
    uuid: `u${index}`,
    parentUuid: index ? "u0" : null,
    sessionId: "short",
    timestamp: "2026-01-01T00:00:00Z",
    message: { role: index ? "assistant" : "user", content, ...(index && { id: "m", model: "claude-sonnet-4-5" }) },
  }))
  .map((row) => JSON.stringify(row))
  .join("\n");

let [long, other, short] = ["", "", ""];
beforeAll(async () => {
  long = await imported(exampleMorning(7));
  other = await imported(exampleMorning(8));
  short = await imported(SHORT);
});

const start = (more: object = {}) =>
  postJson(corpus, "/api/corpus", { strategies: ["roo-truncate", "swe-agent-last-n"], cuts: 2, ...more });
const jobOf = async (id: string): Promise<Job> => (await send(readJob, `/api/jobs/${id}`, { params: { id } })).json();
async function finished(more: object = {}): Promise<Job> {
  const response = await start(more);
  expect(response.status).toBe(202);
  const { id } = ((await response.json()) as { job: Job }).job;
  await expect
    .poll(async () => (await jobOf(id)).state, { timeout: 60_000, interval: 100 })
    .not.toMatch(/queued|running/);
  return jobOf(id);
}

const runOf = async (job: Job): Promise<RunAnswer> => {
  const { run: id } = job.result as { run: string };
  return (await send(readRun, `/api/runs/${id}`, { params: { id } })).json();
};

describe("POST /api/corpus", () => {
  test("strategies over all sessions: means, intervals, skipped sessions with reasons; saved as a run", async () => {
    const job = await finished();
    expect(job).toMatchObject({ state: "done", kind: "corpus" });
    const run = await runOf(job);
    const result = run.result as CorpusResult;
    // After each session's later cut, fewer than ten facts are needed, so the later cut does not count.
    expect(result.sessions.map(({ id, cuts }) => [id, cuts])).toEqual([
      [other, 1],
      [long, 1],
    ]);
    expect(result.left_out).toEqual([
      { id: short, title: expect.any(String), code: "too-short", message: expect.stringMatching(/1 requests/) },
    ]);
    expect(result.rows.map(({ id }) => id)).toEqual(["roo-truncate", "swe-agent-last-n"]);
    for (const row of result.rows)
      for (const metric of CORPUS_METRICS)
        expect(row[corpusKey(metric) as keyof typeof row], metric.key).toEqual(
          expect.objectContaining({ mean: expect.any(Number) }),
        );
    for (const { saved, recall, worst_recall, applied, broken } of result.rows) {
      if (!saved || !recall) throw new Error("both strategies changed something");
      expect(applied).toBeGreaterThan(0);
      expect(broken).toBe(0);
      expect(saved.mean).toBeGreaterThan(0);
      expect(recall.low).toBeLessThanOrEqual(recall.mean);
      expect(recall.mean).toBeLessThanOrEqual(recall.high);
      expect(worst_recall).toBeLessThanOrEqual(recall.mean);
    }
    expect(result.oracle_saved).toBeGreaterThan(0.3);
    const { runs } = (await (await send(listRuns, "/api/runs?kind=corpus")).json()) as { runs: RunRow[] };
    expect(runs).toEqual([
      expect.objectContaining({
        id: run.id,
        title: "Roo Code: sliding window, SWE-agent: last n observations over 2 sessions × 2 requests",
        stale: [],
      }),
    ]);
  });

  test("a selection; a later import makes a run over all sessions stale, but not this one", async () => {
    const chosen = await runOf(await finished({ sessions: [long], cuts: 1, title: "one", query: "?s=winnow" }));
    expect(chosen).toMatchObject({ title: "one", params: { sessions: [long], query: "?s=winnow" } });
    await finished({ title: "all", cuts: 1, strategies: ["roo-truncate"] });
    await imported(exampleMorning(9));
    const { runs } = (await (await send(listRuns, "/api/runs?kind=corpus")).json()) as { runs: RunRow[] };
    const staleOf = (title: string) => runs.find((run) => run.title === title)?.stale.map(({ code }) => code);
    expect(staleOf("one")).toEqual([]);
    expect(staleOf("all")).toEqual(["session-added"]);
  });

  test("a binned session does not count as newer, and counts again once restored", async () => {
    const put = (binned: boolean) => postJson(changeLibrary, "/api/library/changes", { sessions: [short], binned });
    await put(true);
    await finished({ title: "without the bin", cuts: 1, strategies: ["roo-truncate"] });
    const stale = async () => {
      const { runs } = (await (await send(listRuns, "/api/runs?kind=corpus")).json()) as { runs: RunRow[] };
      return runs.find(({ title }) => title === "without the bin")?.stale.map(({ code }) => code);
    };
    expect(await stale()).toEqual([]);
    await put(false);
    expect(await stale()).toEqual(["session-added"]);
  });

  test("stores no words of a transcript, including titles", async () => {
    const job = await finished({ sessions: [short], cuts: 1 });
    const titleIn = ({ result }: RunAnswer) => (result as CorpusResult).left_out[0]?.title;
    const title = titleIn(await runOf(job));
    expect(title).toBe("Hello");
    const rename = (to: string) => postJson(changeLibrary, "/api/library/changes", { sessions: [short], title: to });
    await rename("Renamed");
    expect(titleIn(await runOf(job))).toBe("Renamed");
    await rename("");
    const rows = await (await getDb()).$queryRawUnsafe("SELECT * FROM Run JOIN Job");
    expect(JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? Number(value) : value))).not.toContain(
      title,
    );
  });

  test("a cancelled job ends and stores nothing", async () => {
    const { job } = (await (await start({ cuts: 20, title: "never" })).json()) as { job: Job };
    await send(cancelJob, `/api/jobs/${job.id}`, { method: "DELETE", params: { id: job.id } });
    await expect.poll(async () => (await jobOf(job.id)).state, { timeout: 10_000 }).toBe("cancelled");
    const { runs } = (await (await send(listRuns, "/api/runs?kind=corpus")).json()) as { runs: RunRow[] };
    expect(runs.some(({ title }) => title === "never")).toBe(false);
  });

  test.each([
    ["no strategy", { strategies: [] }, 422, "$.strategies"],
    ["one that does not exist", { strategies: ["winnow", "no-such"] }, 422, "$.strategies[1]"],
    ["a session that does not exist", { sessions: ["nope"] }, 404, "$.sessions[0]"],
    ["too many cuts", { cuts: 21 }, 422, "$.cuts"],
    ["a misspelt key", { cut: 2 }, 422, "$.cut"],
  ])("refuses %s with its path", async (_, more, status, pointer) => {
    const problem = await readProblem(await start(more));
    expect([problem.status, problem.errors[0]?.pointer]).toEqual([status, pointer]);
  });
});

describe("the figures", () => {
  const cut = (recall: number): CutFigures => ({
    isApplied: true,
    isBroken: false,
    figures: { saved: 0.5, recall, span_recall: 1, reachable: 1, artifact_f1: 1, proxy: null },
  });
  const session = (id: string, recalls: readonly number[]) => ({
    id,
    figures: { oracleSaved: recalls.map(() => 0.9), strategies: [recalls.map((recall) => cut(recall))] },
  });

  test("one session has no spread; several cuts of one session do not replace several sessions", () => {
    const one = summariseCorpus(["winnow"], 3, [session("a", [0, 0.5, 1])], []);
    expect(one.rows[0]?.recall).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    const two = summariseCorpus(["winnow"], 2, [session("a", [0, 0]), session("b", [1, 1])], []);
    expect(two.rows[0]).toMatchObject({ recall: { mean: 0.5, low: 0, high: 1 }, worst_recall: 0, proxy: null });
  });

  test("without measurements there are no rows; the same strategy twice has two names", () => {
    expect(summariseCorpus(["winnow"], 3, [], [])).toMatchObject({ rows: [], oracle_saved: null });
    const twice = { oracleSaved: [1], strategies: [[cut(1)], [{ ...cut(0), isBroken: true }]] };
    const { rows } = summariseCorpus(["winnow", "winnow"], 1, [{ id: "a", figures: twice }], []);
    expect(rows.map(({ id, broken }) => [id, broken])).toEqual([
      ["winnow", 0],
      ["winnow (2)", 1],
    ]);
  });
});
