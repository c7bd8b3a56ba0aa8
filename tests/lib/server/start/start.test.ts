import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDb } from "@/lib/server/db/get-db";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { startServer } from "@/lib/server/start/start";
import { apiRoute } from "../../../support/api-route";
import { readProblem, send, startTestServer } from "../../../support/test-server";

const data = startTestServer("libsql");
/** What scripts/front-door.mjs sets up in a real server's process. */
const FRONT_DOOR = Symbol.for("winnow.front-door");
beforeEach(() => void Object.defineProperty(globalThis, FRONT_DOOR, { value: true, configurable: true }));
afterEach(() => void Reflect.deleteProperty(globalThis, FRONT_DOOR));

/** The example is among the last things that a start offers. */
const untilExample = () => expect.poll(async () => (await listLibrary()).sessions.length, { timeout: 60_000 }).toBe(1);

test("a failed step of the background work does not prevent the others", async () => {
  fs.mkdirSync(path.join(data.dir(), "reserve.bin"));
  await startServer();
  await untilExample();
});

test("after the repair of a damaged database, the background work begins", async () => {
  await closeDb();
  for (const name of fs.readdirSync(data.dir())) fs.rmSync(path.join(data.dir(), name), { recursive: true });
  fs.writeFileSync(path.join(data.dir(), "winnow.db"), Buffer.alloc(32_768, "damaged"));
  await startServer();
  expect(await readProblem(await send(apiRoute("GET /api/sessions"), "/api/sessions"))).toMatchObject({
    code: "db-damaged",
  });
  await send(apiRoute("POST /api/library/rebuild"), "/x", { method: "POST" });
  await untilExample();
});
