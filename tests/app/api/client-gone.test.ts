import { afterEach, expect, test, vi } from "vitest";
import { guard } from "@/lib/server/door/guard";
import { log } from "@/lib/server/process/log";
import { apiRoute } from "../../support/api-route";
import { send, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");

startTestServer();
afterEach(() => void vi.restoreAllMocks());

const headers = { "content-type": "application/json" };

/** The log lines that would alert an operator. */
function errorsLogged() {
  return vi.spyOn(log(), "error").mockImplementation(() => undefined);
}

test("a body that ends early because its sender disconnected is not logged as an error", async () => {
  const errors = errorsLogged();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"messages": [')),
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const answer = await send(compress, "/api/compress", { method: "POST", body, headers });
  expect(answer.status).toBe(499);
  expect(errors).not.toHaveBeenCalled();
});

test("failures after the caller disconnected are not logged as errors, earlier ones are", async () => {
  const errors = errorsLogged();
  const gone = new AbortController();
  const failing = guard(async () => {
    gone.abort();
    throw new TypeError("Invalid state: the socket was closed");
  });
  expect((await send(failing, "/x", { signal: gone.signal })).status).toBe(499);
  expect(errors).not.toHaveBeenCalled();
  const broken = guard(() => Promise.reject(new TypeError("a bug")));
  expect((await send(broken, "/x")).status).toBe(500);
  expect(errors).toHaveBeenCalledOnce();
});

test("a stream whose reader disconnects ends without an error in the log", async () => {
  const errors = errorsLogged();
  const messages = [{ role: "user", content: "word ".repeat(200_000) }];
  const answer = await send(compress, "/api/compress", {
    method: "POST",
    body: JSON.stringify({ messages, strategy: "winnow" }),
    headers: { ...headers, accept: "text/event-stream" },
  });
  await answer.body?.cancel();
  await new Promise((done) => setTimeout(done, 200));
  expect(errors).not.toHaveBeenCalled();
});
