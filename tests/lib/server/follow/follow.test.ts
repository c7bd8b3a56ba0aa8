import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { derivedPath } from "@/lib/server/files/derived";
import { Follower } from "@/lib/server/follow/follow";
import { TailReader } from "@/lib/server/ingest/follow-tail";
import { importFiles } from "@/lib/server/ingest/import-files";
import { stageBlob } from "@/lib/server/objects/blobs";
import { PARSER_VERSION } from "@/lib/server/process/parser-version";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import {
  deleteSession,
  findRawFile,
  listLibrary,
  loadMessageRows,
  loadSessionFrame,
} from "@/lib/server/sessions/sessions";
import { FollowState } from "@/lib/server/store/follow-state";
import { startTestServer } from "../../../support/test-server";
import { makeAgentFile, makeSession } from "../../../support/transcripts";

const data = startTestServer();
const ROOT = "claude-code";
const never = new AbortController().signal;
const stateFile = () => path.join(data.dir(), "follow.json");
const project = () => path.join(data.dir(), "home", ".claude", "projects", "p");
const at = (name: string) => path.join(project(), name);

let clock = 0;
let follower: Follower;
/** Simulates a restart: everything in memory is gone. */
const restart = () => new Follower(new FollowState(stateFile()), () => Date.now() + clock);
const follow = () => follower.state.follow(ROOT, new Date(Date.now() - 1_000).toISOString());
/** Polls after every waiting time is over. */
const look = async () => {
  clock += 61_000;
  await follower.look(never);
};

beforeEach(async () => {
  process.env.WINNOW_DISCOVERY_HOME = path.join(data.dir(), "home");
  fs.rmSync(path.join(data.dir(), "home"), { recursive: true, force: true });
  fs.rmSync(stateFile(), { force: true });
  fs.mkdirSync(project(), { recursive: true });
  for (const { id } of (await listLibrary()).sessions) await deleteSession(id);
  clock = 0;
  follower = restart();
});

const rows = async () => (await listLibrary()).sessions;
const only = async () => {
  const all = await rows();
  expect(all).toHaveLength(1);
  return all[0] as (typeof all)[number];
};
const raw = async (id: string) => fs.readFileSync((await findRawFile(id)).path, "utf8");
const report = async () => JSON.parse((await (await getDb()).importedFile.findFirstOrThrow()).reportJson);
const session = (turns: number) => makeSession({ id: "s1", turns });

test("a root that is no longer followed, or is gone, has no live sessions", async () => {
  follow();
  fs.writeFileSync(at("s1.jsonl"), session(2));
  await follower.look(never);
  expect(follower.isLive).toBe(true);
  follower.state.unfollow(ROOT);
  await follower.look(never);
  expect(follower.isLive).toBe(false);
});

test("a file whose time is a clock tick before following began is imported", async () => {
  follow();
  fs.writeFileSync(at("s1.jsonl"), session(2));
  const began = Date.parse(follower.state.roots.get(ROOT) as string) / 1_000;
  fs.utimesSync(at("s1.jsonl"), began, began - 0.005);
  await follower.look(never);
  await only();
});

test("nothing is read before a root is followed, and older files are left alone", async () => {
  fs.writeFileSync(at("s1.jsonl"), session(2));
  await look();
  expect(await rows()).toEqual([]);
  follower.state.follow(ROOT, new Date(Date.now() + 60_000).toISOString());
  await look();
  expect(await rows()).toEqual([]);
  expect(follower.changes).toBe(0);
});

describe("a growing file", () => {
  test("is one row with one id, whatever is appended; the bytes are the file's", async () => {
    follow();
    const whole = session(6);
    const cuts = [2, 4, 6].map((turns) => session(turns).length);
    const seen: { id: string; requests: number; imported: string }[] = [];
    for (const cut of cuts) {
      fs.writeFileSync(at("s1.jsonl"), whole.slice(0, cut));
      await look();
      const row = await only();
      seen.push({ id: row.id, requests: row.requests, imported: row.imported_at });
      expect(await raw(row.id)).toBe(whole.slice(0, cut));
      expect((await loadMessageRows(row.id)).total).toBe(row.requests * 2);
    }
    expect(new Set(seen.map((one) => one.id)).size).toBe(1);
    expect(new Set(seen.map((one) => one.imported)).size).toBe(1);
    expect(seen.map((one) => one.requests)).toEqual([4, 8, 12]);
    expect(follower.changes).toBe(3);
    const db = await getDb();
    expect([await db.importedFile.count(), await db.blob.count()]).toEqual([1, 1]);
  });

  test("reports the content's hash, not its identity", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    const { id } = await only();
    const { sha256 } = await (await getDb()).importedFile.findFirstOrThrow();
    expect((await loadSessionFrame(id)).files[0]?.sha256).toBe(sha256);
  });

  test("keeps its address when a newer parser reads it again", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    const before = await only();
    await (await getDb()).importedFile.updateMany({ data: { parserVersion: 1 } });
    expect(await rebuildOutdated()).toBe(1);
    expect(await only()).toEqual(before);
    expect((await loadSessionFrame(before.id)).files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a half-written last line is pending, then a row", async () => {
    follow();
    const whole = session(2);
    const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
    fs.writeFileSync(at("s1.jsonl"), whole.slice(0, lastLine + 40));
    await look();
    const before = await report();
    expect(before.rows).toMatchObject({ read: 7, bad: 0, pending_bytes: 40 });
    fs.writeFileSync(at("s1.jsonl"), whole);
    await look();
    expect((await report()).rows).toMatchObject({ read: 8, bad: 0, pending_bytes: 0 });
    await only();
  });

  test("waits after an import, so that a busy file does not use up the machine", async () => {
    let time = Date.now();
    follower = new Follower(new FollowState(stateFile()), () => time); // the clock stands still during an import
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await follower.look(never);
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await follower.look(never);
    expect(follower.changes).toBe(1);
    time += 60_000;
    await follower.look(never);
    expect(follower.changes).toBe(2);
  });

  test("new sub-agent files make a new revision too", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    const { id, sub_agents } = await only();
    expect(sub_agents).toBe(0);
    fs.mkdirSync(at("s1/subagents"), { recursive: true });
    fs.writeFileSync(at("s1/subagents/agent-a.jsonl"), makeAgentFile("s1", "a"));
    await look();
    expect(await only()).toMatchObject({ id, sub_agents: 1 });
  });
});

