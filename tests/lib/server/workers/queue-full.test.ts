import { expect, test } from "vitest";
import { LIMITS } from "@/lib/server/process/limits";
import { queuedTasks, runTask } from "@/lib/server/workers/pool";
import { apiRoute } from "../../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../../support/test-server";

const countTokens = apiRoute("POST /api/tokens");

startTestServer();

test("if too many small calls wait, the next is a 503 that says when to retry; then everything continues", async () => {
  const body = new TextEncoder().encode(JSON.stringify({ text: "word ".repeat(20_000), tokenizers: ["o200k"] }));
  const stop = new AbortController();
  // Another call immediately follows each call that ends, so that the queue stays full until the last call has been
  // refused.
  const keepAsking = async (): Promise<void> => {
    while (!stop.signal.aborted)
      await runTask({ kind: "count", input: { body } }, { lane: "interactive", signal: stop.signal }).catch(() => null);
  };
  const waiting = Array.from({ length: LIMITS.queuedTasks + 1 }, keepAsking);
  expect(queuedTasks("interactive")).toBe(LIMITS.queuedTasks);
  const refused = await postJson(countTokens, "/api/tokens", { text: "one", tokenizers: ["o200k"] });
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await readProblem(refused)).toMatchObject({ status: 503, code: "queue-full", retry_after: 5 });
  stop.abort();
  await Promise.all(waiting);
  expect((await postJson(countTokens, "/api/tokens", { text: "one", tokenizers: ["o200k"] })).status).toBe(200);
});
