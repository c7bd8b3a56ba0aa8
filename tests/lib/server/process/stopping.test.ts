import { afterEach, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { abortJobs, jobsEnded, startJob } from "@/lib/server/jobs/jobs";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { beginStopping } from "@/lib/server/process/stopping";
import { apiRoute } from "../../../support/api-route";
import { readProblem, send, startTestServer } from "../../../support/test-server";

const health = apiRoute("GET /api/health");

startTestServer();
afterEach(() => forgetProcessState("stopping"));

const untilAborted = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", reject));

test("a stopping server refuses with a time to retry, and its health check reports it too", async () => {
  expect((await send(health, "/api/health")).status).toBe(200);
  beginStopping();
  const refused = await send(health, "/api/health");
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await readProblem(refused)).toMatchObject({ status: 503, code: "stopping" });
});

test("of the jobs that a stop ends, resumable ones stay as running, the others fail with a reason", async () => {
  const goesOn = await startJob("import", untilAborted, { id: "11111111-1111-4111-8111-111111111111", resumes: true });
  const ends = await startJob("import", untilAborted);
  beginStopping();
  abortJobs();
  await jobsEnded();
  const rows = await (await getDb()).job.findMany({ where: { id: { in: [goesOn.id, ends.id] } } });
  const stateOf = (id: string) => rows.find((row) => row.id === id)?.state;
  expect([stateOf(goesOn.id), stateOf(ends.id)]).toEqual(["running", "failed"]);
});
