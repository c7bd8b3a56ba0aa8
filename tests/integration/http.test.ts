import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { forgetProcessState, processState } from "@/lib/server/process/process-state";
import { sweepLeftovers } from "@/lib/server/repair/tidy-up";
import { offerExample } from "@/lib/server/sessions/example";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { apiRoute } from "../support/api-route";
import { isEmbeddedTried, onBothStores, onPostgres } from "../support/on-both-stores";
import type { Store } from "../support/temp-data";
import { postBytes, postJson, readProblem, send, startTestServer } from "../support/test-server";
import { makeSession } from "../support/transcripts";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const corpus = apiRoute("POST /api/corpus");
const job = apiRoute("GET /api/jobs/{id}");
const setModel = apiRoute("PATCH /api/models/{id}");
const unsetModel = apiRoute("DELETE /api/models/{id}");
const ready = apiRoute("GET /api/ready");
const ref = apiRoute("GET /api/refs/{id}");
const deleteRun = apiRoute("DELETE /api/runs/{id}");
const run = apiRoute("GET /api/runs/{id}");
const runs = apiRoute("GET /api/runs");
const saveRun = apiRoute("POST /api/runs");
const raw = apiRoute("GET /api/sessions/{id}/export");
const messages = apiRoute("GET /api/sessions/{id}/messages");
const requests = apiRoute("GET /api/sessions/{id}/requests");
const remove = apiRoute("DELETE /api/sessions/{id}");
const summary = apiRoute("GET /api/sessions/{id}");
const list = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

/** Derived from the content, so equal on every store. */
let ID = "";
/** The first prompt becomes the title. */
const TRANSCRIPT = makeSession({ turns: 6, output: "line\n".repeat(400) }).replaceAll(
  "Please list the files",
  "Nul \\u0000 half \\ud83d link \\u0010 Ä",
);
const TEXT = "Nul \0 half \ud83d link \u0010 Ä, round 0";
/** Importers take control characters out of titles. */
const TITLE = " half \ud83d link ";

/** Each store's answers, without fields that differ from call to call. */
const answers: Record<Store, unknown[]> = { libsql: [], postgres: [] };
const VOLATILE =
  /^(id|run|ref|location|created_at|imported_at|put_aside_at|ended_at|started|ms|instance|new_prefix_hash)$/;
const stable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, entry) => (VOLATILE.test(key) && entry !== ID ? "…" : entry)));

/** Threads keep the data directory with which they started. */
async function endThreads(): Promise<void> {
  for (const key of ["pool-interactive", "pool-bulk"]) {
    await processState<{ destroy(): Promise<void> } | null>(key, () => null)?.destroy();
    forgetProcessState(key);
  }
}

