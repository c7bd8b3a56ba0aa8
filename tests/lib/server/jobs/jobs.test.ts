import { expect, test, vi } from "vitest";
import { Problem } from "@/lib/api/problem";
import { getDb } from "@/lib/server/db/get-db";
import { failInterruptedJobs, loadJob, startJob } from "@/lib/server/jobs/jobs";
import { dropOldJobs } from "@/lib/server/store/old-jobs";
import { apiRoute } from "../../../support/api-route";
import { makeTempData } from "../../../support/temp-data";
import { readProblem, send } from "../../../support/test-server";

const events = apiRoute("GET /api/jobs/{id}/events");
const cancel = apiRoute("DELETE /api/jobs/{id}");
const show = apiRoute("GET /api/jobs/{id}");

makeTempData();

async function ended(id: string) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const view = await loadJob(id);
    if (view.ended_at !== null) return view;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("the job did not end");
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }),
  );

test("a job ends with its result, which the row keeps", async () => {
  const job = await startJob("corpus", async ({ onProgress }) => {
    onProgress({ bytes_read: 5 });
    return { run: "run_42" };
  });
  expect(job).toMatchObject({ kind: "corpus", state: "running", ended_at: null });
  expect(await ended(job.id)).toMatchObject({ state: "done", result: { run: "run_42" }, error: null });
});

test("expected failures keep their code, bugs hide their text", async () => {
  const refused = await startJob("corpus", async () => {
    throw new Problem(422, "empty-file", "the file is empty");
  });
  expect((await ended(refused.id)).error).toEqual({ code: "empty-file", message: "the file is empty" });
  const buggy = await startJob("corpus", async () => {
    throw new Error("secret");
  });
  expect(JSON.stringify(await ended(buggy.id))).not.toContain("secret");
});

test("DELETE cancels; the events report progress and the end", async () => {
  const started: ((progress: { bytes_read: number }) => void)[] = [];
  const job = await startJob("corpus", ({ signal, onProgress }) => {
    started.push(onProgress);
    return untilAborted(signal);
  });
  const stream = await send(events, `/api/jobs/${job.id}/events`, { params: { id: job.id } });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const whole = stream.text();
  await vi.waitFor(() => expect(started).toHaveLength(1));
  started[0]?.({ bytes_read: 7 });
  await send(cancel, `/api/jobs/${job.id}`, { method: "DELETE", params: { id: job.id } });
  const text = await whole;
  const frames = text
    .trim()
    .split("\n\n")
    .map((frame) => frame.split("\n"));
  expect(frames.map(([event]) => event)).toEqual(["event: progress", "event: progress", "event: end"]);
  expect(frames[1]?.[1]).toContain('"bytes_read":7');
  expect(await (await send(show, `/api/jobs/${job.id}`, { params: { id: job.id } })).json()).toMatchObject({
    state: "cancelled",
  });
});

test("a disconnecting client ends its stream, not the job", async () => {
  const job = await startJob("corpus", ({ signal }) => untilAborted(signal));
  const controller = new AbortController();
  await send(events, "/x", { params: { id: job.id }, signal: controller.signal });
  controller.abort();
  expect((await loadJob(job.id)).state).toBe("running");
  await send(cancel, "/x", { method: "DELETE", params: { id: job.id } });
  expect((await ended(job.id)).state).toBe("cancelled");
});

test("after a restart, running jobs have failed", async () => {
  const db = await getDb();
  await db.job.create({ data: { id: "job_old", kind: "corpus", state: "running" } });
  await failInterruptedJobs();
  expect(await loadJob("job_old")).toMatchObject({ state: "failed", error: { code: "interrupted" } });
});

test("an unknown job is a 404", async () => {
  expect(await readProblem(await send(show, "/x", { params: { id: "nope" } }))).toMatchObject({
    status: 404,
    code: "no-such-job",
  });
});

test("the progress of a job in parts comes from the shared count, whatever one process wrote last", async () => {
  const progressJson = JSON.stringify({ stage: "measuring", done: 0, sessions: 6, title: "A" });
  await (await getDb()).job.create({
    data: { id: "job_in_parts", kind: "corpus", state: "running", partsLeft: 4, progressJson },
  });
  expect((await loadJob("job_in_parts")).progress).toMatchObject({ done: 2, sessions: 6, title: "A" });
  await (await getDb()).job.update({ where: { id: "job_in_parts" }, data: { state: "failed", partsLeft: 0 } });
});

test("jobs that ended long ago are deleted, unless they can be retried", async () => {
  const db = await getDb();
  const now = new Date("2026-06-01T00:00:00Z");
  const [old, recent] = [new Date("2026-02-01T00:00:00Z"), new Date("2026-05-01T00:00:00Z")];
  const job = (id: string, more: object) => ({
    id,
    kind: "corpus",
    state: "done",
    createdAt: old,
    endedAt: old,
    ...more,
  });
  await db.job.deleteMany();
  await db.job.createMany({
    data: [
      job("job_ended", {}),
      job("job_recent", { createdAt: recent, endedAt: recent }),
      job("job_retry", { state: "failed", paramsJson: "{}" }),
      job("job_running", { state: "running", endedAt: null }),
    ],
  });
  expect(await dropOldJobs(now)).toBe(1);
  const left = await db.job.findMany({ select: { id: true }, orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual(["job_recent", "job_retry", "job_running"]);
});
