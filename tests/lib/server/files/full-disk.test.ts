import fs from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { releaseOwnership } from "@/lib/server/db/owner-lock";
import { keepReserve, RESERVE_BYTES, withReserve } from "@/lib/server/files/reserve";
import { apiRoute } from "../../../support/api-route";
import { hasSmallDisks, SmallDisk } from "../../../support/small-disk";
import { postBytes, readProblem, send, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const ready = apiRoute("GET /api/ready");
const removeSession = apiRoute("DELETE /api/sessions/{id}");
const list = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

const MEGABYTES = 40;
const idOf = (number: number) => `eeeeeeee-0000-4000-8000-0000000000${String(number).padStart(2, "0")}`;

describe.skipIf(!hasSmallDisks)("a full disk (mounts a small one, which needs root on Linux)", () => {
  startTestServer("libsql");
  let disk: SmallDisk;
  let usual: string | undefined;
  beforeAll(() => {
    disk = SmallDisk.mount(MEGABYTES) as SmallDisk;
    usual = process.env.WINNOW_DATA_DIR;
    process.env.WINNOW_DATA_DIR = disk.root;
  });
  afterAll(async () => {
    await closeDb();
    releaseOwnership(disk.root);
    process.env.WINNOW_DATA_DIR = usual;
    disk.unmount();
  });

  const add = (number: number) => postBytes(upload, makeSession({ id: idOf(number), turns: 40 }));
  const remove = async (id: string) => {
    const response = await send(removeSession, "/x", { method: "DELETE", params: { id } });
    return { status: response.status, body: await response.json() };
  };
  const ids = async (): Promise<string[]> =>
    (await (await send(list, "/x")).json()).sessions.map(({ id }: { id: string }) => id).sort();
  const checks = async () => (await (await send(ready, "/x")).json()).checks;
  const reserve = () => fs.statSync(path.join(disk.root, "reserve.bin"), { throwIfNoEntry: false })?.size ?? 0;
  /** Everything that an import may leave behind. */
  const keptFiles = () =>
    ["incoming", "blobs", "derived", "imports"]
      .filter((folder) => fs.existsSync(path.join(disk.root, folder)))
      .flatMap((folder) =>
        (fs.readdirSync(path.join(disk.root, folder), { recursive: true, withFileTypes: true }) as fs.Dirent[])
          .filter((entry) => entry.isFile())
          .map(({ name }) => `${folder}/${name}`),
      );

  test("a failed import leaves no file, wherever it fails", async () => {
    for (const number of [1, 2, 3]) expect((await add(number)).status).toBe(201);
    keepReserve();
    const before = { ids: await ids(), files: keptFiles() };
    const statuses: number[] = [];
    for (let left = 0; left < 1_200; left += 48) {
      disk.empty();
      disk.fill(left << 10);
      const response = await add(10 + left / 48);
      statuses.push(response.status);
      if (response.status === 201) break;
      expect(await readProblem(response)).toMatchObject({ status: 507, code: "storage-full" });
      expect({ ids: await ids(), files: keptFiles() }).toEqual(before);
    }
    expect(statuses.filter((status) => status === 507).length).toBeGreaterThan(2);
    expect(statuses.at(-1)).toBe(201);
  });

  test("readiness reports it, reads continue, and deleting is possible", async () => {
    expect(reserve()).toBe(RESERVE_BYTES);
    const storage = async () => {
      disk.fill(); // again, because the last import's search index may free space a moment later
      return (await checks()).storage;
    };
    await expect.poll(storage, { timeout: 20_000 }).toBe("failed");
    const [first, ...others] = await ids();
    expect(await remove(first as string)).toMatchObject({ status: 200 });
    expect(await ids()).toEqual(others);
    await expect.poll(reserve, { timeout: 20_000 }).toBeGreaterThan(RESERVE_BYTES / 2); // filled again, as much as fits
    for (const id of others) expect(await remove(id)).toMatchObject({ status: 200 });
    expect(await ids()).toEqual([]);
    await expect.poll(keptFiles, { timeout: 20_000 }).toEqual([]);
  });

  test("a server killed on a full disk starts again", async () => {
    disk.empty();
    expect((await add(4)).status).toBe(201);
    await closeDb();
    releaseOwnership(disk.root);
    fs.writeFileSync(path.join(disk.root, "owner.lock"), JSON.stringify({ pid: 2 ** 22 + 1, started: null }));
    keepReserve();
    disk.fill();
    await expect(getDb()).rejects.toThrow(/ENOSPC/);
    expect(fs.readdirSync(disk.root).filter((name) => name.startsWith("owner.lock."))).toEqual([]);
    await withReserve(getDb);
    expect(await ids()).toHaveLength(1);
    expect(await remove((await ids())[0] as string)).toMatchObject({ status: 200 });
  });

  test("once there is room, everything is as before", async () => {
    disk.empty();
    keepReserve();
    expect(reserve()).toBe(RESERVE_BYTES);
    expect(await checks()).toEqual({ database: "ok", storage: "ok", worker: "ok" });
    expect((await add(5)).status).toBe(201);
    const client = createClient({ url: `file:${path.join(disk.root, "winnow.db")}` });
    const { rows } = await client.execute("PRAGMA integrity_check");
    client.close();
    expect(Object.values(rows[0] ?? {})).toEqual(["ok"]);
  });
});
