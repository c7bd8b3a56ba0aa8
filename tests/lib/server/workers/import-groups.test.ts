import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as pool from "@/lib/server/workers/pool";
import { apiRoute } from "../../../support/api-route";
import { readProblem, send, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const upload = apiRoute("POST /api/sessions");

startTestServer();

/** An importer with a bug: it throws for each file of this name. */
const { runTask } = pool;
beforeAll(() => {
  vi.spyOn(pool, "runTask").mockImplementation(async (task, options) => {
    if (task.kind === "import" && task.input.files[0]?.name === "bug.jsonl")
      throw new TypeError("Cannot convert object to primitive value");
    return runTask(task, options);
  });
});
afterAll(() => vi.restoreAllMocks());

function post(...names: string[]): Promise<Response> {
  const body = new FormData();
  names.forEach((name, index) => {
    const id = `aaaaaaaa-0000-4000-8000-000000000${names.length}${index + 10}`;
    body.append("file", new File([makeSession({ id })], name));
  });
  return send(upload, "/api/sessions", { method: "POST", body });
}

test("a file that crashes the importer affects no other file of the upload, and the answer names it", async () => {
  const answer = await post("one.jsonl", "bug.jsonl", "two.jsonl");
  expect(answer.status).toBe(201);
  const { files } = await answer.json();
  expect(files.map(({ error }: { error: { code: string } | null }) => error?.code ?? null)).toEqual([
    null,
    "internal",
    null,
  ]);
  expect(files.map(({ sessions }: { sessions: string[] }) => sessions.length)).toEqual([1, 0, 1]);
});

test("if there is no other file, it is a server error", async () => {
  const answer = await post("bug.jsonl");
  expect(await readProblem(answer)).toMatchObject({ status: 500, code: "internal" });
});
