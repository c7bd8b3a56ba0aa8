import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { FileReport } from "@/lib/api/schemas/import-report";
import { getDb } from "@/lib/server/db/get-db";
import { derivedPath } from "@/lib/server/files/derived";
import { PARSER_VERSION } from "@/lib/server/process/parser-version";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { deleteSession, findSession, loadSessionSummary } from "@/lib/server/sessions/sessions";
import { listDeletions } from "@/lib/server/store/deleted-sessions";
import { apiRoute } from "../../../support/api-route";
import { startAgain } from "../../../support/restart";
import { postBytes, postJson, send, startTestServer } from "../../../support/test-server";
import { makeAgentFile, makeSession } from "../../../support/transcripts";

const change = apiRoute("POST /api/library/changes");
const comments = apiRoute("GET /api/sessions/{id}/comments");
const remove = apiRoute("DELETE /api/sessions/{id}");
const show = apiRoute("GET /api/sessions/{id}");
const messages = apiRoute("GET /api/sessions/{id}/messages");
const upload = apiRoute("POST /api/sessions");

startTestServer("libsql");
const idOf = (number: number) => `abababab-0000-4000-8000-00000000000${number}`;
const importText = async (text: string, name = "talk.jsonl") =>
  (await (await postBytes(upload, text, { "x-file-name": name })).json()).files[0].sessions[0] as string;

/** Creates rows as from an older importer that gave the session other ids; the first has its rows, the others copies. */
async function asOfOlderImporter(made: string, ids: readonly [string, ...string[]]): Promise<void> {
  const db = await getDb();
  const { rowJson, summaryJson, ...rest } = await db.session.findUniqueOrThrow({ where: { id: made } });
  const file = await db.importedFile.findUniqueOrThrow({ where: { id: rest.fileId } });
  await db.session.delete({ where: { id: made } });
  fs.rmSync(derivedPath(PARSER_VERSION, made));
  for (const id of ids)
    await db.session.create({
      data: {
        ...rest,
        id,
        rowJson: rowJson.replaceAll(made, id),
        summaryJson: summaryJson.replaceAll(made, id),
        parserVersion: 1,
        ...(id !== ids[0] && { startedAt: null }),
      },
    });
  const reportJson = JSON.stringify({ ...(JSON.parse(file.reportJson) as FileReport), sessions: ids });
  await db.importedFile.update({ where: { id: file.id }, data: { parserVersion: 1, reportJson } });
}

/** A reader's additions to a session. */
async function give(sessionId: string, word: string): Promise<void> {
  const db = await getDb();
  await db.comment.create({ data: { id: `com_${word}`, sessionId, agent: "main", request: 0, text: word } });
  await db.sessionTag.create({ data: { sessionId, tag: word } });
  await db.sessionNote.create({ data: { sessionId, title: `Title ${word}` } });
  await db.run.create({
    data: {
      id: `run_${word}`,
      kind: "compare",
      sessionId,
      title: word,
      paramsJson: "{}",
      versionsJson: "{}",
      summaryJson: "{}",
      bytes: 2,
    },
  });
}

async function given(sessionId: string) {
  const db = await getDb();
  const where = { sessionId };
  return {
    comments: (await db.comment.findMany({ where, orderBy: { id: "asc" } })).map(({ text }) => text),
    tags: (await db.sessionTag.findMany({ where, orderBy: { tag: "asc" } })).map(({ tag }) => tag),
    title: (await db.sessionNote.findUnique({ where }))?.title ?? null,
    runs: (await db.run.findMany({ where, orderBy: { id: "asc" } })).map(({ title }) => title),
  };
}

const ask = (id: string) => send(show, `/api/sessions/${id}`, { params: { id } });
const ids = async () => (await (await getDb()).session.findMany({ select: { id: true } })).map(({ id }) => id).sort();

