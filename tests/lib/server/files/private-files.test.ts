import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repairModes, startPrivate } from "@/lib/server/files/private-files";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { startServer } from "@/lib/server/start/start";
import { apiRoute } from "../../../support/api-route";
import { postBytes, postJson, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const upload = apiRoute("POST /api/sessions");

const OTHERS = 0o077;
/** What scripts/front-door.mjs sets up in a real server's process. */
const FRONT_DOOR = Symbol.for("winnow.front-door");

/** Everything in a directory, and itself, that anyone but the owner may read, write or enter. */
function openToOthers(directory: string): string[] {
  const names = [".", ...(fs.readdirSync(directory, { recursive: true }) as string[])];
  return names.filter((name) => (fs.lstatSync(path.join(directory, name)).mode & OTHERS) !== 0);
}

describe.skipIf(process.platform === "win32")("files that only their owner may read (Windows has no modes)", () => {
  const data = startTestServer();
  let umask = 0;
  beforeEach(() => {
    umask = process.umask(0o022); // as in a usual shell
  });
  afterEach(() => {
    process.umask(umask);
    Reflect.deleteProperty(globalThis, FRONT_DOOR);
  });

  test("a started server creates no others", async () => {
    fs.chmodSync(data.dir(), 0o755);
    Object.defineProperty(globalThis, FRONT_DOOR, { value: true, configurable: true });
    await startServer();
    await expect.poll(async () => (await listLibrary()).sessions.length, { timeout: 20_000 }).toBe(1); // the example
    expect((await postBytes(upload, makeSession())).status).toBe(201);
    const messages = [{ role: "user", content: "hello" }];
    await postJson(compress, "/x", { messages, model: "gpt-4o" }, { headers: { "idempotency-key": "a" } });
    const names = fs.readdirSync(data.dir());
    expect(names).toEqual(expect.arrayContaining(["blobs", "derived", "owner.lock", "reserve.bin"]));
    expect(openToOthers(data.dir())).toEqual([]);
  });

  test("closes what an older version left readable: the top, the database and its log before the start, the rest afterwards", async () => {
    const database = path.join(data.dir(), "elsewhere", "winnow.db");
    fs.mkdirSync(path.join(data.dir(), "blobs", "zz"), { recursive: true });
    fs.mkdirSync(path.dirname(database));
    for (const file of [database, `${database}-wal`, `${database}-shm`, path.join(data.dir(), "blobs", "zz", "raw")])
      fs.writeFileSync(file, "x");
    fs.writeFileSync(path.join(data.dir(), "models.json"), "{}");
    fs.symlinkSync("/etc/hostname", path.join(data.dir(), "link"));
    const before = fs.statSync("/etc/hostname").mode;
    const open = [...openToOthers(data.dir())];
    expect(open).toEqual(expect.arrayContaining(["models.json", "elsewhere/winnow.db-wal", "blobs/zz/raw"]));

    startPrivate(data.dir(), database);
    const left = openToOthers(data.dir());
    expect(left).not.toEqual(expect.arrayContaining(["."]));
    expect(left.filter((name) => /models|winnow/.test(name))).toEqual([]);
    expect(await repairModes(data.dir())).toBeGreaterThan(1);
    expect(openToOthers(data.dir()).filter((name) => name !== "link")).toEqual([]);
    expect(fs.statSync("/etc/hostname").mode).toBe(before);
    expect(fs.statSync(path.join(data.dir(), "blobs", "zz")).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(data.dir(), "blobs", "zz", "raw")).mode & 0o777).toBe(0o600);
  });

  test("a directory for everyone keeps its modes", async () => {
    const shared = path.join(data.dir(), "shared");
    fs.mkdirSync(shared);
    fs.chmodSync(shared, 0o1777);
    fs.writeFileSync(path.join(shared, "of-somebody"), "x");
    startPrivate(shared, null);
    expect(await repairModes(shared)).toBe(0);
    expect(fs.statSync(path.join(shared, "of-somebody")).mode & 0o777).toBe(0o644);
    expect(fs.statSync(shared).mode & 0o7777).toBe(0o1777);
  });
});
