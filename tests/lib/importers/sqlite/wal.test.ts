import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Client, createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { TranscriptFile } from "@/lib/importers/importer";
import { CRUSH_SCHEMA, crushMessage, crushSession } from "@/tests/support/crush-rows";
import { memoryFile } from "@/tests/support/transcript-file";

/** A database in use by its client: written by SQLite itself, and copied while the newest rows are in the log. */
let folder: string;
let client: Client;
let main: Uint8Array;
let log: Uint8Array;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "winnow-wal-"));
  const location = path.join(folder, "crush.db");
  client = createClient({ url: `file:${location}` });
  await client.execute("pragma journal_mode = wal");
  await client.executeMultiple(CRUSH_SCHEMA);
  await insert("sessions", crushSession("s1"));
  await insert("messages", crushMessage("m1", "s1", "user", [{ type: "text", data: { text: "in the database" } }], 1));
  await client.execute("pragma wal_checkpoint(truncate)");
  const long = "in the log ".repeat(2000);
  await insert("messages", crushMessage("m2", "s1", "user", [{ type: "text", data: { text: long } }], 2));
  main = new Uint8Array(readFileSync(location));
  log = new Uint8Array(readFileSync(`${location}-wal`));
});

afterAll(() => {
  client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function insert(table: string, row: Record<string, string | number | null>) {
  const names = Object.keys(row);
  const sql = `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
  await client.execute({ sql, args: Object.values(row) });
}

async function textsOf(...files: TranscriptFile[]) {
  const imported = await importTranscript(files);
  if (!imported.ok) throw new Error(imported.error.message);
  const parts = imported.value.sessions.flatMap((session) => session.messages.flatMap((message) => message.parts));
  const texts = parts.map((part) => (part.type === "text" ? part.text.slice(0, 11).trim() : part.type));
  return {
    texts,
    issues: imported.value.issues.map(({ code }) => code),
    files: imported.value.sessions[0]?.files.length,
  };
}

const BOTH = ["in the data", "in the log"];

describe("a database with a write-ahead log", () => {
  test("reads rows that are only in the log; the log's name does not matter", async () => {
    expect(log.length).toBeGreaterThan(4096);
    const files = [memoryFile(main, "a"), memoryFile(log, "b")] as const;
    expect(await textsOf(...files)).toEqual({ texts: BOTH, issues: [], files: 2 });
  });

  test("without the log, the report says so", async () => {
    const alone = await textsOf(memoryFile(main, "a"));
    expect(alone).toEqual({ texts: BOTH.slice(0, 1), issues: ["store-log-missing"], files: 1 });
  });

  test("reads a log up to its last complete commit, as SQLite would", async () => {
    const cut = await textsOf(memoryFile(main), memoryFile(log.subarray(0, log.length - 1)));
    expect(cut.texts).toEqual(BOTH.slice(0, 1));
    const damaged = log.slice();
    damaged[log.length - 100] = 1 + (damaged[log.length - 100] ?? 0);
    expect((await textsOf(memoryFile(main), memoryFile(damaged))).texts).toEqual(BOTH.slice(0, 1));
    const older = log.slice();
    older[16] = 1 + (older[16] ?? 0);
    expect((await textsOf(memoryFile(main), memoryFile(older))).texts).toEqual(BOTH.slice(0, 1));
  });

  test("an empty log is a log without rows", async () => {
    const alone = await textsOf(memoryFile(main), memoryFile(new Uint8Array(0)));
    expect(alone).toEqual({ texts: BOTH.slice(0, 1), issues: [], files: 2 });
  });
});
