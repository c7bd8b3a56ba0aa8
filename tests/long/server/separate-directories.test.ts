import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { JobResult } from "@/lib/api/schemas/job";
import { getDb } from "@/lib/server/db/get-db";
import { openGate, ownKeyFile } from "@/lib/server/door/gate";
import { derivedPath } from "@/lib/server/files/derived";
import { acceptImport } from "@/lib/server/job-queue/accepted-imports";
import { dropBody, keepBody, readBody } from "@/lib/server/job-queue/job-body";
import { loadJob } from "@/lib/server/jobs/jobs";
import { ownModelsPath, saveOwnModel } from "@/lib/server/models/own-models";
import { bringOwnModels, shareOwnModels } from "@/lib/server/models/shared-models";
import { stageBlob } from "@/lib/server/objects/blobs";
import { dataDir } from "@/lib/server/process/settings";
import { listDeletions } from "@/lib/server/store/deleted-sessions";
import { dropCopies, makeCurrent } from "@/lib/server/store/shared-derived";
import { apiRoute } from "../../support/api-route";
import { startObjectServer } from "../../support/object-server";
import { onPostgres } from "../../support/on-both-stores";
import { postBytes, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";
import { buildJobWorker, startWorkerProcess, type WorkerProcess } from "../../support/worker-process";

const exportSession = apiRoute("GET /api/sessions/{id}/export");
const messages = apiRoute("GET /api/sessions/{id}/messages");
const deleteRoute = apiRoute("DELETE /api/sessions/{id}");
const summary = apiRoute("GET /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

/** A session of a client that rewrites its entire file each time, after this many exchanges. */
const snapshot = (exchanges: number): string =>
  JSON.stringify({
    ...{ sessionId: "1b9f6a52-0c1e-4d8a-9d57-3f2f8f4f1a01", projectHash: "p", startTime: "2026-03-03T08:00:00.000Z" },
    lastUpdated: `2026-03-03T08:0${exchanges}:00.000Z`,
    messages: Array.from({ length: exchanges }, (_, index) => [
      { id: `u${index}`, timestamp: `2026-03-03T08:0${index}:10.000Z`, type: "user", content: `Question ${index}` },
      { id: `g${index}`, timestamp: `2026-03-03T08:0${index}:20.000Z`, type: "gemini", content: "Yes.", model: "m" },
    ]).flat(),
  });

const PATIENCE = { timeout: 120_000, interval: 100 };

onPostgres("processes with directories of their own", () => {
  const objects = startObjectServer();
  const data = startTestServer("postgres", { worksJobs: false });
  const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-elsewhere-"));
  const workers: WorkerProcess[] = [];
  beforeAll(async () => {
    process.env.WINNOW_OBJECTS = "s3://winnow/team";
    await buildJobWorker();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
    process.env.WINNOW_DATA_DIR = data.dir();
  });
  afterAll(() => {
    delete process.env.WINNOW_OBJECTS;
    fs.rmSync(elsewhere, { recursive: true, force: true });
  });
  const startWorker = async (name: string) =>
    workers.push(await startWorkerProcess({ WINNOW_DATA_DIR: path.join(elsewhere, name) }));
  /** Gives this process an empty directory, like a server on another machine. */
  const moveTo = async (name: string) => {
    process.env.WINNOW_DATA_DIR = path.join(elsewhere, name);
    await dropCopies();
  };
  const accept = async (text: string, name: string) =>
    acceptImport([{ ...(await stageBlob(Readable.from([Buffer.from(text)]))), name }]);
  const imported = async (text: string, name: string): Promise<string> => {
    const { id } = await accept(text, name);
    await expect.poll(async () => (await loadJob(id)).state, PATIENCE).toBe("done");
    return ((await loadJob(id)).result as JobResult<"import">).files[0]?.sessions[0] ?? "";
  };
  const read = async (id: string) => {
    const [page, about, markdown] = await Promise.all([
      send(messages, `/api/sessions/${id}/messages`, { params: { id } }),
      send(summary, `/api/sessions/${id}`, { params: { id } }),
      send(exportSession, `/api/sessions/${id}/export?format=markdown`, { params: { id } }),
    ]);
    expect([page.status, about.status, markdown.status]).toEqual([200, 200, 200]);
    return { total: (await page.json()).total as number, markdown: await markdown.text() };
  };
  const sent = (folder: string): string[] =>
    fs
      .readdirSync(objects.folder(), { recursive: true, encoding: "utf8" })
      .filter((name) => name.includes(`${folder}/`) && name.endsWith("_S3rver_object"));

  test("a worker imports what a server accepted, and any server reads it; a newer state replaces the older", {
    timeout: PATIENCE.timeout,
  }, async () => {
    await startWorker("worker");
    const id = await imported(snapshot(2), "grows.json");
    expect(sent("accepted")).toEqual([]);
    expect(fs.existsSync(path.join(data.dir(), "accepted"))).toBe(true);
    expect(fs.readdirSync(path.join(data.dir(), "accepted"))).toEqual([]);
    const before = await read(id);
    expect(sent("derived")).toHaveLength(1);

    expect(await imported(snapshot(8), "grows.json")).toBe(id);
    const after = await read(id);
    expect(after.total).toBeGreaterThan(before.total);
    expect(after.markdown.length).toBeGreaterThan(before.markdown.length);
    expect(sent("derived")).toHaveLength(1);

    await moveTo("second server");
    expect(await read(id)).toEqual(after);
    // The same file is known there too, and is not imported again.
    const again = await postBytes(upload, snapshot(8), { "x-file-name": "grows.json" });
    expect([again.status, (await again.json()).duplicate]).toEqual([200, true]);
  });

  test("a derived file damaged or missing in the bucket is rebuilt from the imported file", async () => {
    const answer = await postBytes(upload, makeSession({ id: "dddddddd-0000-4000-8000-000000000002", turns: 6 }));
    const id = (await answer.json()).files[0].sessions[0] as string;
    const before = await read(id);
    for (const name of sent("derived").filter((file) => file.includes(id)))
      fs.writeFileSync(path.join(objects.folder(), name), "damaged");
    await moveTo("third server");
    expect(await read(id)).toEqual(before);
    for (const name of sent("derived").filter((file) => file.includes(id)))
      fs.rmSync(path.dirname(path.join(objects.folder(), name)), { recursive: true, force: true });
    await moveTo("fourth server");
    const select = { id: true, parserVersion: true, fileId: true } as const;
    const seenBefore = await (await getDb()).session.findUniqueOrThrow({ where: { id }, select });
    expect(await read(id)).toEqual(before);
    // A reader that saw the old row removes nothing from those who read the new one.
    const file = derivedPath(seenBefore.parserVersion, id);
    const made = fs.readFileSync(file);
    await makeCurrent(seenBefore);
    expect(fs.readFileSync(file)).toEqual(made);
  });

  test("deleted content is gone from the bucket, and stays deleted for a program that sends it to another server", async () => {
    const text = makeSession({ id: "dddddddd-0000-4000-8000-000000000003", turns: 5 });
    const id = (await (await postBytes(upload, text)).json()).files[0].sessions[0] as string;
    expect(sent("derived").filter((file) => file.includes(id))).toHaveLength(1);
    await send(deleteRoute, `/api/sessions/${id}`, { method: "DELETE", params: { id } });
    expect(sent("derived").filter((file) => file.includes(id))).toEqual([]);
    await moveTo("fifth server");
    expect([...(await listDeletions())]).toContain(id);
    const again = await postBytes(upload, text, {}, "/api/sessions?wait=1&unattended=1");
    expect([again.status, (await again.json()).code]).toEqual([422, "was-deleted"]);
    expect((await postBytes(upload, text)).status).toBe(201);
    expect([...(await listDeletions())]).not.toContain(id);
  });

  test("a session that a program sends as it grows stays one session, whichever server gets it", async () => {
    const grows = (turns: number) => makeSession({ id: "dddddddd-0000-4000-8000-000000000004", turns });
    const push = async (text: string) => {
      const headers = { "x-file-name": "pushed.jsonl" };
      const answer = await postBytes(upload, text, headers, "/api/sessions?wait=1&unattended=1");
      return (await answer.json()).files[0].sessions[0] as string;
    };
    const lines = grows(30).trimEnd().split("\n");
    const first = (share: number) => `${lines.slice(0, Math.floor(lines.length * share)).join("\n")}\n`;
    const id = await push(first(0.3));
    for (const [server, share] of [0.5, 0.7, 1].entries()) {
      await moveTo(`server ${server}`);
      expect(await push(first(share))).toBe(id);
    }
    const file = await (await getDb()).importedFile.findMany({ where: { name: "pushed.jsonl" } });
    expect(file).toHaveLength(1);
  });

  test("servers of one directory share a key, unless others could have read it", async () => {
    vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.internal");
    const key = async () => {
      await openGate();
      return fs.readFileSync(ownKeyFile(), "utf8");
    };
    const first = await key();
    expect(await key()).toBe(first);
    fs.chmodSync(ownKeyFile(), 0o644);
    expect(await key()).not.toBe(first);
    vi.unstubAllEnvs();
  });

  test("a body for a job, and the reader's models, are available on another machine", async () => {
    const body = new TextEncoder().encode('{"a": 1}');
    await keepBody("job_1", body);
    expect(fs.existsSync(path.join(dataDir(), "job-bodies", "job_1"))).toBe(false);
    saveOwnModel("our-model", { window: 123_000 });
    await shareOwnModels();
    const text = fs.readFileSync(ownModelsPath(), "utf8");
    await moveTo("sixth server");
    expect(await readBody("job_1")).toEqual(body);
    await dropBody("job_1");
    await expect(readBody("job_1")).rejects.toMatchObject({ code: "ENOENT" });
    await bringOwnModels();
    expect(fs.readFileSync(ownModelsPath(), "utf8")).toBe(text);
  });
});
