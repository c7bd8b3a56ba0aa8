import fs from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listBackups } from "@/lib/server/db/backups";
import { checkDatabase } from "@/lib/server/db/database-child";
import { forgetDamage } from "@/lib/server/db/database-damage";
import { getDb } from "@/lib/server/db/get-db";
import { databaseUrl } from "@/lib/server/process/settings";
import { runLibraryCommand } from "@/lib/server/start/library-command";
import { startServer } from "@/lib/server/start/start";
import { apiRoute } from "../../support/api-route";
import { rawFiles, startAgain, stopServer } from "../../support/restart";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const job = apiRoute("GET /api/jobs/{id}");
const backup = apiRoute("POST /api/library/backup");
const rebuild = apiRoute("POST /api/library/rebuild");
const restore = apiRoute("POST /api/library/restore");
const library = apiRoute("GET /api/library");
const ready = apiRoute("GET /api/ready");
const sessions = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer("libsql");
/** As the start script leaves it: `startServer` refuses to run without. */
const FRONT_DOOR = Symbol.for("winnow.front-door");
beforeAll(() => void Object.assign(globalThis, { [FRONT_DOOR]: true }));
afterAll(() => void Reflect.deleteProperty(globalThis, FRONT_DOOR));
const database = () => path.join(data.dir(), "winnow.db");

async function importOne(number: number): Promise<void> {
  const text = makeSession({ id: `ffffffff-0000-4000-8000-00000000000${number}`, turns: 20 });
  await postBytes(upload, text, { "x-file-name": `talk-${number}.jsonl` });
}

const names = async () =>
  ((await (await send(sessions, "/api/sessions")).json()) as { sessions: { file_name: string }[] }).sessions.map(
    ({ file_name }) => file_name,
  );

/** Writes everything into the one file, as after a clean stop; then the file is changed. */
async function damage(change: (bytes: Buffer) => void): Promise<void> {
  await stopServer();
  const client = createClient({ url: `file:${database()}` });
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
  const bytes = fs.readFileSync(database());
  change(bytes);
  fs.writeFileSync(database(), bytes);
}

const zeroPages = (bytes: Buffer) => void bytes.fill(0, 16_384, 16_384 * 4);
function flipBytes(bytes: Buffer): void {
  for (let at = 16_384; at < bytes.length; at += 61) bytes[at] = (bytes[at] as number) ^ 0x5a;
}
/** Valid structure, and a text that is no longer UTF-8: libSQL ends the process that reads it. */
function spoilText(bytes: Buffer): void {
  bytes[bytes.indexOf("talk-1.jsonl")] = 0xff;
}
/** Valid structure, and a value that is no longer JSON. */
function spoilJson(bytes: Buffer): void {
  bytes[bytes.indexOf('{"')] = 0x20;
}

beforeEach(async () => {
  await startAgain();
  await importOne(1);
  await importOne(2);
});
afterEach(async () => {
  await stopServer();
  forgetDamage(databaseUrl());
  for (const name of fs.readdirSync(data.dir())) fs.rmSync(path.join(data.dir(), name), { recursive: true });
});