describe("a file that does not continue", () => {
  test.each([
    ["cut", () => session(1)],
    ["written anew", () => makeSession({ id: "s1", turns: 3, output: "something else" })],
    ["written over in its length", () => session(3).replaceAll("file one", "FILE ONE")],
  ])("%s: the new content replaces the old", async (_, next) => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(3));
    await look();
    const { id } = await only();
    fs.writeFileSync(at("s1.jsonl"), next());
    fs.utimesSync(at("s1.jsonl"), new Date(), new Date(Date.now() + 5));
    await look();
    expect((await only()).id).toBe(id);
    expect(await raw(id)).toBe(next());
  });

  test("that becomes unreadable: the older revision stays complete, and the failure is reported", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await look();
    const before = await only();
    fs.writeFileSync(at("s1.jsonl"), "\u0000\u0001\u0002 not a transcript");
    await look();
    expect(await only()).toEqual(before);
    expect(await raw(before.id)).toBe(session(2));
    expect(follower.failuresIn(ROOT)).toEqual([expect.objectContaining({ path: "p/s1.jsonl" })]);
    fs.writeFileSync(at("s1.jsonl"), session(3));
    await look();
    expect((await only()).requests).toBe(6);
    expect(follower.failuresIn(ROOT)).toEqual([]);
  });

  test("that changed in its middle while growing: noticed once the file is idle", async () => {
    follow();
    const output = `${"x".repeat(9_000)}MIDDLE${"x".repeat(9_000)}`;
    fs.writeFileSync(at("s1.jsonl"), makeSession({ id: "s1", turns: 2, output }));
    await look();
    const changed = makeSession({ id: "s1", turns: 4, output }).replace("MIDDLE", "CHANGE");
    fs.writeFileSync(at("s1.jsonl"), changed);
    await look();
    const { id } = await only();
    expect(await raw(id)).not.toBe(changed); // the price of reading only what is new …
    await look();
    expect(await raw(id)).toBe(changed); // … is paid once idle
    const { changes } = follower;
    await look();
    expect(follower.changes).toBe(changes);
  });
});

describe("what the library already has", () => {
  test("a session imported by hand keeps its id when it grows", async () => {
    const file = async (text: string) => ({
      ...(await stageBlob([new TextEncoder().encode(text)] as unknown as AsyncIterable<Uint8Array>)),
      name: "p/s1.jsonl",
    });
    await importFiles([await file(session(2))]);
    const { id } = await only();
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(4));
    await look();
    expect(await only()).toMatchObject({ id, requests: 8 });
  });

  test("two files with equal content are one row; when they diverge, each has its own", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(2));
    fs.writeFileSync(at("copy.jsonl"), session(2));
    await look();
    await only();
    fs.writeFileSync(at("copy.jsonl"), session(3));
    await look();
    await look();
    expect((await rows()).map((row) => row.requests).sort()).toEqual([4, 6]);
  });

  test("a session that a person deleted stays away until following is turned on again", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    await deleteSession((await only()).id);
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await look();
    expect(await rows()).toEqual([]);
    follower = restart();
    await look();
    expect(await rows()).toEqual([]);
  });

  test("it stays away although an earlier revision's files could not be removed yet", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    const note = path.join(data.dir(), "imports", `${(await findRawFile((await only()).id)).sha256}.json`);
    const older = { ...follower.state.fileAt(ROOT, "p/s1.jsonl"), note: fs.readFileSync(note) };
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await look();
    const newer = follower.state.fileAt(ROOT, "p/s1.jsonl");
    if (!older.shas || !newer) throw new Error("both should be noted");
    follower.state.put({ ...newer, shas: [...older.shas, ...newer.shas] });
    fs.writeFileSync(note, older.note);
    await deleteSession((await only()).id);
    fs.writeFileSync(at("s1.jsonl"), session(3));
    await look();
    fs.rmSync(note, { force: true });
    expect(await rows()).toEqual([]);
  });
});