describe("an importer that makes a different id for the same file", () => {
  const OLD = "0000000000000001";
  let made = "";
  beforeAll(async () => {
    made = await importText(makeSession({ id: idOf(1) }));
    await asOfOlderImporter(made, [OLD]);
    await give(OLD, "kept");
    expect(await rebuildOutdated()).toBe(1);
  });

  test("the session keeps its id, with everything attached to it, and nothing is left behind", async () => {
    expect(await ids()).toEqual([OLD]);
    expect((await loadSessionSummary(OLD)).id).toBe(OLD);
    expect(await given(OLD)).toEqual({ comments: ["kept"], tags: ["kept"], title: "Title kept", runs: ["kept"] });
    expect(await startAgain()).toEqual({ derived: 0, quarantined: 0, missing: 0 });
  });

  test("the importer's id leads to it", async () => {
    const answer = await send(messages, `/api/sessions/${made}/messages?limit=5`, { params: { id: made } });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, `/api/sessions/${OLD}/messages?limit=5`]);
    await expect(findSession(made)).rejects.toMatchObject({ code: "session-moved" });
  });

  test("imported again, it is the same session", async () => {
    expect(await importText(makeSession({ id: idOf(1) }))).toBe(OLD);
    expect(await ids()).toEqual([OLD]);
  });

  test("once deleted, both ids are deleted", async () => {
    const moved = await send(remove, `/api/sessions/${made}`, { method: "DELETE", params: { id: made } });
    expect([moved.status, moved.headers.get("location")]).toEqual([308, `/api/sessions/${OLD}`]);
    await deleteSession(OLD);
    expect([...(await listDeletions())].sort()).toEqual([OLD, made].sort());
    expect((await ask(made)).status).toBe(404);
  });
});

describe("an importer that makes one session of two", () => {
  const [ONE, TWO] = ["0000000000000011", "0000000000000012"] as const;
  beforeAll(async () => {
    const made = await importText(makeSession({ id: idOf(2) }));
    await asOfOlderImporter(made, [ONE, TWO]);
    await give(ONE, "one");
    await give(TWO, "two");
    expect(await rebuildOutdated()).toBe(1);
  });

  test("the other's id leads to it, and the other's data is there too", async () => {
    expect(await ids()).toEqual([ONE]);
    const both = ["one", "two"];
    expect(await given(ONE)).toEqual({ comments: both, tags: both, title: "Title one", runs: both });
    expect((await ask(TWO)).headers.get("location")).toBe(`/api/sessions/${ONE}`);
    const answer = await send(comments, `/api/sessions/${TWO}/comments`, { params: { id: TWO } });
    expect(answer.headers.get("location")).toBe(`/api/sessions/${ONE}/comments`);
    expect(await startAgain()).toEqual({ derived: 0, quarantined: 0, missing: 0 });
  });

  test("deleting it by the other's id is refused, because it would delete more than requested", async () => {
    const answer = await send(remove, "/x", { method: "DELETE", params: { id: TWO } });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "session-joined", session: ONE }]);
    expect(await ids()).toEqual([ONE]);
  });

  test("a body that names the other means this one", async () => {
    const body = { sessions: [TWO], add_tags: ["three"], remove_tags: [] };
    expect((await postJson(change, "/api/library/changes", body)).status).toBe(200);
    expect((await given(ONE)).tags).toContain("three");
  });
});

test("a sub-agent's file that was a separate session becomes part of its transcript's", async () => {
  const id = idOf(3);
  const agent = makeAgentFile(id, "b1");
  const alone = await importText(agent, "agent-b1.jsonl");
  await give(alone, "agent");
  const form = new FormData();
  form.append("file", new Blob([makeSession({ id })]), `${id}.jsonl`);
  form.append("file", new Blob([agent]), `${id}/subagents/agent-b1.jsonl`);
  const encoded = new Response(form);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const answer = await postBytes(upload, bytes, { "content-type": encoded.headers.get("content-type") ?? "" });
  const whole = (await answer.json()).files[0].sessions[0] as string;
  expect((await ask(alone)).headers.get("location")).toBe(`/api/sessions/${whole}`);
  expect((await given(whole)).comments).toEqual(["agent"]);
  expect(await startAgain()).toEqual({ derived: 0, quarantined: 0, missing: 0 });
});

