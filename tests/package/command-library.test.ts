import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { builtCommand } from "../support/built-command";
import { makeSession } from "../support/transcripts";

/** Commands that need the library, in a build without a server, so they open it in their own process. */

const { folder, winnow } = builtCommand();
const inData = (name: string) => path.join(folder, "data", name);

/** The imported session's id. */
let id = "";
const TITLE = "Please list the files, round 0";

/** A command leaves nothing behind: no lock and no server address. */
afterEach(() => expect(["owner.lock", "server.json"].filter((name) => fs.existsSync(inData(name)))).toEqual([]));

test("a session is imported, shown and exported, with the same answers as the server's routes", async () => {
  const file = path.join(folder, "session.jsonl");
  fs.writeFileSync(file, makeSession());
  const imported = await winnow(["import", file, "session.jsonl"]);
  expect([imported.code, imported.err]).toEqual([0, `importing ${file} …\nimporting session.jsonl …\n`]);
  id = /^session\.jsonl: (\w+)\n/.exec(imported.out)?.[1] ?? "";
  expect(imported.out).toBe(`session.jsonl: ${id}\nsession.jsonl: ${id} (already there)\n`);
  expect(JSON.parse((await winnow(["show", id, "--json"])).out).session).toMatchObject({ id, title: TITLE });
  expect((await winnow(["export", id, "-f", "markdown", "-o", "here.md"])).code).toBe(0);
  expect(fs.readFileSync(path.join(folder, "here.md"), "utf8")).toMatch(/^# /);
});

test("concurrent reads share the library; a missing session is a sentence", async () => {
  const advised = await winnow(["advise", id, "0123456789abcdef"]);
  expect([advised.code, advised.err]).toEqual([1, expect.stringContaining("(no-such-session)")]);
});

test("a command waits until another process has left the library", async () => {
  const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  fs.writeFileSync(inData("owner.lock"), JSON.stringify({ pid: other.pid, started: null }));
  const { code, out, err } = await winnow(["spend", "--json"], "", () => other.kill("SIGKILL"));
  expect([code, err]).toEqual([0, `waiting for process ${other.pid}, which has the library open …\n`]);
  expect(JSON.parse(out)).toMatchObject({ found: 1, sessions: 1 });
});

test("two concurrent commands both answer", async () => {
  const both = await Promise.all([winnow(["ls", "--json"]), winnow(["ls", "--json"])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both[0].out).toBe(both[1].out);
  const { sessions } = JSON.parse(both[0].out);
  expect(sessions).toHaveLength(1);
  expect(sessions).toMatchObject([{ id, title: TITLE }]);
});

test("a damaged database is reported as by the server", async () => {
  fs.writeFileSync(inData("winnow.db"), Buffer.alloc(8192, 1)); // no header
  for (const end of ["-wal", "-shm"]) fs.rmSync(inData(`winnow.db${end}`), { force: true });
  const { code, err } = await winnow(["ls"]);
  expect([code, err]).toEqual([1, expect.stringContaining("(db-damaged)")]);
});
