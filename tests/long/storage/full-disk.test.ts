import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { releaseOwnership } from "@/lib/server/db/owner-lock";
import { keepReserve, withReserve } from "@/lib/server/files/reserve";
import { whenIndexed } from "@/lib/server/library/indexer";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../support/api-route";
import { buildChild } from "../../support/build-child";
import { recordFigure } from "../../support/record-figure";
import { hasSmallDisks, SmallDisk } from "../../support/small-disk";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const ready = apiRoute("GET /api/ready");
const removeSession = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const MEGABYTES = 48;
const KILLS_AFTER_MS = [0, 100, 300, 600, 1_000, 1_500, 2_500];
const freeBytes = (directory: string): number => {
  const { bavail, bsize } = fs.statfsSync(directory);
  return bavail * bsize;
};
const filesIn = (directory: string): string[] =>
  (fs.readdirSync(directory, { recursive: true, withFileTypes: true }) as fs.Dirent[])
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
async function emptyLog(file: string): Promise<void> {
  const client = createClient({ url: `file:${file}` });
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}
let script = "";

describe.skipIf(!hasSmallDisks)("a disk that stays full (mounts a small one, which needs root on Linux)", () => {
  const data = startTestServer("libsql");
  let disk: SmallDisk;
  let usual: string | undefined;
  beforeAll(async () => {
    disk = SmallDisk.mount(MEGABYTES) as SmallDisk;
    usual = process.env.WINNOW_DATA_DIR;
    process.env.WINNOW_DATA_DIR = disk.root;
    script = await buildChild("import-child");
  });
  afterAll(async () => {
    await stop();
    process.env.WINNOW_DATA_DIR = usual;
    disk.unmount();
  });

  const stop = async () => {
    await closeDb();
    releaseOwnership(disk.root);
  };
  const ids = async () => (await listLibrary({ limit: 200 })).sessions.map(({ id }) => id);
  const removeAll = async () => {
    for (const id of await ids())
      expect((await send(removeSession, "/x", { method: "DELETE", params: { id } })).status).toBe(200);
  };

  test("imports fill it; then everything can be deleted, and the space is free again", async () => {
    keepReserve();
    let added = 0;
    for (;;) {
      const session = makeSession({ id: `ffffffff-0000-4000-8000-${String(added).padStart(12, "0")}`, turns: 600 });
      const response = await postBytes(upload, session);
      if (response.status !== 201) {
        expect(await readProblem(response)).toMatchObject({ status: 507, code: "storage-full" });
        break;
      }
      added += 1;
    }
    expect(added).toBeGreaterThan(3);
    expect(await ids()).toHaveLength(added);
    disk.fill();
    expect((await send(ready, "/x")).status).toBe(503);
    await removeAll();
    expect(await ids()).toEqual([]);
    disk.empty();
    expect((await send(ready, "/x")).status).toBe(200);
    await stop();
  });

  test("twenty deletions in a row, after an outage, on a disk without a free byte: each succeeds, and frees its space", async () => {
    disk.empty();
    for (let number = 0; number < 20; number += 1) {
      const session = makeSession({ id: `ffffffff-2222-4000-8000-${String(number).padStart(12, "0")}`, turns: 60 });
      expect((await postBytes(upload, session)).status).toBe(201);
    }
    await whenIndexed(); // deleting then writes to the search index too
    await stop();
    await emptyLog(path.join(disk.root, "winnow.db")); // so that each deletion needs new space for its changes
    await getDb();
    keepReserve();
    disk.fill();
    const all = await ids();
    expect(all).toHaveLength(20);
    const free: number[] = [];
    for (const id of all) {
      const answer = await send(removeSession, "/x", { method: "DELETE", params: { id } });
      expect([answer.status, await answer.json()]).toMatchObject([200, { id, files: "gone" }]);
      free.push(freeBytes(disk.root));
      disk.fill(); // another program takes the freed space
    }
    expect(await ids()).toEqual([]);
    expect(filesIn(path.join(disk.root, "blobs"))).toEqual([]);
    expect(free.every((bytes) => bytes > 0)).toBe(true);
    recordFigure("D2", "deletions in a row on a full disk", `${all.length} of 20 done, each with its space freed`);
    disk.empty();
  });

  test("a server killed in the middle of an import while the disk fills starts again each time", async () => {
    for (const [round, delay] of KILLS_AFTER_MS.entries()) {
      disk.empty();
      keepReserve();
      const file = path.join(data.dir(), `round-${round}.jsonl`);
      fs.writeFileSync(file, makeSession({ id: `ffffffff-1111-4000-8000-00000000000${round}`, turns: 300 }));
      const child = spawn(process.execPath, [script, file], { stdio: ["ignore", "pipe", "ignore"] });
      const ended = once(child, "exit");
      await once(child.stdout, "data");
      await new Promise((resolve) => setTimeout(resolve, delay));
      disk.fill();
      child.kill("SIGKILL");
      await ended;
      disk.fill(); // what it held open is free only now
      await withReserve(getDb);
      await removeAll();
      await stop();
    }
    const client = createClient({ url: `file:${path.join(disk.root, "winnow.db")}` });
    const { rows } = await client.execute("PRAGMA integrity_check");
    client.close();
    expect(Object.values(rows[0] ?? {})).toEqual(["ok"]);
  });
});
