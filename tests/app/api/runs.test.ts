import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staleReasons } from "@/lib/api/run-staleness";
import type { RunAnswer, RunRow, RunVersions } from "@/lib/api/schemas/run";
import { getDb } from "@/lib/server/db/get-db";
import { saveOwnModel } from "@/lib/server/models/own-models";
import { RUN_LIMITS } from "@/lib/server/sessions/runs";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { exampleMorning } from "../../support/transcripts";

const compare = apiRoute("POST /api/compress/compare");
const evaluate = apiRoute("POST /api/evaluate");
const replay = apiRoute("POST /api/replay");
const deleteRun = apiRoute("DELETE /api/runs/{id}");
const readRun = apiRoute("GET /api/runs/{id}");
const listRuns = apiRoute("GET /api/runs");
const saveRun = apiRoute("POST /api/runs");
const deleteSession = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

startTestServer();

let id = "";
let comparison: unknown;
beforeAll(async () => {
  id = (await (await postBytes(upload, exampleMorning(7))).json()).files[0].sessions[0];
  const body = { session: { id, request: 60 }, strategies: ["roo-truncate", "winnow"], force: true };
  const include = ["edits", "provenance", "evaluation"];
  comparison = await (await postJson(compare, "/api/compress/compare", { ...body, include })).json();
});
beforeEach(async () => {
  await (await getDb()).run.deleteMany({});
});

const save = (more: object = {}) =>
  postJson(saveRun, "/api/runs", { kind: "comparison", session: { id }, result: comparison, ...more });
const saved = async (more: object = {}): Promise<RunAnswer> => (await save(more)).json();
const list = async (query = ""): Promise<RunRow[]> =>
  (await (await send(listRuns, `/api/runs${query}`)).json()).runs as RunRow[];
const read = (run: string) => send(readRun, `/api/runs/${run}`, { params: { id: run } });