describe("after a restart", () => {
  test("an unchanged file is not imported again, and a changed one stays the same session", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    const { id } = await only();
    follower = restart();
    await look();
    expect(follower.changes).toBe(0);
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await look();
    expect(await only()).toMatchObject({ id, requests: 4 });
  });

  test("a crash before the import was recorded is repaired: one row, the same id, matching files", async () => {
    follow();
    fs.writeFileSync(at("s1.jsonl"), session(1));
    await look();
    const { id } = await only();
    const noted = follower.state.fileAt(ROOT, "p/s1.jsonl");
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await look();
    const later = follower.state.fileAt(ROOT, "p/s1.jsonl");
    if (!noted || !later) throw new Error("both should be noted");
    follower.state.put({ ...noted, shas: [...noted.shas, ...later.shas], signature: null });
    fs.rmSync(derivedPath(PARSER_VERSION, id), { recursive: true }); // and the derived file is gone
    follower = restart();
    fs.writeFileSync(at("s1.jsonl"), session(3));
    await look();
    expect(await only()).toMatchObject({ id, requests: 6 });
    expect((await loadMessageRows(id)).total).toBe(12);
  });

  test("a damaged note counts as none", async () => {
    fs.writeFileSync(stateFile(), "{");
    expect([...restart().state.roots]).toEqual([]);
  });
});

test("if rows cannot be written, the older files are restored", async () => {
  follow();
  fs.writeFileSync(at("s1.jsonl"), session(1));
  await look();
  const { id } = await only();
  const db = await getDb();
  await db.$executeRawUnsafe("CREATE TRIGGER refuse BEFORE INSERT ON Session BEGIN SELECT RAISE(ABORT, 'no'); END");
  try {
    fs.writeFileSync(at("s1.jsonl"), session(2));
    await look();
    expect(await only()).toMatchObject({ id, requests: 2 });
    expect((await loadMessageRows(id)).total).toBe(4);
  } finally {
    await db.$executeRawUnsafe("DROP TRIGGER refuse");
  }
  fs.writeFileSync(at("s1.jsonl"), session(3));
  await look();
  expect(await only()).toMatchObject({ id, requests: 6 });
});

test("the live count covers files written to recently", async () => {
  follow();
  fs.writeFileSync(at("s1.jsonl"), session(1));
  fs.writeFileSync(at("s2.jsonl"), makeSession({ id: "s2" }));
  fs.utimesSync(at("s2.jsonl"), new Date(), new Date(Date.now() - 3_600_000));
  await follower.look(never);
  expect(follower.liveIn(ROOT)).toBe(1);
});

test("the tail is read from where the last read ended, through one name and one file only", async () => {
  const reader = new TailReader();
  const base = fs.realpathSync(project());
  fs.writeFileSync(at("t.jsonl"), "one\n");
  expect(await reader.stage(base, "t.jsonl")).toMatchObject({ readFrom: 0, bytes: 4 });
  fs.appendFileSync(at("t.jsonl"), "two\n");
  const second = await reader.stage(base, "t.jsonl");
  expect(second).toMatchObject({ readFrom: 0, bytes: 8 }); // the first copy was not kept as a blob
  const { keepBlob } = await import("@/lib/server/objects/blobs");
  keepBlob(second);
  fs.appendFileSync(at("t.jsonl"), "three\n");
  const third = await reader.stage(base, "t.jsonl");
  expect(third).toMatchObject({ readFrom: 8, bytes: 14 });
  expect(fs.readFileSync(third.path, "utf8")).toBe("one\ntwo\nthree\n");
  keepBlob(third);
  fs.renameSync(at("t.jsonl"), at("old.jsonl"));
  fs.writeFileSync(at("t.jsonl"), "one\ntwo\nthree\nfour\n");
  expect((await reader.stage(base, "t.jsonl")).readFrom).toBe(0);
});

test("a followed file or folder replaced by a link is no longer read, wherever the link leads", async () => {
  const reader = new TailReader();
  const base = fs.realpathSync(path.dirname(project()));
  const outside = path.join(data.dir(), "outside");
  fs.mkdirSync(outside, { recursive: true });
  fs.writeFileSync(path.join(outside, "l.jsonl"), "one\ntwo of another user\n");
  fs.writeFileSync(at("l.jsonl"), "one\n");
  expect(await reader.stage(base, "p/l.jsonl")).toMatchObject({ bytes: 4 });
  fs.rmSync(at("l.jsonl"));
  fs.symlinkSync(path.join(outside, "l.jsonl"), at("l.jsonl"));
  await expect(reader.stage(base, "p/l.jsonl")).rejects.toThrow();
  fs.rmSync(project(), { recursive: true });
  fs.symlinkSync(outside, project());
  await expect(reader.stage(base, "p/l.jsonl")).rejects.toThrow();
});
