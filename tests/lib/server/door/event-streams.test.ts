import { expect, test } from "vitest";
import { cancelJob } from "@/lib/server/job-queue/enqueue";
import { startJob } from "@/lib/server/jobs/jobs";
import { LIMITS } from "@/lib/server/process/limits";
import { apiRoute } from "../../../support/api-route";
import { readProblem, send, startTestServer } from "../../../support/test-server";

const events = apiRoute("GET /api/jobs/{id}/events");

startTestServer();

test("above the maximum of open event streams, the next is a 429; each closed one makes room", async () => {
  const job = await startJob(
    "import",
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  );
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