describe("saved runs", () => {
  test("a comparison: its figures are returned unchanged, without the transcript, and are not stale", async () => {
    const response = await save({ params: { query: "?run=true" } });
    expect(response.status).toBe(201);
    const run = (await response.json()) as RunAnswer;
    expect(response.headers.get("location")).toBe(`/api/runs/${run.id}`);
    expect(run).toMatchObject({
      kind: "comparison",
      title: "Roo Code: sliding window, Winnow at #45",
      session_id: id,
      stale: [],
    });
    expect(await (await read(run.id)).json()).toEqual(run);
    const sent = comparison as {
      results: { stats: { saved_fraction: number }; evaluation: { hindsight: { recall: number } } }[];
    };
    expect(run.result).toMatchObject({
      results: [
        {
          strategy: { id: "roo-truncate" },
          stats: { saved_fraction: sent.results[0]?.stats.saved_fraction },
          evaluation: { hindsight: { recall: sent.results[0]?.evaluation.hindsight.recall } },
        },
        { strategy: { id: "winnow" } },
      ],
    });
    expect(run.params).toEqual({ query: "?run=true" });
    expect(JSON.stringify(run.result).length).toBeLessThan(2_000);
    expect(JSON.stringify(run.result)).not.toMatch(/provenance|regret"|part_id/);
  });

  test("a replay and an evaluation", async () => {
    const policies = [{ id: "mine", recipe: "roo-truncate" }, "keep-all"];
    const replayed = await (await postJson(replay, "/api/replay", { session: { id }, policies })).json();
    const run = await saved({ kind: "replay", result: replayed });
    expect(run).toMatchObject({
      title: "Roo Code: sliding window",
      versions: { strategies: { "roo-truncate": expect.any(String) } },
    });
    expect(run.result).toMatchObject({
      replays: replayed.replays.map(({ totals }: { totals: { cost: object } }) => ({ totals: { cost: totals.cost } })),
    });
    expect(JSON.stringify(run.result)).not.toContain("rows");
    const body = { session: { id, request: 60 }, strategy: "winnow", force: true };
    const evaluated = await (await postJson(evaluate, "/api/evaluate", body)).json();
    expect(await saved({ kind: "evaluation", result: evaluated, title: " mine " })).toMatchObject({
      title: "mine",
      result: { dimensions: { overall: evaluated.dimensions.overall } },
      stale: [],
    });
    expect((await list(`?session=${id}`)).map(({ kind }) => kind)).toEqual(["evaluation", "replay"]);
    expect((await list("?kind=replay")).map(({ title }) => title)).toEqual(["Roo Code: sliding window"]);
    expect(await list("?session=another")).toEqual([]);
  });

  test("reports a change in what it depends on", async () => {
    const run = await saved();
    const db = await getDb();
    const versions = { ...run.versions, strategies: { ...run.versions.strategies, winnow: "0" }, files: { [id]: "x" } };
    await db.run.update({ where: { id: run.id }, data: { versionsJson: JSON.stringify(versions) } });
    const [row] = await list();
    expect(row?.stale.map(({ code }) => code)).toEqual(["session-changed", "strategy-changed"]);
    expect(row?.stale[1]?.message).toBe("changed since: winnow");
  });

  test("becomes stale when the reader changes a model's price, and current again when the price is restored", async () => {
    const [model = ""] = Object.keys((await saved()).versions.prices);
    expect(model).not.toBe("");
    saveOwnModel(model, { prices: { input: 123, output: 456 } });
    const [row] = await list();
    saveOwnModel(model, null);
    expect(row?.stale).toEqual([{ code: "price-changed", message: `prices or limits changed since: ${model}` }]);
    expect((await list())[0]?.stale).toEqual([]);
  });

  test("are deleted by hand, and with their session", async () => {
    const run = await saved();
    expect((await send(deleteRun, "/api/runs/x", { method: "DELETE", params: { id: run.id } })).status).toBe(204);
    for (const response of [
      await read(run.id),
      await send(deleteRun, "/api/runs/x", { method: "DELETE", params: { id: run.id } }),
    ])
      expect(await readProblem(response)).toMatchObject({ status: 404, code: "no-such-run" });
    const other = (await (await postBytes(upload, exampleMorning(8))).json()).files[0].sessions[0];
    const orphan = await saved({ session: { id: other } });
    await send(deleteSession, `/api/sessions/${other}`, { method: "DELETE", params: { id: other } });
    expect((await read(orphan.id)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(await (await getDb()).run.count()).toBe(0);
  });

  test("storage is bounded: the oldest are dropped", async () => {
    const db = await getDb();
    const row = { kind: "comparison", sessionId: id, title: "old", paramsJson: "{}", summaryJson: "{}" };
    const versionsJson = JSON.stringify({ parser: 0, files: {}, strategies: {} });
    const old = Array.from({ length: RUN_LIMITS.runs }, (_, index) => ({
      ...row,
      id: `run_${index}`,
      versionsJson,
      bytes: 1,
      createdAt: new Date(1_000 * index),
    }));
    await db.run.createMany({ data: old });
    const run = await saved();
    expect(await db.run.count()).toBe(RUN_LIMITS.runs);
    expect(await db.run.findUnique({ where: { id: "run_0" } })).toBeNull();
    await db.run.updateMany({ where: { id: { not: run.id } }, data: { bytes: RUN_LIMITS.bytes } });
    await saved();
    expect((await list()).map(({ title }) => title)).toEqual([run.title, run.title]);
  });

  test.each([
    ["another kind of answer", { kind: "replay" }, 422, "run-result-invalid"],
    ["no answer at all", { result: { results: [] } }, 422, "run-result-invalid"],
    ["a session that is not there", { session: { id: "nope" } }, 404, "no-such-session"],
    ["a kind that saves itself", { kind: "corpus" }, 422, "invalid-parameter"],
    ["a misspelt key", { titel: "x" }, 422, "unknown-parameter"],
    ["too much", { params: { blob: "x".repeat(RUN_LIMITS.bytesPerRun) } }, 413, "run-too-large"],
  ])("%s is refused", async (_, more, status, code) => {
    expect(await readProblem(await save(more))).toMatchObject({ status, code });
    expect(await list()).toEqual([]);
  });

  test("refuses an unknown query", async () => {
    expect(await readProblem(await send(listRuns, "/api/runs?kind=x"))).toMatchObject({ code: "bad-parameter" });
    expect(await readProblem(await send(listRuns, "/api/runs?limit=1"))).toMatchObject({ code: "unknown-parameter" });
  });
});

describe("staleness", () => {
  const now: RunVersions = {
    parser: 2,
    measures: 2,
    files: { a: "1", b: "2" },
    strategies: { winnow: "3" },
    prices: { opus: "4" },
  };
  test.each([
    ["nothing changed", now, 0, []],
    ["another parser", { ...now, parser: 1 }, 0, ["parser-changed"]],
    ["another way to measure", { ...now, measures: 1 }, 0, ["measures-changed"]],
    ["a session deleted", { ...now, files: { ...now.files, c: "3" } }, 0, ["session-gone"]],
    ["sessions of no concern", { ...now, files: { a: "1" } }, 0, []],
    ["a session more, of all", { ...now, files: { a: "1" } }, 1, ["session-added"]],
    ["another price", { ...now, prices: { opus: "3" } }, 0, ["price-changed"]],
    ["another model", { ...now, prices: { sonnet: "4" } }, 0, ["price-changed"]],
    ["saved by a version that kept no prices", { ...now, prices: {} }, 0, []],
    ["a strategy gone", { ...now, strategies: { old: "1" } }, 0, ["strategy-changed"]],
  ])("%s", (_, then, added, codes) => {
    expect(staleReasons(then, now, added).map(({ code }) => code)).toEqual(codes);
  });
});
