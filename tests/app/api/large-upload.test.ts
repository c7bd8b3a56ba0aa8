import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LIMITS } from "@/lib/server/process/limits";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const cancel = apiRoute("DELETE /api/jobs/{id}");
const job = apiRoute("GET /api/jobs/{id}");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer();

const large = (number: number) => {
  const line = JSON.stringify({ type: "progress", note: "x".repeat(1_000_000) });
  return makeSession({ id: `eeeeeeee-0000-4000-8000-00000000000${number}` }) + `${line}\n`.repeat(34);
};
const look = async (id: string) => (await send(job, `/api/jobs/${id}`, { params: { id } })).json();

test("an upload over 32 MB is a job that can be cancelled within a second without a trace; small uploads overtake it", async () => {
  const text = large(1);
  expect(text.length).toBeGreaterThan(LIMITS.synchronousUploadBytes);
  const answer = await postBytes(upload, text);
  expect(answer.status).toBe(202);
  const { job: started } = await answer.json();
  expect(answer.headers.get("location")).toBe(`/api/jobs/${started.id}`);
  const messages = [{ role: "user", content: "hi" }];
  const small = await postJson(compress, "/api/compress", {
    messages,
    format: "openai-chat",
    strategy: "kilo-truncate",
  });
  expect(small.status).toBe(200);
  const startedAt = performance.now();
  await send(cancel, `/api/jobs/${started.id}`, { method: "DELETE", params: { id: started.id } });
  while ((await look(started.id)).ended_at === null) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  if ((await look(started.id)).state === "cancelled") {
    expect((await listLibrary()).sessions).toEqual([]);
    expect(fs.readdirSync(path.join(data.dir(), "incoming"))).toEqual([]);
    expect(fs.existsSync(path.join(data.dir(), "derived"))).toBe(false);
  } else throw new Error("the import ended before it could be cancelled");
});

test("an unknown word for ?wait is refused before any byte is read, because it would silently mean no", async () => {
  const problem = await readProblem(await postBytes(upload, "{}", {}, "/api/sessions?wait=banana"));
  expect(problem).toMatchObject({ status: 422, code: "bad-parameter" });
});

test("?wait=true answers when the import is done; otherwise the job keeps the result", async () => {
  const waited = await postBytes(upload, large(2), {}, "/api/sessions?wait=true");
  expect(waited.status).toBe(201);
  const { job: started } = await (await postBytes(upload, large(3))).json();
  while ((await look(started.id)).ended_at === null) await new Promise((resolve) => setTimeout(resolve, 50));
  const ended = await look(started.id);
  expect(ended).toMatchObject({ state: "done", result: { files: [{ duplicate: false, rows: { bad: 0 } }] } });
});

test("?job=1 makes a job of a small file too, but not together with ?wait", async () => {
  const text = makeSession({ id: "eeeeeeee-0000-4000-8000-000000000009" });
  const accepted = await postBytes(upload, text, {}, "/api/sessions?job=1");
  expect(accepted.status).toBe(202);
  const { job: started } = await accepted.json();
  while ((await look(started.id)).ended_at === null) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await look(started.id)).toMatchObject({ state: "done", result: { files: [{ duplicate: false }] } });
  const problem = await readProblem(await postBytes(upload, text, {}, "/api/sessions?job=1&wait=1"));
  expect(problem).toMatchObject({ status: 422, code: "bad-parameter" });
});
