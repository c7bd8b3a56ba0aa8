import fs from "node:fs";
import { afterEach, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { blobPath } from "@/lib/server/objects/blobs";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { deleteSession, findRawFile, listLibrary, loadMessageRows } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../../support/api-route";
import { postBytes, startTestServer } from "../../../support/test-server";

const upload = apiRoute("POST /api/sessions");

startTestServer();

const SESSION = "1b9f6a52-0c1e-4d8a-9d57-3f2f8f4f1a01";

/** A Gemini CLI session after this many exchanges; the client rewrites the entire file each time. */
const snapshot = (exchanges: number, sessionId = SESSION): string =>
  JSON.stringify({
    ...{ sessionId, projectHash: "p", startTime: "2026-03-03T08:00:00.000Z" },
    lastUpdated: `2026-03-03T08:0${exchanges}:00.000Z`,
    messages: Array.from({ length: exchanges }, (_, index) => [
      { id: `u${index}`, timestamp: `2026-03-03T08:0${index}:10.000Z`, type: "user", content: `Question ${index}` },
      { id: `g${index}`, timestamp: `2026-03-03T08:0${index}:20.000Z`, type: "gemini", content: "Yes.", model: "m" },
    ]).flat(),
  });

const send = async (text: string) => (await (await postBytes(upload, text)).json()).files[0];
const library = async () => (await listLibrary()).sessions.map(({ id }) => id);
const files = async () => (await getDb()).importedFile.count();

afterEach(async () => {
  for (const id of await library()) await deleteSession(id);
});

test("a newer snapshot replaces an older one at the same address, and the older file is kept", async () => {
  const first = await send(snapshot(1));
  expect((await loadMessageRows(first.sessions[0])).total).toBe(2);
  const second = await send(snapshot(3));
  expect(second.sessions).toEqual(first.sessions);
  expect(await library()).toEqual(first.sessions);
  expect((await loadMessageRows(first.sessions[0])).total).toBe(6);
  expect(fs.readFileSync((await findRawFile(first.sessions[0])).path, "utf8")).toBe(snapshot(3));
  expect(fs.readFileSync(blobPath(first.sha256), "utf8")).toBe(snapshot(1));
});

test("an older snapshot is kept next to the newer one, and the report says so", async () => {
  const newer = await send(snapshot(3));
  const older = await send(snapshot(2));
  expect(older).toMatchObject({ error: null, sessions: newer.sessions, issues: [{ code: "older-snapshot" }] });
  expect(await library()).toEqual(newer.sessions);
  expect((await loadMessageRows(newer.sessions[0])).total).toBe(6);
  expect(await files()).toBe(2);
});

test("a later file of the session without requests never replaces one with requests", async () => {
  const whole = await send(snapshot(1));
  const asked = JSON.parse(snapshot(3)) as { messages: { type: string }[] };
  const stub = { ...asked, messages: asked.messages.filter(({ type }) => type === "user") };
  expect(await send(JSON.stringify(stub))).toMatchObject({ issues: [{ code: "older-snapshot" }] });
  expect((await loadMessageRows(whole.sessions[0])).total).toBe(2);
});

test("snapshots arriving at the same moment are always one session with the newest content", async () => {
  for (let round = 0; round < 4; round += 1) {
    const exchanges = [1, 4, 2, 3].map((_, index, all) => all[(index + round) % all.length] as number);
    const reports = await Promise.all(exchanges.map((count) => send(snapshot(count))));
    const [id] = await library();
    expect(reports.map(({ error, sessions }) => ({ error, sessions }))).toEqual(
      exchanges.map(() => ({ error: null, sessions: [id] })),
    );
    expect(await library()).toEqual([id]);
    expect((await listLibrary()).sessions[0]?.messages).toBe(8);
    expect((await loadMessageRows(id as string)).total).toBe(8);
    expect(fs.readFileSync((await findRawFile(id as string)).path, "utf8")).toBe(snapshot(4));
    await deleteSession(id as string);
    expect(await files()).toBe(0);
  }
}, 60_000);

test("re-read snapshots stay one session with the newest content", async () => {
  const [id] = (await send(snapshot(1))).sessions;
  for (const exchanges of [3, 2]) await send(snapshot(exchanges));
  const db = await getDb();
  await db.importedFile.updateMany({ data: { parserVersion: 1 } });
  await rebuildOutdated();
  expect(await library()).toEqual([id]);
  expect((await loadMessageRows(id)).total).toBe(6);
});

test("deleting a session deletes its older snapshots too", async () => {
  const older = await send(snapshot(1));
  const newer = await send(snapshot(2));
  await deleteSession(newer.sessions[0]);
  expect(await files()).toBe(0);
  expect([older, newer].map(({ sha256 }) => fs.existsSync(blobPath(sha256)))).toEqual([false, false]);
});

test("only a globally unique id makes one session of two files", async () => {
  const sessions = [await send(snapshot(1, "s1")), await send(snapshot(2, "s1"))].flatMap((file) => file.sessions);
  expect(new Set(sessions).size).toBe(2);
});

/** A Claude.ai export: conversations with this many messages each. */
const chats = (...lengths: readonly number[]): string =>
  JSON.stringify(
    lengths.map((length, chat) => ({
      uuid: `1b9f6a52-0c1e-4d8a-9d57-3f2f8f4f1b0${chat}`,
      name: `Chat ${chat}`,
      chat_messages: Array.from({ length }, (_, index) => ({
        uuid: `m${chat}.${index}`,
        sender: index % 2 === 0 ? "human" : "assistant",
        text: `Text ${index}`,
        created_at: `2026-03-03T08:${10 + index}:00.000Z`,
      })),
    })),
  );

test("an export of many conversations imports the newest of each, without second copies", async () => {
  const first = await send(chats(4, 2));
  const second = await send(chats(2, 4, 2));
  expect(first.sessions).toHaveLength(2);
  expect(second.sessions.slice(0, 2)).toEqual(first.sessions);
  expect(await library()).toHaveLength(3);
  const lengths = await Promise.all(second.sessions.map(async (id: string) => (await loadMessageRows(id)).total));
  expect(lengths).toEqual([4, 4, 2]);
  expect(second.issues.map(({ code }: { code: string }) => code)).toEqual(["older-snapshot"]);
  await deleteSession(second.sessions[1]);
  expect(await library()).toEqual(expect.arrayContaining([second.sessions[0], second.sessions[2]]));
  expect(await files()).toBe(2);
});

test("a file with one conversation twice has both", async () => {
  const [chat] = JSON.parse(chats(2)) as object[];
  const { sessions } = await send(JSON.stringify([chat, chat]));
  expect(new Set(sessions).size).toBe(2);
});