describe("a file left by a resuming client was a separate session", () => {
  const SESSION_ID = "2d5c8a10-0000-4000-8000-0000000000aa";
  const header = { sessionId: SESSION_ID, projectHash: "ab", kind: "main" };
  const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  const context = { id: "ctx", timestamp: "2026-10-06T08:00:00.000Z", type: "user", content: "<session_context>\nHi" };
  const question = { id: "u1", timestamp: "2026-10-06T08:00:10.000Z", type: "user", content: "Is it open?" };
  const answer = { id: "g1", timestamp: "2026-10-06T08:00:20.000Z", type: "gemini", content: "Yes.", model: "m" };
  const whole = lines({ ...header, startTime: "2026-10-06T08:00:00.000Z" }, question, answer);
  const stub = lines({ ...header, startTime: "2026-10-06T09:00:00.000Z" }, { $set: { messages: [context] } });
  const STUB = "00000000000000cc";

  /** Creates the library as from an older importer, which gave the stub a session. */
  async function asOfOlder(wholeId: string, order: "whole first" | "stub first"): Promise<void> {
    const db = await getDb();
    const report = (await (await postBytes(upload, stub, { "x-file-name": "session-2.jsonl" })).json()).files[0];
    expect(report).toMatchObject({ error: null, sessions: [] });
    const file = await db.importedFile.findFirstOrThrow({ where: { sha256: report.sha256 } });
    const { rowJson, summaryJson, ...rest } = await db.session.findUniqueOrThrow({ where: { id: wholeId } });
    const named = { rowJson: rowJson.replaceAll(wholeId, STUB), summaryJson: summaryJson.replaceAll(wholeId, STUB) };
    await db.session.create({
      data: { ...rest, ...named, id: STUB, fileId: file.id, requests: 0, startedAt: new Date("2026-10-06T09:00:00Z") },
    });
    await db.sessionAlias.deleteMany({ where: { sessionId: wholeId } });
    const reportJson = JSON.stringify({ ...(JSON.parse(file.reportJson) as FileReport), sessions: [STUB] });
    const createdAt = new Date(order === "stub first" ? 0 : Date.now() + 1000);
    await db.importedFile.update({ where: { id: file.id }, data: { reportJson, createdAt } });
    await db.importedFile.updateMany({ where: { id: { in: [file.id, rest.fileId] } }, data: { parserVersion: 1 } });
  }

  test.each(["whole first", "stub first"] as const)("its id leads to the complete session, read %s", async (order) => {
    const id = await importText(whole, "session-1.jsonl");
    await asOfOlder(id, order);
    await give(STUB, `stub-${order.length}`);
    expect(await rebuildOutdated()).toBe(2);
    const left = await ids();
    expect([left.includes(id), left.includes(STUB)]).toEqual([true, false]);
    expect((await ask(STUB)).headers.get("location")).toBe(`/api/sessions/${id}`);
    expect((await given(id)).comments).toEqual([`stub-${order.length}`]);
    expect((await loadSessionSummary(id)).counts.responses).toBe(1);
    expect(await startAgain()).toEqual({ derived: 0, quarantined: 0, missing: 0 });
    await deleteSession(id);
    expect((await ask(STUB)).status).toBe(404);
    await (await getDb()).importedFile.deleteMany({ where: { name: "session-2.jsonl" } });
  });

  test("without the conversation's file its id leads nowhere", async () => {
    const id = await importText(whole, "session-1.jsonl");
    await asOfOlder(id, "stub first");
    await deleteSession(id);
    expect(await rebuildOutdated()).toBe(1);
    expect((await ask(STUB)).status).toBe(404);
  });
});
