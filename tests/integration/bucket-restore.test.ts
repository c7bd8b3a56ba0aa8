import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../support/api-route";
import { describeWhere } from "../support/describe-where";
import { startObjectServer } from "../support/object-server";
import { hasDumpPrograms } from "../support/postgres-binaries";
import { startAgain, stopServer } from "../support/restart";
import { postBytes, postJson, send, startTestServer } from "../support/test-server";
import { makeSession } from "../support/transcripts";
import { BODIES } from "../support/wire-bodies";

const compress = apiRoute("POST /api/compress");
const ref = apiRoute("GET /api/refs/{id}");
const exportSession = apiRoute("GET /api/sessions/{id}/export");
const messages = apiRoute("GET /api/sessions/{id}/messages");
const upload = apiRoute("POST /api/sessions");

const NEED = "a PostgreSQL server on this machine with its pg_dump and pg_restore";
describeWhere(hasDumpPrograms(), NEED, "backup and restore with the files in a bucket", () => {
  startObjectServer();
  const data = startTestServer("postgres");
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-restore-"));
  beforeAll(() => {
    process.env.WINNOW_OBJECTS = "s3://winnow/team";
  });
  afterAll(() => {
    delete process.env.WINNOW_OBJECTS;
    fs.rmSync(scratch, { recursive: true, force: true });
  });

  /** As described in docs/objects.md, with the server's own programs. */
  const restoreInto = (database: string): void => {
    const binaries = path.dirname(fs.realpathSync(path.join(data.cluster().binaries, "postgres")));
    const program = (name: string) => path.join(binaries, name);
    const dump = path.join(scratch, "winnow.dump");
    execFileSync(program("pg_dump"), ["--format=custom", `--file=${dump}`, process.env.DATABASE_URL ?? ""]);
    execFileSync(program("pg_restore"), ["--no-owner", `--dbname=${database}`, dump]);
  };

  test("a dump and the bucket restore the library, on a machine with an empty directory", async () => {
    const text = makeSession({ turns: 6 });
    const id = (await (await postBytes(upload, text)).json()).files[0].sessions[0] as string;
    const body = { ...BODIES["openai-chat"], model: "gpt-5", strategy: "centagent-externalise", force: true };
    const { refs } = await (await postJson(compress, "/api/compress", body)).json();
    const read = async () => {
      const [page, raw, output] = await Promise.all([
        send(messages, `/api/sessions/${id}/messages`, { params: { id } }),
        send(exportSession, `/api/sessions/${id}/export`, { params: { id } }),
        send(ref, `/api/refs/${refs[0].id}`, { params: { id: refs[0].id } }),
      ]);
      expect([page.status, raw.status, output.status]).toEqual([200, 200, 200]);
      return { page: await page.json(), raw: await raw.text(), output: (await output.json()).text };
    };
    const before = await read();
    expect(before.raw).toBe(text);

    const restored = await data.cluster().createDatabase();
    restoreInto(restored);
    await stopServer();
    process.env.DATABASE_URL = restored;
    process.env.WINNOW_DATA_DIR = path.join(scratch, "another machine");
    expect(await startAgain()).toMatchObject({ missing: 0, quarantined: 0 });
    expect((await listLibrary({ limit: 10 })).sessions.map((session) => session.id)).toEqual([id]);
    expect(await read()).toEqual(before);
    await stopServer();
  });

  test("without a bucket, an empty directory is still refused, because the rows would have no files", async () => {
    await stopServer();
    process.env.WINNOW_OBJECTS = "";
    process.env.WINNOW_DATA_DIR = path.join(scratch, "a third machine");
    await expect(startAgain()).rejects.toThrow("are in another data directory");
  });
});
