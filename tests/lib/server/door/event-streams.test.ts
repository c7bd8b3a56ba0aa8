import { expect, test, vi } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { cancelJob } from "@/lib/server/job-queue/enqueue";
import { startJob } from "@/lib/server/jobs/jobs";
import { LIMITS } from "@/lib/server/process/limits";
import { dispatch } from "@/lib/server/routes/dispatch";
import { apiRoute } from "../../../support/api-route";
import { readProblem, send, startTestServer } from "../../../support/test-server";

const events = apiRoute("GET /api/jobs/{id}/events");
const untilAborted = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", reject));

startTestServer();

test("above the maximum of open event streams, the next is a 429; each closed one makes room", async () => {
  const job = await startJob("import", untilAborted);
  const open = () => send(events, `/api/jobs/${job.id}/events`, { params: { id: job.id } });
  const streams = await Promise.all(Array.from({ length: LIMITS.eventStreams }, open));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const refused = await open();
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await readProblem(refused)).toMatchObject({ status: 429, code: "too-many-streams" });
  await Promise.all(streams.map((stream) => stream.body?.cancel()));
  const again = await open();
  expect(again.status).toBe(200);
  await again.body?.cancel();
  await cancelJob(job.id);
});

test("HEAD leaves no stream open", async () => {
  const job = await startJob("import", untilAborted);
  const path = `/api/jobs/${job.id}/events`;
  for (let call = 0; call < LIMITS.eventStreams; call += 1) {
    const { status, body } = await send(dispatch, path, { method: "HEAD" });
    expect([status, body]).toEqual([200, null]);
  }
  const stream = await send(dispatch, path);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  await cancelJob(job.id);
});

test("the stream of a job that ended and cannot be read again closes", async () => {
  const db = await getDb();
  const row = await db.job.create({ data: { id: "job_elsewhere", kind: "import", state: "running" } });
  vi.spyOn(db.job, "findUnique")
    .mockResolvedValueOnce(row as never)
    .mockRejectedValueOnce(new Error("the database is not responding"));
  const stream = await send(events, "/x", { params: { id: row.id } });
  expect((await stream.text()).match(/event: \w+/g)).toEqual(["event: progress"]);
  vi.restoreAllMocks();
});
