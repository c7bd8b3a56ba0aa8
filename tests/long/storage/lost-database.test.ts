import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyDatabase } from "@/lib/server/db/database-child";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { answerLibraryChange } from "@/lib/server/library/change-sessions";
import { rebuildLibrary } from "@/lib/server/repair/rebuild-library";
import { addComment, changeComment } from "@/lib/server/sessions/comments";
import { deleteSession, findRawFile, listLibrary, loadMessageRows } from "@/lib/server/sessions/sessions";
import { saveOutputs } from "@/lib/server/store/stored-outputs";
import { keepingSurroundings } from "@/lib/server/workers/surroundings";
import { apiRoute } from "../../support/api-route";
import { rawFiles, removeDatabase, startAgain, stopServer } from "../../support/restart";
import { postBytes, sha256, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const upload = apiRoute("POST /api/sessions");

const data = startTestServer("libsql");
const database = () => path.join(data.dir(), "winnow.db");
const textOf = (number: number) => makeSession({ id: `dddddddd-0000-4000-8000-00000000000${number}` });
const send = (text: string, name: string) => postBytes(upload, text, { "x-file-name": name });

async function importOne(number: number, name = `talk-${number}.jsonl`): Promise<string> {
  return (await (await send(textOf(number), name)).json()).files[0].sessions[0];
}

/** Imports a session with a sub-agent file, as in a client's folder. */
async function importWithCompanion(): Promise<string> {
  const main = makeSession({ id: "eeeeeeee-0000-4000-8000-000000000001" });
  const form = new FormData();
  form.append("file", new Blob([main]), "p/eeeeeeee-0000-4000-8000-000000000001.jsonl");
  const agent = main.replaceAll('"isSidechain":false', '"isSidechain":true');
  form.append("file", new Blob([agent]), "p/eeeeeeee-0000-4000-8000-000000000001/subagents/agent-abc.jsonl");
  const request = new Request("http://127.0.0.1:3000/api/sessions", { method: "POST", body: form });
  const body = new Uint8Array(await request.arrayBuffer());
  const answer = await postBytes(upload, body, { "content-type": request.headers.get("content-type") as string });
  return (await answer.json()).files[0].sessions[0];
}

function loseContent(): void {
  removeDatabase();
  fs.writeFileSync(database(), "");
}

const library = async () => (await listLibrary({ limit: 100 })).sessions;

const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
/** Readers' additions to the sessions. */
async function given() {
  const db = await getDb();
  const notes = await db.sessionNote.findMany();
  return {
    titles: notes.flatMap(({ title }) => title ?? []),
    binned: notes.flatMap(({ sessionId, deletedAt }) => (deletedAt ? [sessionId] : [])),
    tags: (await db.sessionTag.findMany({ orderBy: { tag: "asc" } })).map(({ tag }) => tag),
    comments: await db.comment.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
  };
}

beforeEach(async () => {
  await getDb();
  for (let number = 1; number <= 3; number += 1) await importOne(number);
});
afterEach(async () => {
  await stopServer();
  for (const name of fs.readdirSync(data.dir())) fs.rmSync(path.join(data.dir(), name), { recursive: true });
  delete process.env.DATABASE_URL;
});

describe("a database.json truncated by a crash", () => {
  const file = () => path.join(data.dir(), "database.json");

  test.each(["", '{"database":"lib'])("%j: the next start writes it again, as it was", async (left) => {
    const [before, whole] = [await library(), fs.readFileSync(file(), "utf8")];
    await stopServer();
    fs.writeFileSync(file(), left);
    await startAgain();
    expect(await library()).toEqual(before);
    expect(fs.readFileSync(file(), "utf8")).toBe(whole);
  });

  test("with a lost database nothing shows what the files belong to, so the start is refused and nothing changes", async () => {
    const files = rawFiles();
    await stopServer();
    removeDatabase();
    fs.writeFileSync(file(), "{");
    await expect(getDb()).rejects.toThrow("cannot be read");
    expect(rawFiles()).toEqual(files);
    expect(fs.readFileSync(file(), "utf8")).toBe("{");
    fs.rmSync(file());
    expect((await startAgain()).missing).toBe(3);
  });
});

test("a stopped server's winnow.db alone contains all rows", async () => {
  const before = await library();
  await stopServer();
  for (const end of ["-wal", "-shm"]) fs.rmSync(`${database()}${end}`, { force: true });
  await startAgain();
  expect(await library()).toEqual(before);
});

describe("raw files outlive their database", () => {
  test.each([
    ["removed", () => removeDatabase()],
    ["emptied, its log left", () => fs.truncateSync(database(), 0)],
    ["emptied, without a log", loseContent],
  ])("%s: every file stays, and a rebuild restores names, order, ids and companions", async (_name, lose) => {
    await importWithCompanion();
    const before = await library();
    const files = rawFiles();
    expect(files).toHaveLength(5);
    await stopServer();
    lose();

    const swept = await startAgain();
    expect(rawFiles()).toEqual(files);
    expect(swept).toEqual({ derived: 0, quarantined: 0, missing: 4 });
    expect(await library()).toEqual([]);
    expect(await rebuildLibrary()).toEqual({ rebuilt: 4, refused: [] });
    expect(await library()).toEqual(before);
    const companions = await (await getDb()).companion.findMany();
    expect(companions.map(({ name }) => name)).toEqual([
      "p/eeeeeeee-0000-4000-8000-000000000001/subagents/agent-abc.jsonl",
    ]);
    expect((await startAgain()).missing).toBe(0);
    expect(rawFiles()).toEqual(files);
  });

  test("a restored older backup: what it does not know is offered, what was deleted since stays deleted", async () => {
    const [kept, doomed] = await library();
    await copyDatabase(database(), path.join(data.dir(), "older.db"));
    const later = await importOne(4);
    await deleteSession((doomed as { id: string }).id);
    const before = await library();
    const files = rawFiles();
    await stopServer();
    removeDatabase();
    fs.renameSync(path.join(data.dir(), "older.db"), database());

    expect((await startAgain()).missing).toBe(1);
    expect(rawFiles()).toEqual(files);
    await rebuildLibrary();
    expect(await library()).toEqual(before);
    expect(before.map(({ id }) => id)).toEqual(expect.arrayContaining([later, (kept as { id: string }).id]));
  });

  test("a new database elsewhere is refused, and nothing changes", async () => {
    const files = rawFiles();
    await stopServer();
    process.env.DATABASE_URL = `file:${path.join(data.dir(), "elsewhere", "other.db")}`;
    await expect(getDb()).rejects.toThrow("holds the files of another one");
    delete process.env.DATABASE_URL;
    expect((await startAgain()).missing).toBe(0);
    expect(rawFiles()).toEqual(files);
  });

  test("another directory's database is refused, bound or not", async () => {
    const files = rawFiles();
    await stopServer();
    const other = path.join(data.dir(), "other");
    process.env.WINNOW_DATA_DIR = other;
    await getDb();
    await importOne(7);
    await copyDatabase(path.join(other, "winnow.db"), path.join(data.dir(), "foreign.db"));
    await stopServer();
    process.env.WINNOW_DATA_DIR = data.dir();
    process.env.DATABASE_URL = `file:${path.join(other, "winnow.db")}`;
    await expect(getDb()).rejects.toThrow("belongs to another data directory");
    delete process.env.DATABASE_URL;
    removeDatabase();
    fs.renameSync(path.join(data.dir(), "foreign.db"), database());
    await expect(getDb()).rejects.toThrow("belongs to another data directory");
    expect(rawFiles()).toEqual(files);
    fs.rmSync(path.join(data.dir(), "database.json"));
    await expect(getDb()).rejects.toThrow("none of the files");
    expect(rawFiles()).toEqual(files);
  });

  test("a directory of an older version: notes are written, and without its database only the bytes are read", async () => {
    const before = await library();
    const forgetNotes = () => fs.rmSync(path.join(data.dir(), "imports"), { recursive: true });
    forgetNotes();
    await startAgain();
    expect(fs.readdirSync(path.join(data.dir(), "imports"))).toHaveLength(3);
    forgetNotes();
    await stopServer();
    removeDatabase();
    fs.rmSync(path.join(data.dir(), "database.json"));
    expect((await startAgain()).missing).toBe(3);
    expect(await rebuildLibrary()).toEqual({ rebuilt: 3, refused: [] });
    const after = await library();
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    expect(after[0]?.file_name).toMatch(/^recovered-[0-9a-f]{12}$/);
  });

  test("comments, titles, tags and the place in the bin are restored with their session", async () => {
    const [first, second, third] = (await library()).map(({ id }) => id) as [string, string, string];
    const change = (sessions: string[], given: object) => answerLibraryChange(json({ sessions, ...given }));
    await change([first], { title: "mine" });
    await change([first, second], { add_tags: ["b", "a"] });
    await change([second], { remove_tags: ["a", "b"] });
    await change([third], { binned: true });
    const { id } = await addComment(first, json({ agent: "main", index_in_agent: 0, text: "first" }));
    await addComment(first, json({ agent: "main", index_in_agent: 0, text: "second" }));
    await changeComment(first, id, json({ text: "changed" }));
    const before = await given();
    expect(before).toMatchObject({ titles: ["mine"], tags: ["a", "b"], binned: [third] });
    const files = fs.readdirSync(path.join(data.dir(), "given"));
    expect(files.sort()).toEqual([first, third].map((id) => `${id}.json`).sort());
    await stopServer();
    removeDatabase();
    await startAgain();
    await rebuildLibrary();
    expect(await given()).toEqual(before);
    await deleteSession(first);
    expect(fs.readdirSync(path.join(data.dir(), "given"))).toEqual([`${third}.json`]);
  });

  test("what could not be written next to the database is written at the next start", async () => {
    const [{ id = "" } = {}] = await library();
    await addComment(id, json({ agent: "main", index_in_agent: 0, text: "first" }));
    const file = path.join(data.dir(), "given", `${id}.json`);
    const written = fs.readFileSync(file, "utf8");
    for (const left of [null, "{"]) {
      await stopServer();
      if (left === null) fs.rmSync(file);
      else fs.writeFileSync(file, left);
      await startAgain();
      expect(fs.readFileSync(file, "utf8")).toBe(written);
    }
  });

  test("a damaged file of additions affects only that session", async () => {
    const [{ id = "" } = {}] = await library();
    await addComment(id, json({ agent: "main", index_in_agent: 0, text: "first" }));
    await stopServer();
    removeDatabase();
    fs.writeFileSync(path.join(data.dir(), "given", `${id}.json`), '{"version":1}');
    await startAgain();
    expect(await rebuildLibrary()).toEqual({ rebuilt: 3, refused: [] });
    expect((await given()).comments).toEqual([]);
  });

  test("put-aside outputs keep their reference", async () => {
    const content = "a long output";
    const id = `out_${sha256(content).slice(0, 24)}`;
    const { surroundings, outputs } = keepingSurroundings();
    await surroundings.keep({ id, text: content, tool: "bash", tokens: 3, source: null });
    await saveOutputs(outputs);
    const before = await (await getDb()).storedOutput.findMany({ select: { id: true, tool: true, tokens: true } });
    await stopServer();
    removeDatabase();
    expect((await startAgain()).missing).toBe(3);
    expect(await (await getDb()).storedOutput.findMany({ select: { id: true, tool: true, tokens: true } })).toEqual(
      before,
    );
  });
});

describe("files of unknown origin", () => {
  test("are moved to the quarantine, never removed", async () => {
    fs.writeFileSync(path.join(data.dir(), "blobs", "notes.txt"), "mine");
    fs.mkdirSync(path.join(data.dir(), "derived", "1", "stranger"), { recursive: true });
    expect(await startAgain()).toMatchObject({ quarantined: 2, missing: 0 });
    const at = (name: string) => path.join(data.dir(), "quarantine", name);
    expect(fs.readFileSync(at("blobs/notes.txt"), "utf8")).toBe("mine");
    expect(fs.existsSync(at("derived/1/stranger"))).toBe(true);
  });

  test("our file that no importer reads, or with changed bytes, goes there at a rebuild with its note", async () => {
    const shas = rawFiles();
    const [damaged] = shas as [string];
    const place = path.join(data.dir(), "blobs", damaged.slice(0, 2), damaged);
    const bytes = fs.readFileSync(place);
    fs.writeFileSync(place, bytes.subarray(0, 100));
    const odd = sha256("no transcript at all");
    fs.mkdirSync(path.join(data.dir(), "blobs", odd.slice(0, 2)), { recursive: true });
    fs.writeFileSync(path.join(data.dir(), "blobs", odd.slice(0, 2), odd), "no transcript at all");
    await stopServer();
    removeDatabase();
    expect((await startAgain()).missing).toBe(4);
    const { rebuilt, refused } = await rebuildLibrary();
    expect(rebuilt).toBe(2);
    expect(refused.map(({ code }) => code)).toContain("raw-damaged");
    expect(refused).toHaveLength(2);
    const at = (name: string) => path.join(data.dir(), "quarantine", name);
    expect(fs.existsSync(at(`blobs/${damaged.slice(0, 2)}/${damaged}`))).toBe(true);
    expect(fs.existsSync(at(`imports/${damaged}.json`))).toBe(true);
    expect(fs.existsSync(at(`blobs/${odd.slice(0, 2)}/${odd}`))).toBe(true);
    expect((await startAgain()).missing).toBe(0);
  });
});

describe("a person's delete", () => {
  test("that was interrupted after its note is completed at the next start, and a rebuild does not undo it", async () => {
    const { id } = (await library())[0] as { id: string };
    const { path: file } = await findRawFile(id);
    fs.mkdirSync(path.join(data.dir(), "deleted"), { recursive: true });
    fs.writeFileSync(path.join(data.dir(), "deleted", id), "");
    expect((await startAgain()).missing).toBe(0);
    expect(fs.existsSync(file)).toBe(false);
    await rebuildLibrary();
    expect((await library()).map((entry) => entry.id)).not.toContain(id);
  });

  test("that was interrupted after its rows were gone, too", async () => {
    const { id } = (await library())[0] as { id: string };
    const { path: file } = await findRawFile(id);
    fs.mkdirSync(path.join(data.dir(), "deleted"), { recursive: true });
    fs.writeFileSync(path.join(data.dir(), "deleted", id), "");
    await (await getDb()).importedFile.deleteMany({ where: { sessions: { some: { id } } } });
    await closeDb();
    expect(await startAgain()).toEqual({ derived: 1, quarantined: 0, missing: 0 });
    expect(fs.existsSync(file)).toBe(false);
    expect(rawFiles()).toHaveLength(2);
  });

  test("is undone by importing again", async () => {
    const id = await importOne(5);
    await deleteSession(id);
    expect(await importOne(5)).toBe(id);
    expect((await startAgain()).missing).toBe(0);
    expect((await loadMessageRows(id)).total).toBeGreaterThan(0);
  });
});
