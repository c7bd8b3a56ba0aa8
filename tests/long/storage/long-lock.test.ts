import path from "node:path";
import { describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { holdLock, longestStandstill } from "../../support/foreign-lock";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const health = apiRoute("GET /api/health");
const ready = apiRoute("GET /api/ready");
const remove = apiRoute("DELETE /api/sessions/{id}");
const list = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

const LOCK_MS = 30_000;
const STANDSTILL_MS = 1_000;
const idOf = (number: number) => `dddddddd-0000-4000-8000-00000000000${number}`;

describe("another process holds the lock of the embedded database for 30 seconds", () => {
  const data = startTestServer("libsql");

  test("writes are refused as busy, everything else continues, and afterwards five writes succeed", async () => {
    const kept = (await (await postBytes(upload, makeSession())).json()).files[0].sessions[0];
    const release = await holdLock(path.join(data.dir(), "winnow.db"));
    const ended = new Promise((resolve) => setTimeout(resolve, LOCK_MS)).then(release);
    const standstill = await longestStandstill(async () => {
      const refused = [
        postBytes(upload, makeSession({ id: idOf(0) })),
        send(remove, "/x", { method: "DELETE", params: { id: kept } }),
      ];
      expect((await send(ready, "/x")).status).toBe(503);
      expect((await send(health, "/x")).status).toBe(200);
      expect((await (await send(list, "/x")).json()).sessions).toHaveLength(1);
      for (const response of await Promise.all(refused)) {
        expect(response.headers.get("retry-after")).toBe("2");
        expect(await readProblem(response)).toMatchObject({ status: 503, code: "db-busy" });
      }
      await ended;
    });
    expect(standstill).toBeLessThan(STANDSTILL_MS);
    for (let number = 1; number <= 5; number += 1)
      expect((await postBytes(upload, makeSession({ id: idOf(number) }))).status).toBe(201);
    expect((await send(ready, "/x")).status).toBe(200);
    expect((await (await send(list, "/x")).json()).sessions).toHaveLength(6);
  });
});
