import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { removeLeft } from "@/lib/server/ingest/deleted-files";
import { shareObjects } from "@/lib/server/start/share-objects";
import { apiRoute } from "@/tests/support/api-route";
import { hashesIn, startObjectServer } from "@/tests/support/object-server";
import { startAgain, stopServer } from "@/tests/support/restart";
import { postBytes, postJson, readProblem, send, sha256, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";
import { BODIES } from "@/tests/support/wire-bodies";

const compress = apiRoute("POST /api/compress");
const ready = apiRoute("GET /api/ready");
const ref = apiRoute("GET /api/refs/{id}");
const exportSession = apiRoute("GET /api/sessions/{id}/export");
const messages = apiRoute("GET /api/sessions/{id}/messages");
const remove = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const server = startObjectServer();
const data = startTestServer("libsql");
beforeAll(() => {
  process.env.WINNOW_OBJECTS = "s3://winnow/library";
});
afterAll(() => {
  delete process.env.WINNOW_OBJECTS;
});

const held = () => hashesIn(path.join(server.folder(), "library"));
const forget = (name: string) => fs.rmSync(path.join(data.dir(), name), { recursive: true, force: true });
const textOf = (number: number) => makeSession({ id: `dddddddd-0000-4000-8000-00000000001${number}` });
const importText = async (text: string) =>
  (await (await postBytes(upload, text)).json()).files[0].sessions[0] as string;

describe("a library whose files are in a bucket", () => {
  test("an import is in the bucket, and readable without the directory's copies", async () => {
    const text = textOf(1);
    const id = await importText(text);
    expect(held()).toContain(sha256(text));
    forget("blobs");
    const raw = await send(exportSession, `/api/sessions/${id}/export`, { params: { id } });
    expect(await raw.text()).toBe(text);
    forget("blobs");
    forget("derived");
    const page = await send(messages, `/api/sessions/${id}/messages`, { params: { id } });
    expect([page.status, (await page.json()).messages.length > 0]).toEqual([200, true]);
  });

  test("a put-aside output is in the bucket, and can be fetched from there", async () => {
    const body = { ...BODIES["openai-chat"], model: "gpt-5", strategy: "centagent-externalise", force: true };
    const { refs } = await (await postJson(compress, "/api/compress", body)).json();
    const [{ id }] = refs;
    const row = await (await getDb()).storedOutput.findFirstOrThrow({ where: { id } });
    expect(held()).toContain(row.blobSha256);
    forget("blobs");
    const found = await send(ref, `/api/refs/${id}`, { params: { id } });
    expect([found.status, sha256((await found.json()).text)]).toEqual([200, row.blobSha256]);
  });

  test("deleting a session deletes its object; a start finds nothing missing", async () => {
    const text = textOf(2);
    const id = await importText(text);
    expect((await send(remove, `/api/sessions/${id}`, { method: "DELETE", params: { id } })).status).toBe(200);
    expect(held()).not.toContain(sha256(text));
    await stopServer();
    expect(await startAgain()).toMatchObject({ missing: 0, quarantined: 0 });
  });

  test("what only the directory has is uploaded: the setting alone moves a library to a bucket", async () => {
    process.env.WINNOW_OBJECTS = "";
    const text = textOf(3);
    await importText(text);
    expect(held()).not.toContain(sha256(text));
    process.env.WINNOW_OBJECTS = "s3://winnow/library";
    expect(await shareObjects()).toBe(1);
    expect(held()).toContain(sha256(text));
    expect(await shareObjects()).toBe(0);
  });

  test("a deletion while the store is down succeeds, and its object is removed once the store is back", async () => {
    const text = textOf(5);
    const id = await importText(text);
    await server.stop();
    const answer = await send(remove, `/api/sessions/${id}`, { method: "DELETE", params: { id } });
    expect([answer.status, (await answer.json()).files]).toEqual([200, "left"]);
    expect(await (await getDb()).session.count({ where: { id } })).toBe(0);
    await expect(removeLeft()).rejects.toThrow(/object store/);
    await server.start();
    expect(held()).toContain(sha256(text));
    await removeLeft();
    expect(held()).not.toContain(sha256(text));
  });

  test("while the store is down, an import keeps nothing and says why; readiness reports it too", async () => {
    expect((await (await send(ready, "/api/ready")).json()).checks.storage).toBe("ok");
    await server.stop();
    const before = await (await getDb()).session.count();
    const answer = await postBytes(upload, textOf(4));
    expect(await readProblem(answer)).toMatchObject({ status: 503, code: "objects-down" });
    expect(await (await getDb()).session.count()).toBe(before);
    expect(fs.existsSync(path.join(data.dir(), "imports", `${sha256(textOf(4))}.json`))).toBe(false);
    expect((await (await send(ready, "/api/ready")).json()).checks.storage).toBe("failed");
  });
});
