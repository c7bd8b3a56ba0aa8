import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { acceptedJobs } from "@/lib/server/ingest/accepted-files";
import { acceptImport, resumeImports } from "@/lib/server/job-queue/accepted-imports";
import { cancelJob, retryJob } from "@/lib/server/job-queue/enqueue";
import { abortJobs, isLive, jobsEnded, loadJob } from "@/lib/server/jobs/jobs";
import { stageBlob } from "@/lib/server/objects/blobs";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { beginStopping } from "@/lib/server/process/stopping";
import { listLibrary } from "@/lib/server/sessions/sessions";
import type { StagedFile } from "@/lib/server/store/import-types";
import { startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const data = startTestServer();
const PATIENCE_MS = 120_000;
const place = (...names: string[]) => path.join(data.dir(), ...names);

async function staged(name: string, number: number, turns: number): Promise<StagedFile> {
  const text = makeSession({ id: `eeeeeeee-0000-4000-8000-00000000000${number}`, turns });
  return { ...(await stageBlob(Readable.from([Buffer.from(text)]))), name };
}

/** Simulates an orderly stop of the server. */
async function stopJobs(): Promise<void> {
  beginStopping();
  abortJobs();
  await jobsEnded();
  forgetProcessState("stopping");
}

async function untilExists(file: string): Promise<void> {
  while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 2));
}

test("an accepted upload leaves nothing behind when its job ends", async () => {
  const job = await acceptImport([await staged("a.jsonl", 1, 3)]);
  expect(await acceptedJobs()).toEqual([job.id]);
  await jobsEnded();
  expect(await loadJob(job.id)).toMatchObject({ state: "done", result: { files: [{ file_name: "a.jsonl" }] } });
  expect(await acceptedJobs()).toEqual([]);
});

test(
  "a stop keeps what was done, and the next start continues with the rest under the same job",
  async () => {
    const files = [await staged("b.jsonl", 2, 3), await staged("c.jsonl", 3, 2_000)];
    const job = await acceptImport(files);
    await untilExists(place("accepted", job.id, "reports.jsonl"));
    await stopJobs();
    expect(await loadJob(job.id)).toMatchObject({ state: "running", ended_at: null });
    expect((await listLibrary({ limit: 100 })).sessions.map((session) => session.file_name)).not.toContain("c.jsonl");
    fs.appendFileSync(place("accepted", job.id, "reports.jsonl"), '[{"index":1,"repo'); // as after a crash

    expect(await resumeImports()).toBe(1);
    await jobsEnded();
    expect(await loadJob(job.id)).toMatchObject({
      state: "done",
      result: {
        files: [
          { file_name: "b.jsonl", duplicate: false },
          { file_name: "c.jsonl", duplicate: false },
        ],
      },
    });
    expect((await listLibrary({ limit: 100 })).sessions.map((session) => session.file_name)).toContain("c.jsonl");
    expect(await acceptedJobs()).toEqual([]);
  },
  PATIENCE_MS,
);

test("after a bug, trying again reads the file again", async () => {
  const { mkdirSync } = fs;
  vi.spyOn(fs, "mkdirSync").mockImplementation((target, options) => {
    if (path.dirname(String(target)) === place("incoming")) throw new Error("a bug");
    return mkdirSync(target, options);
  });
  const job = await acceptImport([await staged("d.jsonl", 4, 3)]);
  await jobsEnded();
  expect(await loadJob(job.id)).toMatchObject({ state: "failed", error: { code: "internal" }, can_retry: true });
  vi.restoreAllMocks();
  await retryJob(job.id);
  await jobsEnded();
  expect(await loadJob(job.id)).toMatchObject({ state: "done", result: { files: [{ file_name: "d.jsonl" }] } });
});

test("cancelling a job that has failed does not stop its next attempt", async () => {
  const data = { id: "job_failed", kind: "import", state: "failed", paramsJson: "{}" };
  await (await getDb()).job.create({ data });
  expect(await cancelJob("job_failed")).toMatchObject({ state: "failed", can_retry: true });
  await retryJob("job_failed");
  await jobsEnded();
  expect((await loadJob("job_failed")).state).toBe("failed");
});

async function interrupted(number: number) {
  const job = await acceptImport([await staged("e.jsonl", number, 4_000)]);
  await stopJobs();
  return job;
}

test.each([
  ["a file that ended the process at three starts", 5, (folder: string) => fs.writeFileSync(`${folder}/starts`, "...")],
  ["a note that cannot be read", 6, (folder: string) => fs.writeFileSync(`${folder}/upload.json`, "{")],
  ["a file that is gone", 7, (folder: string) => fs.rmSync(`${folder}/0`)],
])("%s is quarantined, and its job has failed", async (_, number, damage) => {
  const job = await interrupted(number);
  damage(place("accepted", job.id));
  expect(await resumeImports()).toBe(0);
  expect(isLive(job.id)).toBe(false);
  expect(await loadJob(job.id)).toMatchObject({ state: "failed", error: { code: "interrupted" } });
  expect(fs.existsSync(place("quarantine", "accepted", job.id))).toBe(true);
  expect(await acceptedJobs()).toEqual([]);
});

test("files of a job unknown to the database are quarantined, not imported", async () => {
  const job = await interrupted(8);
  await (await getDb()).job.delete({ where: { id: job.id } });
  expect(await resumeImports()).toBe(0);
  expect(fs.existsSync(place("quarantine", "accepted", job.id))).toBe(true);
});
