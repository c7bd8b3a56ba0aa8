import { expect, test } from "vitest";
import { POST as countTokens } from "@/app/api/tokens/route";
import { LIMITS } from "@/lib/server/process/limits";
import { queuedTasks, runTask } from "@/lib/server/workers/pool";
import { postJson, readProblem, startTestServer } from "../../../support/test-server";

startTestServer();

test("when too many small calls wait, the next is a 503 that says when to come again; then all goes on", async () => {
  // Large enough that no thread ends a call before the next one is refused.
  const body = new TextEncoder().encode(JSON.stringify({ text: "word ".repeat(200_000), tokenizers: ["o200k"] }));
  const stop = new AbortController();
  const waiting = Array.from({ length: LIMITS.queuedTasks + 1 }, () =>
    runTask({ kind: "count", input: { body } }, { lane: "interactive", signal: stop.signal }).catch(() => null),
  );
  expect(queuedTasks("interactive")).toBe(LIMITS.queuedTasks);
  const refused = await postJson(countTokens, "/api/tokens", { text: "one", tokenizers: ["o200k"] });
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await readProblem(refused)).toMatchObject({ status: 503, code: "queue-full", retry_after: 5 });
  stop.abort();
  await Promise.all(waiting);
  expect((await postJson(countTokens, "/api/tokens", { text: "one", tokenizers: ["o200k"] })).status).toBe(200);
});
