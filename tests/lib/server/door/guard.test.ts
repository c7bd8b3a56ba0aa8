import { describe, expect, test, vi } from "vitest";
import { Problem } from "@/lib/api/problem";
import { guard } from "@/lib/server/door/guard";
import { admit, admittedBytes, reserve } from "@/lib/server/http/admission";
import { isAllowedHost } from "@/lib/server/http/host-check";
import { LIMITS } from "@/lib/server/process/limits";
import { log } from "@/lib/server/process/log";
import { readProblem, send } from "../../../support/test-server";

const hello = guard(async () => new Response("hello"), { maxBody: 100 });
const status = async (headers: Record<string, string>, method = "GET") =>
  (await send(hello, "/api/x", { headers, method })).status;

function endless(): Error {
  const error = new Error("round and round");
  error.cause = error;
  return error;
}

describe("guard", () => {
  test.each([
    "evil.example",
    "localhost.evil",
    "127.0.0.1.nip.io",
    "127.0.0.1:3000@evil.example",
    "127.0.0.1:x",
    "",
    "[::2]:3000",
    "localhost,evil",
  ])("refuses the host %j", async (host) => {
    const problem = await readProblem(await send(hello, "/api/x", { headers: { host } }));
    expect(problem).toMatchObject({ status: 403, code: "host-not-allowed" });
  });

  test.each(["127.0.0.1", "127.0.0.1:8080", "localhost:3000", "LOCALHOST:3000", "[::1]:3000"])(
    "answers to %s",
    async (host) => {
      expect(await status({ host })).toBe(200);
    },
  );

  test("X-Forwarded-Host does not matter, WINNOW_ALLOWED_HOSTS does", async () => {
    expect(await status({ "x-forwarded-host": "evil.example" })).toBe(200);
    expect(await status({ host: "evil.example", "x-forwarded-host": "localhost" })).toBe(403);
    process.env.WINNOW_ALLOWED_HOSTS = "winnow.internal, other:81";
    expect(["winnow.internal:3000", "other:81", "other:82"].map((host) => isAllowedHost(host))).toEqual([
      true,
      true,
      false,
    ]);
    delete process.env.WINNOW_ALLOWED_HOSTS;
  });

  test("refuses other web pages, but not programs and our own pages", async () => {
    expect(await status({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status({ "sec-fetch-site": "none" })).toBe(200);
    expect(await status({ origin: "http://evil.example" }, "POST")).toBe(403);
    expect(await status({ origin: "null" }, "POST")).toBe(403);
    expect(await status({ origin: "http://127.0.0.1:5173" }, "POST")).toBe(403);
    expect(await status({ origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" }, "POST")).toBe(200);
    expect(await status({}, "POST")).toBe(200);
    expect(await status({ cookie: "a=b" }, "POST")).toBe(403);
  });

  test("refuses a body over the limit by its Content-Length, before reading it", async () => {
    let isRead = false;
    const reader = guard(
      async () => {
        isRead = true;
        return new Response();
      },
      { maxBody: 100 },
    );
    const answer = await send(reader, "/api/x", { method: "POST", body: "x", headers: { "content-length": "101" } });
    expect(await readProblem(answer)).toMatchObject({ status: 413, code: "too-large", limit: 100, actual: 101 });
    expect(isRead).toBe(false);
  });

  test("refuses more bytes than may be in flight before reading them, with Retry-After", async () => {
    const other = new Request("http://127.0.0.1/");
    const release = admit(other, 0);
    reserve(other, LIMITS.inFlightBytes);
    const answer = await send(hello, "/api/x", { method: "POST", body: "x" });
    expect(answer.headers.get("retry-after")).toBe("10");
    expect(await readProblem(answer)).toMatchObject({ status: 503, code: "too-many-uploads" });
    release();
    release();
    expect(admittedBytes()).toBe(0);
    expect((await send(hello, "/api/x", { method: "POST", body: "x" })).status).toBe(200);
    expect(admittedBytes()).toBe(0);
  });

  test("problems keep their code, bugs lose their text", async () => {
    const refusing = guard(async () => {
      throw new Problem(422, "no-such-thing", "there is none");
    });
    expect(await readProblem(await send(refusing, "/api/x"))).toMatchObject({ status: 422, code: "no-such-thing" });
    const buggy = guard(async () => {
      throw new Error("secret /home/someone");
    });
    const text = await (await send(buggy, "/api/x")).text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: "internal" });
    expect(text).not.toMatch(/secret|\bat \b.*\.ts|home/);
  });

  const next = Object.assign(new Error("x"), { name: "ResponseAborted" });
  const nodeAbort = Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" });
  const signal = AbortSignal.abort();
  test.each([
    ["of fetch and streams", new DOMException("The operation was aborted", "AbortError")],
    ["the reason of a signal", signal.reason],
    ["of Node", nodeAbort],
    ["known by its code alone", Object.assign(new Error("x"), { code: "ABORT_ERR" })],
    ["of Next", next],
    ["without a prototype", { name: "AbortError" }],
    ["behind another error", new Error("writing failed", { cause: next })],
  ])("a disconnected caller is 499 and not an error in the log: an abort %s", async (_name, thrown) => {
    const logger = log();
    const error = vi.spyOn(logger, "error");
    const info = vi.spyOn(logger, "info");
    const aborted = guard(async () => {
      throw thrown;
    });
    expect(await readProblem(await send(aborted, "/api/x"))).toMatchObject({ status: 499, code: "cancelled" });
    expect(error).not.toHaveBeenCalled();
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ path: "/api/x", status: 499 }));
    vi.restoreAllMocks();
  });

  test.each([
    ["a bug that speaks of aborting", new Error("AbortError: not really")],
    ["nothing at all", undefined],
    ["a string", "AbortError"],
    ["a chain of causes without an end", endless()],
  ])("stays a 500 and an error in the log: %s", async (_name, thrown) => {
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const buggy = guard(async () => {
      throw thrown;
    });
    expect((await send(buggy, "/api/x")).status).toBe(500);
    expect(error).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  test("no answer may be cached, unless a route says otherwise", async () => {
    const cached = guard(async () => new Response("x", { headers: { "cache-control": "max-age=5" } }));
    expect((await send(hello, "/api/x")).headers.get("cache-control")).toBe("no-store");
    expect((await send(hello, "/api/x", { headers: { host: "evil" } })).headers.get("cache-control")).toBe("no-store");
    expect((await send(cached, "/api/x")).headers.get("cache-control")).toBe("max-age=5");
  });

  test("every answer has a request id", async () => {
    expect((await send(hello, "/api/x")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});