describe("a damaged database", () => {
  test.each([
    ["zeroed pages", zeroPages],
    ["flipped bytes", flipBytes],
    ["a value that cannot be read", spoilJson],
    ["a text that ends the process that reads it", spoilText],
    ["no header", (bytes: Buffer) => void bytes.fill(0, 0, 100)],
  ])("%s: the server starts, every route reports what happened, and no file is touched", async (_name, change) => {
    const files = rawFiles();
    await damage(change);
    const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
    await startServer();
    expect(exit).not.toHaveBeenCalled();
    exit.mockRestore();
    const problem = await readProblem(await send(sessions, "/api/sessions"));
    expect(problem).toMatchObject({ status: 503, code: "db-damaged" });
    expect(problem.detail).toContain("npm run rebuild");
    expect((await send(ready, "/api/ready")).status).toBe(503);
    const state = await (await send(library, "/api/library")).json();
    expect(state).toMatchObject({ database: "damaged", missing: { files: 0 }, backups: [] });
    expect(state.problems.length).toBeGreaterThan(0);
    expect(rawFiles()).toEqual(files);
  });

  test("is rebuilt from the raw files, and kept aside", async () => {
    const before = await names();
    await damage(zeroPages);
    await startServer();
    const { job: started } = await (await send(rebuild, "/api/library/rebuild", { method: "POST" })).json();
    await vi.waitFor(
      async () => {
        const view = await (await send(job, "/x", { params: { id: started.id } })).json();
        expect(view).toMatchObject({ state: "done", result: { rebuilt: 2, refused: [] } });
      },
      { timeout: 20_000 },
    );
    expect(await names()).toEqual(before);
    const [aside] = fs.readdirSync(path.join(data.dir(), "damaged"));
    expect(fs.readdirSync(path.join(data.dir(), "damaged", aside as string))).toContain("winnow.db");
    expect(await (await send(library, "/api/library")).json()).toMatchObject({ database: "ok", missing: { files: 0 } });
  });

  test("is replaced by the newest valid backup; what is newer is offered", async () => {
    const good = await (await send(backup, "/api/library/backup", { method: "POST" })).json();
    await importOne(3);
    await send(backup, "/api/library/backup", { method: "POST" });
    const [newest] = listBackups(data.dir());
    const copy = path.join(data.dir(), "backups", newest?.name as string);
    fs.truncateSync(copy, fs.statSync(copy).size / 2);
    await damage(flipBytes);
    await startServer();
    const answer = await (await postJson(restore, "/api/library/restore", {})).json();
    expect(answer.backup.name).toBe(good.name);
    expect(answer.library).toMatchObject({ database: "ok", missing: { files: 1, names: ["talk-3.jsonl"] } });
    expect(await names()).toEqual(["talk-2.jsonl", "talk-1.jsonl"]);
    expect(rawFiles()).toHaveLength(3);
  });

  test("is not replaced without a valid backup, or if undamaged", async () => {
    const refusal = await readProblem(await postJson(restore, "/api/library/restore", {}));
    expect(refusal).toMatchObject({ status: 409, code: "not-damaged" });
    await damage(zeroPages);
    await startServer();
    const none = await readProblem(await postJson(restore, "/api/library/restore", {}));
    expect(none).toMatchObject({ status: 404, code: "no-such-backup" });
    expect((await readProblem(await send(sessions, "/api/sessions"))).code).toBe("db-damaged");
    const odd = await readProblem(await postJson(restore, "/api/library/restore", { backup: "../winnow.db" }));
    expect(odd.code).toBe("no-such-backup");
  });

  test("the commands do the same without a server", async () => {
    await runLibraryCommand("backup", null);
    await importOne(3);
    await damage(zeroPages);
    expect((await runLibraryCommand("restore", null)).join(" ")).toContain("1 imported file is missing in this copy");
    expect(await names()).toEqual(["talk-2.jsonl", "talk-1.jsonl"]);
    expect((await runLibraryCommand("rebuild", null))[0]).toBe("1 file was restored to the library.");
    expect(await names()).toEqual(["talk-3.jsonl", "talk-2.jsonl", "talk-1.jsonl"]);
    await damage(flipBytes);
    expect(await runLibraryCommand("rebuild", null)).toContain("3 files were restored to the library.");
    expect(await names()).toEqual(["talk-3.jsonl", "talk-2.jsonl", "talk-1.jsonl"]);
  }, 120_000); // a dozen processes, one after the other
});

describe("backups", () => {
  test("are complete databases, and the newest five stay", async () => {
    const older = [1, 2, 3, 4, 5].map((day) => `winnow-2025010${day}T000000000Z-on-demand.db`);
    fs.mkdirSync(path.join(data.dir(), "backups"));
    for (const name of older) fs.writeFileSync(path.join(data.dir(), "backups", name), "");
    const { name: made } = await (await send(backup, "/api/library/backup", { method: "POST" })).json();
    const names = [made, ...older.slice(1).reverse()];
    expect(listBackups(data.dir()).map(({ name }) => name)).toEqual(names);
    expect(fs.readdirSync(path.join(data.dir(), "backups"))).toHaveLength(5);
    const copy = path.join(data.dir(), "backups", made);
    expect(await checkDatabase(copy, data.dir())).toMatchObject({ ok: true, facts: { files: 2, filesHere: 2 } });
  });

  test("are made before each migration, and not if there is nothing to migrate", async () => {
    await startAgain();
    expect(listBackups(data.dir())).toEqual([]);
    await stopServer();
    const client = createClient({ url: `file:${database()}` });
    await client.execute('DROP TABLE "Run"');
    await client.execute(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%\\_run' ESCAPE '\\'`);
    client.close();
    await getDb();
    const [copy] = listBackups(data.dir());
    expect(copy?.name).toMatch(/before-20261122060000_run\.db$/);
    expect(await names()).toHaveLength(2);
  });
});

test("a separate process absorbs a panic of libSQL", async () => {
  await damage(spoilText);
  expect(await checkDatabase(database(), data.dir())).toEqual({
    ok: false,
    isDamage: true,
    problems: ["the process that read it ended with SIGABRT"],
  });
});
