import { expect, test } from "vitest";
import type { Job, JobProgress } from "@/lib/api/schemas/job";
import { toJobRow } from "@/lib/view-models/settings/job-row";

const job = (change: Partial<Job>): Job => ({
  id: "job_1",
  kind: "corpus",
  state: "running",
  progress: null,
  result: null,
  error: null,
  attempts: 1,
  can_retry: false,
  created_at: "2026-11-23T10:00:00.000Z",
  ended_at: null,
  ...change,
});

test.each<[JobProgress, number | undefined]>([
  [{ bytes_read: 25, bytes_total: 100 }, 0.25],
  [{ done: 3, sessions: 4 }, 0.75],
  [{ done: 1, policies: 2 }, 0.5],
  [{ done: 2, calls: 8 }, 0.25],
  [{ bytes_read: 0, bytes_total: 0 }, undefined],
  [{ stage: "queued" }, undefined],
])("%o is the share %s", (progress, share) => {
  expect(toJobRow(job({ progress })).share).toBe(share);
});

test("running or waiting work can be stopped; failed work can be retried only if that may help", () => {
  const can = (change: Partial<Job>) => {
    const { canStop, canRetry } = toJobRow(job(change));
    return { canStop, canRetry };
  };
  expect(can({ state: "queued" })).toEqual({ canStop: true, canRetry: false });
  expect(can({ state: "running" })).toEqual({ canStop: true, canRetry: false });
  expect(can({ state: "failed", can_retry: true })).toEqual({ canStop: false, canRetry: true });
  expect(can({ state: "failed" })).toEqual({ canStop: false, canRetry: false });
});

test("work waiting for another attempt says why the last one failed", () => {
  const error = { code: "db-down", message: "the database is not responding" };
  expect(toJobRow(job({ state: "queued", error }))).toMatchObject({ message: error.message, isFailed: false });
});
