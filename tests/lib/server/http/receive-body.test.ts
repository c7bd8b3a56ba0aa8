import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { admit, admittedBytes, reserve } from "@/lib/server/http/admission";
import { receiveUpload } from "@/lib/server/ingest/uploads";
import { LIMITS } from "@/lib/server/process/limits";
import { makeTempData } from "../../../support/temp-data";
import { readProblem, send } from "../../../support/test-server";

makeTempData();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const MB = 1024 * 1024;
const realImmediate = setImmediate;

/**
 * Waits until this many bytes are reserved and this many senders are awaited: an upload first opens and writes its
 * file, which fake timers cannot speed up.
 */
async function untilAdmitted(bytes: number, waitedFor = 1): Promise<void> {
  const isThere = () => admittedBytes() === bytes && vi.getTimerCount() >= waitedFor;
  for (let turn = 0; turn < 1_000_000 && !isThere(); turn += 1) await new Promise((resolve) => realImmediate(resolve));
  expect(admittedBytes()).toBe(bytes);
}

const json = guard(async (request) => Response.json({ bytes: (await readJsonBytes(request, 32 * MB)).length }), {
  maxBody: 32 * MB,
});
const upload = guard(async (request) => Response.json((await receiveUpload(request)).length), { maxBody: 512 * MB });

/** A sender that the test controls. */
function startSending(handler: unknown, declared: number, type = "application/json") {
  let controller = {} as ReadableStreamDefaultController<Uint8Array>;
  let isDropped = false;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      isDropped = true;
    },
  });
  const headers = { "content-type": type, "content-length": String(declared) };
  const answer = send(handler, "/api/x", { method: "POST", body, headers });
  return {
    answer,
    give: (bytes: number) => {
      if (!isDropped) controller.enqueue(new Uint8Array(bytes).fill(0x31));
    },
    end: () => controller.close(),
    isDropped: () => isDropped,
  };
}

async function expectStalled(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  expect(response.headers.get("connection")).toBe("close");
  expect(await readProblem(response)).toMatchObject({ status: 408, code: "body-stalled" });
}

describe("a sender who does not send", () => {
  test.each([
    ["a body of JSON", json, "application/json"],
    ["an upload", upload, "application/octet-stream"],
    ["a form", upload, "multipart/form-data; boundary=x"],
  ])("%s that stalls is given up, and its room is freed", async (_name, handler, type) => {
    const sender = startSending(handler, 32 * MB, type);
    sender.give(6);
    await untilAdmitted(6);
    await vi.advanceTimersByTimeAsync(LIMITS.bodyStretchMs - 1);
    expect(admittedBytes()).toBe(6);
    await vi.advanceTimersByTimeAsync(2);
    await expectStalled(sender.answer);
    expect(admittedBytes()).toBe(0);
    expect(sender.isDropped()).toBe(true);
  });

  test("a slow drip is given up at the same time", async () => {
    const sender = startSending(json, 32 * MB);
    for (let waited = 0; waited <= LIMITS.bodyStretchMs; waited += 2_000) {
      sender.give(1);
      await vi.advanceTimersByTimeAsync(2_000);
    }
    await expectStalled(sender.answer);
  });

  test("and so is one that begins fast", async () => {
    const sender = startSending(json, 32 * MB);
    sender.give(30 * MB);
    for (let waited = 0; waited <= LIMITS.bodyStretchMs; waited += 2_000) {
      await vi.advanceTimersByTimeAsync(2_000);
      sender.give(1);
    }
    await expectStalled(sender.answer);
  });

  test("a merely slow sender is awaited", async () => {
    const pieces = 40;
    const sender = startSending(json, pieces * LIMITS.bodyStretchBytes);
    for (let piece = 0; piece < pieces; piece += 1) {
      await vi.advanceTimersByTimeAsync(LIMITS.bodyStretchMs - 1_000);
      sender.give(LIMITS.bodyStretchBytes);
    }
    sender.end();
    expect(await (await sender.answer).json()).toEqual({ bytes: pieces * LIMITS.bodyStretchBytes });
  });

  test("our own processing time does not count", async () => {
    const slowly = guard(
      async (request) => {
        const sizes: number[] = [];
        const { receiveBody } = await import("@/lib/server/http/receive-body");
        for await (const chunk of receiveBody(request)) {
          sizes.push(chunk.length);
          await new Promise((resolve) => setTimeout(resolve, 3 * LIMITS.bodyStretchMs));
        }
        return Response.json(sizes);
      },
      { maxBody: 100 },
    );
    const sender = startSending(slowly, 3);
    for (let piece = 0; piece < 3; piece += 1) sender.give(1);
    sender.end();
    await vi.advanceTimersByTimeAsync(20 * LIMITS.bodyStretchMs);
    expect(await (await sender.answer).json()).toEqual([1, 1, 1]);
  });
});

describe("room for bodies", () => {
  test("34 senders who declare 32 MB and send 6 bytes lock nobody out", async () => {
    const stalled = Array.from({ length: 34 }, () => startSending(json, 32 * MB));
    for (const sender of stalled) sender.give(6);
    await untilAdmitted(34 * 6, 34);
    const honest = startSending(json, 32 * MB);
    honest.give(32 * MB);
    honest.end();
    expect((await honest.answer).status).toBe(200);
    await vi.advanceTimersByTimeAsync(LIMITS.bodyStretchMs + 10);
    for (const { answer } of stalled) expect((await answer).status).toBe(408);
  });

  test("received bytes are reserved: the sender that exceeds the limit is refused, the others continue", async () => {
    const start = () => startSending(json, 100);
    const [first, second] = [start(), start()];
    const filler = new Request("http://127.0.0.1/");
    const release = admit(filler, 0);
    reserve(filler, LIMITS.inFlightBytes - 10);
    first.give(6);
    await untilAdmitted(LIMITS.inFlightBytes - 4);
    second.give(6);
    const refused = await second.answer;
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await readProblem(refused)).toMatchObject({ status: 503, code: "too-many-uploads" });
    first.give(4);
    await untilAdmitted(LIMITS.inFlightBytes);
    release();
    expect(admittedBytes()).toBe(10);
    first.give(90);
    first.end();
    expect(await (await first.answer).json()).toEqual({ bytes: 100 });
    expect(admittedBytes()).toBe(0);
  });

  test("an unread body is not kept", async () => {
    const refusing = guard(async () => Response.json("no"), { maxBody: 100 });
    const sender = startSending(refusing, 100);
    expect((await sender.answer).status).toBe(200);
    expect(sender.isDropped()).toBe(true);
  });
});