onBothStores((store) => {
  const data = startTestServer(store);
  afterAll(endThreads);
  const note = <T>(value: T): T => {
    answers[store].push(stable(value));
    return value;
  };
  const read = async (handler: unknown, query = "", id = ID) =>
    (await send(handler, `/x${query}`, { params: { id } })).json();
  const get = async (handler: unknown, query = "", id = ID) => note(await read(handler, query, id));
  const files = (folder: string): number =>
    fs.readdirSync(path.join(data.dir(), folder), { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
      .length;

  test("import, list and open: every byte and every character is preserved", async () => {
    expect(await get(ready)).toMatchObject({ status: "ready" });
    const report = note(await (await postBytes(upload, TRANSCRIPT, { "x-file-name": "A.jsonl" })).json());
    expect(report.files[0]).toMatchObject({ sessions: [expect.any(String)], duplicate: false, error: null });
    [ID] = report.files[0].sessions;
    const { sessions } = await get(list);
    expect(sessions[0]).toMatchObject({ id: ID, file_name: "A.jsonl", title: expect.stringContaining(TITLE) });
    expect(await (await getDb()).session.findUnique({ where: { id: ID } })).toMatchObject({
      title: expect.stringContaining(TITLE),
    });
    await get(summary);
    const { total, messages: rows } = await get(messages);
    expect([total, rows[0].parts[0].text]).toEqual([24, TEXT]);
    expect((await get(requests)).requests).toHaveLength(12);
    expect(await (await send(raw, "/x", { params: { id: ID } })).text()).toBe(TRANSCRIPT);
    expect(note(await (await postBytes(upload, TRANSCRIPT)).json()).files[0]).toMatchObject({ duplicate: true });
  });

  test("files read by an older parser are read again, and keep their place", async () => {
    const before = await get(list);
    await (await getDb()).importedFile.updateMany({ data: { parserVersion: 1 } });
    expect(await rebuildOutdated()).toBe(1);
    expect(await rebuildOutdated()).toBe(0);
    expect(await get(list)).toEqual(before);
  });

  test("runs: saved, listed, read and deleted", async () => {
    const body = { session: { id: ID, request: 9 }, strategies: ["roo-truncate"], force: true };
    const result = await (await postJson(compare, "/x", body)).json();
    const save = { kind: "comparison", session: { id: ID }, title: "T\0\ud800", params: { "\0": "\ud800" }, result };
    const saved = note(await (await postJson(saveRun, "/x", save)).json());
    expect(saved).toMatchObject({ title: "T\0\ud800", stale: [] });
    expect(await get(run, "", saved.id)).toEqual(saved);
    expect((await get(runs, `?session=${ID}`)).runs).toHaveLength(1);
    expect((await get(runs, "?session=%00")).runs).toEqual([]);
    expect((await send(deleteRun, "/x", { method: "DELETE", params: { id: saved.id } })).status).toBe(204);
    expect((await readProblem(await send(run, "/x", { params: { id: saved.id } }))).code).toBe("no-such-run");
  });

  test("a job over all sessions ends in a run that names them", async () => {
    const started = await (await postJson(corpus, "/x", { strategies: ["roo-truncate"], cuts: 1 })).json();
    const state = async () => (await (await send(job, "/x", { params: { id: started.job.id } })).json()).state;
    await expect.poll(state, { timeout: 60_000 }).toBe("done");
    const { result } = await get(job, "", started.job.id);
    const title = expect.stringContaining(TITLE);
    expect((await get(run, "", result.run)).result.left_out).toMatchObject([{ id: ID, title, code: "too-short" }]);
  });

  test("put-aside outputs come back; settings cause a model's sessions to be re-read", async () => {
    const text = "error here\n".repeat(900);
    const call = { id: "c1", type: "function", function: { name: "ba\0sh", arguments: "{}" } };
    const conversation = [
      { role: "user", content: "Why?" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: text },
    ];
    const body = { messages: conversation, model: "gpt-5", strategy: "centagent-externalise", force: true };
    const { refs } = await (await postJson(compress, "/x", body)).json();
    expect(refs).toHaveLength(1);
    expect((await get(ref, "", refs[0].id)).text === text).toBe(true);
    expect(await (await getDb()).storedOutput.findFirst()).toMatchObject({ tool: "ba\0sh" });
    const patch = { method: "PATCH", params: { id: "claude-sonnet-4-5-20250929" } };
    expect(note(await (await postJson(setModel, "/x", { window: 123_000 }, patch)).json()).sessions_rereading).toBe(1);
    await expect.poll(async () => JSON.stringify(await read(summary)), { timeout: 30_000 }).toContain("123000");
    await send(unsetModel, "/x", { ...patch, method: "DELETE" });
  });

  test("a deleted session is gone from rows and disk; the example is offered once", async () => {
    const gone = { method: "DELETE", params: { id: ID } };
    await expect.poll(async () => (await (await getDb()).importedFile.findFirst())?.parserVersion).not.toBe(0);
    await offerExample(); // not to a library with sessions
    expect((await send(remove, "/x", gone)).status).toBe(200);
    expect(await readProblem(await send(remove, "/x", gone))).toMatchObject({ status: 404, code: "no-such-session" });
    expect((await get(list)).sessions).toEqual([]);
    expect(files("derived")).toBe(0);
    expect(files("blobs")).toBe(await (await getDb()).storedOutput.count());
    expect(await sweepLeftovers()).toEqual({ derived: 0, quarantined: 0, missing: 0 });
    await offerExample(); // and never again
    expect((await get(list)).sessions).toEqual([]);
  });
});

onPostgres("both stores", () => {
  test.runIf(isEmbeddedTried)("both stores gave the same answers", () => {
    expect(answers.postgres.length).toBeGreaterThan(15);
    expect(answers.postgres).toEqual(answers.libsql);
  });
});
