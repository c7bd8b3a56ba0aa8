import { expect, test } from "vitest";
import { startJob } from "@/lib/server/jobs/jobs";
import { apiRoute } from "../../support/api-route";
import { send, startTestServer } from "../../support/test-server";

const health = apiRoute("GET /api/health");
const metrics = apiRoute("GET /api/metrics");
const session = apiRoute("GET /api/sessions/{id}");

startTestServer();

async function read(): Promise<string> {
  const answer = await send(metrics, "/api/metrics");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  return answer.text();
}

test("counts calls by route and status, never by path", async () => {
  await send(health, "/api/health");
  await send(health, "/api/health");
  for (const id of ["secret-one", "secret-two"]) await send(session, `/api/sessions/${id}`, { params: { id } });
  await send(health, "/api/what-somebody-tries");
  const text = await read();
  expect(text).toContain('winnow_requests_total{route="GET /api/health",status="200"} 2');
  expect(text).toContain('winnow_requests_total{route="GET /api/sessions/{id}",status="404"} 2');
  expect(text).toContain('winnow_requests_total{route="other",status="200"} 1');
  expect(text).toContain('winnow_request_seconds_count{route="GET /api/health"} 2');
  expect(text).not.toMatch(/secret|somebody/);
});

test("reports jobs, queues and the process", async () => {
  let end = () => {};
  await startJob("corpus", async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return { run: "run_1" };
  });
  expect(await read()).toContain('winnow_jobs_running{kind="corpus"} 1');
  end();
  await expect.poll(read).not.toContain("winnow_jobs_running{");
  const text = await read();
  for (const name of [
    'winnow_tasks_waiting{lane="import"} 0',
    "winnow_body_bytes 0",
    "winnow_process_resident_memory_bytes",
  ])
    expect(text).toContain(name);
});
