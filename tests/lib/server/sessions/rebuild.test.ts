import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { PARSER_VERSION } from "@/lib/server/process/parser-version";
import { sweepLeftovers } from "@/lib/server/repair/tidy-up";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { listLibrary, loadMessageRows, loadSessionSummary } from "@/lib/server/sessions/sessions";
import { SectionWriter } from "@/lib/server/workers/write-derived";
import { apiRoute } from "../../../support/api-route";
import { rawFiles } from "../../../support/restart";
import { postBytes, send, sha256, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const exportRaw = apiRoute("GET /api/sessions/{id}/export");
const remove = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer();

test("what an older parser read is read again from the raw bytes, once, and keeps its place", async () => {
  const text = makeSession();
  const [id] = (await (await postBytes(upload, text)).json()).files[0].sessions;
  const before = await listLibrary();
  const summary = await loadSessionSummary(id);
  const db = await getDb();
  await db.importedFile.updateMany({ data: { parserVersion: 1 } });
  await db.session.updateMany({ data: { parserVersion: 1, rowJson: "{}" } });
  const derived = path.join(data.dir(), "derived");
  fs.renameSync(path.join(derived, String(PARSER_VERSION)), path.join(derived, "1"));
  fs.rmSync(path.join(derived, "1", id));
  const older = new SectionWriter(path.join(derived, "1", id));
  older.json("summary.json", { title: "of the old parser" });
  older.close();
  expect(await loadSessionSummary(id)).toMatchObject({ title: "of the old parser" });

  expect(await rebuildOutdated()).toBe(1);
  expect(await rebuildOutdated()).toBe(0);
  expect(await loadSessionSummary(id)).toEqual(summary);
  expect((await loadMessageRows(id)).total).toBe(8);
  expect(await listLibrary()).toEqual(before);
  expect(await (await send(exportRaw, "/x", { params: { id } })).text()).toBe(text);
  expect(await sweepLeftovers()).toEqual({ derived: 1, quarantined: 0, missing: 0 });
});

test.each([0, 5, 20, 60, 200])("deleted %d ms after the re-read began, nothing of a session remains", async (delay) => {
  const before = [rawFiles(), (await listLibrary()).sessions];
  const text = makeSession({ id: "bcbcbcbc-0000-4000-8000-000000000001", turns: 40 });
  const [id] = (await (await postBytes(upload, text)).json()).files[0].sessions;
  await (await getDb()).importedFile.updateMany({ where: { sha256: sha256(text) }, data: { parserVersion: 1 } });
  const reading = rebuildOutdated();
  await pause(delay);
  expect((await send(remove, "/x", { method: "DELETE", params: { id } })).status).toBe(200);
  await reading;
  expect([rawFiles(), (await listLibrary()).sessions]).toEqual(before);
  expect(fs.existsSync(path.join(data.dir(), "imports", `${sha256(text)}.json`))).toBe(false);
  expect(await (await getDb()).importedFile.count({ where: { sha256: sha256(text) } })).toBe(0);
});
