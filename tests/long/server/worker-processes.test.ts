import { Readable } from "node:stream";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Job, JobResult } from "@/lib/api/schemas/job";
import { getDb } from "@/lib/server/db/get-db";
import { acceptImport } from "@/lib/server/job-queue/accepted-imports";
import { loadJob } from "@/lib/server/jobs/jobs";
import { listSessions } from "@/lib/server/library/list";
import { stageBlob } from "@/lib/server/objects/blobs";
import { apiRoute } from "../../support/api-route";
import { onPostgres } from "../../support/on-both-stores";
import { send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";
import { buildJobWorker, startWorkerProcess, type WorkerProcess } from "../../support/worker-process";

const events = apiRoute("GET /api/jobs/{id}/events");
const cancel = apiRoute("DELETE /api/jobs/{id}");

/** The queue's promise, counted from the kill of a worker. */
const TAKEN_OVER_MS = 30_000;
const PATIENCE = { timeout: 120_000, interval: 100 };

onPostgres("worker processes", () => {
  startTestServer("postgres", { worksJobs: false });
  const workers: WorkerProcess[] = [];
  beforeAll(buildJobWorker);
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
  });
  const startWorker = async () => {
    const worker = await startWorkerProcess();
    workers.push(worker);
    return worker;
  };
  const upload = async (number: number, turns: number): Promise<Job> => {
    const text = makeSession({ id: `eeeeeeee-0000-4000-8000-00000000000${number}`, turns });
    return acceptImport([{ ...(await stageBlob(Readable.from([Buffer.from(text)]))), name: `${number}.jsonl` }]);
  };
  const state = async (id: string) => (await loadJob(id)).state;

  test("a job waits for a worker, and its progress and end appear here as they happen; then the library shows it", {
    timeout: PATIENCE.timeout,
  }, async () => {
    const { id } = await upload(1, 2_000);
    expect(await state(id)).toBe("queued");
    const stream = await send(events, `/api/jobs/${id}/events`, { params: { id } });
    await startWorker();
    const text = await stream.text();
    expect(text).toContain('"state":"queued"');
    expect(text).toMatch(/event: progress\ndata: .*"bytes_read":\d/);
    expect(text).toMatch(/event: end\ndata: .*"state":"done"/);
    const { result } = await loadJob(id);
    expect(result).toMatchObject({ files: [{ file_name: "1.jsonl", duplicate: false }] });
    const [session] = (result as JobResult<"import">).files[0]?.sessions ?? [];
    expect((await listSessions({})).sessions.map(({ id }) => id)).toContain(session);
  });

  test("a worker killed in the middle of a job is replaced within 30 seconds, and nothing exists twice", {
    timeout: PATIENCE.timeout,
  }, async () => {
    const first = await startWorker();
    const { id } = await upload(2, 6_000);
    await expect.poll(async () => (await loadJob(id)).progress?.bytes_read ?? 0, PATIENCE).toBeGreaterThan(0);
    await first.kill();
    const killedAt = Date.now();
    await startWorker();
    await expect.poll(async () => (await loadJob(id)).attempts, PATIENCE).toBe(2);
    expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_MS);
    await expect.poll(() => state(id), PATIENCE).toBe("done");
    const db = await getDb();
    expect(await db.importedFile.count({ where: { name: "2.jsonl" } })).toBe(1);
    expect(await db.session.count({ where: { file: { name: "2.jsonl" } } })).toBe(1);
  });

  test("an orderly stop returns the job, and another worker continues it immediately", {
    timeout: PATIENCE.timeout,
  }, async () => {
    const first = await startWorker();
    const { id } = await upload(3, 6_000);
    await expect.poll(() => state(id), PATIENCE).toBe("running");
    const stopped = first.stop();
    await startWorker();
    expect(await stopped).toBe(0);
    await expect.poll(() => state(id), PATIENCE).toBe("done");
    expect(await (await getDb()).session.count({ where: { file: { name: "3.jsonl" } } })).toBe(1);
  });

  test("a cancellation here stops the job there within two seconds", { timeout: PATIENCE.timeout }, async () => {
    await startWorker();
    const { id } = await upload(4, 6_000);
    await expect.poll(() => state(id), PATIENCE).toBe("running");
    const askedAt = Date.now();
    await send(cancel, `/api/jobs/${id}`, { method: "DELETE", params: { id } });
    await expect.poll(() => state(id), PATIENCE).toBe("cancelled");
    expect(Date.now() - askedAt).toBeLessThan(2_000);
    expect(await (await getDb()).session.count({ where: { file: { name: "4.jsonl" } } })).toBe(0);
  });
});
