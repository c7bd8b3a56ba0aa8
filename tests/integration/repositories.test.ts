import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { Problem } from "@/lib/api/problem";
import type { LibraryRow } from "@/lib/api/schemas/session";
import { type Db, getDb, type Transaction } from "@/lib/server/db/get-db";
import { dropUnusedBlobs } from "@/lib/server/ingest/import-rows";
import { failInterruptedJobs, loadJob } from "@/lib/server/jobs/jobs";
import { deleteRun, listRuns, loadRun } from "@/lib/server/sessions/runs";
import { deleteSession, listLibrary } from "@/lib/server/sessions/sessions";
import { saveOutputs } from "@/lib/server/store/stored-outputs";
import { onBothStores } from "../support/on-both-stores";
import { makeTempData } from "../support/temp-data";

const hex = (number: number) => number.toString(16).padStart(64, "0");
const AWKWARD = ["a\0b", "\0", "\ud800x", "x\udfff", "\u0010", "\u00100", "\u0010d800", "😀", "Ä", "", " x "];

/** Adds a file with its bytes and sessions. */
async function addFile(
  db: Db | Transaction,
  number: number,
  sessions: readonly string[],
  more: { name?: string; wal?: string } = {},
) {
  const sha256 = hex(number);
  await db.blob.create({ data: { sha256, bytes: 1 } });
  await db.importedFile.create({
    data: {
      id: `f${number}`,
      sha256,
      parserVersion: 1,
      name: more.name ?? "a.jsonl",
      bytes: 1,
      format: "x",
      detectedBy: "",
      reportJson: "{}",
      companions: { create: more.wal ? [{ id: `c${number}`, sha256, name: more.wal, bytes: 7, position: 0 }] : [] },
      sessions: { create: sessions.map(sessionRow) },
    },
  });
}

const NOTHING_KNOWN = {
  client_session: null,
  first_exchange: null,
  project: null,
  model: null,
  models: [],
  started_at: null,
  ended_at: null,
  duration_seconds: null,
  window_tokens: null,
  peak_fraction: null,
  peak_basis: "exact",
  fill: [],
  trigger_fraction: null,
  tokens_in: null,
  tokens_out: null,
  output_is_floor: false,
  cache_read_share: null,
  simulated_read_share: null,
  cost: { amount: null, currency: "USD", basis: "unknown" },
  compactions: 0,
  cache_breaks: 0,
  lost_cost: null,
  sub_agents: 0,
  api_errors: 0,
  tool_errors: 0,
} as const;

/** The session's row as stored for the list. */
const listed = (id: string) =>
  ({ ...NOTHING_KNOWN, id, title: "t", client: "c", format: "x", messages: 1, requests: 1, peak_tokens: 1 }) as const;

const sessionRow = (id: string) => ({
  id,
  parserVersion: 1,
  title: "t",
  format: "x",
  messages: 1,
  requests: 1,
  peakTokens: 1,
  rowJson: JSON.stringify(listed(id) satisfies LibraryRow),
  summaryJson: "{}",
  createdAt: new Date(0),
});

const runRow = (id: string, title = "t") => ({
  id,
  kind: "comparison",
  title,
  paramsJson: "{}",
  versionsJson: '{"parser":0,"files":{},"strategies":{}}',
  summaryJson: "{}",
  bytes: 1,
});

onBothStores((store) => {
  makeTempData(store);
  let db: Db;
  beforeEach(async () => {
    db = await getDb();
    await db.run.deleteMany();
    await db.storedOutput.deleteMany();
    await db.importedFile.deleteMany();
    await db.blob.deleteMany();
    await db.job.deleteMany();
  });

  test("text is preserved, whatever it contains, and can be found", async () => {
    for (const [index, title] of AWKWARD.entries()) await db.run.create({ data: runRow(`r${index}`, title) });
    const rows = await db.run.findMany({ orderBy: { id: "asc" }, select: { id: true, title: true } });
    expect(new Map(rows.map(({ id, title }) => [id, title]))).toEqual(new Map(AWKWARD.map((t, i) => [`r${i}`, t])));
    for (const title of AWKWARD) expect(await db.run.count({ where: { title } })).toBe(1);
    expect(await db.run.count({ where: { title: { in: AWKWARD } } })).toBe(AWKWARD.length);
    expect(await db.run.update({ where: { id: "r0" }, data: { title: "\0\ud800" } })).toMatchObject({
      title: "\0\ud800",
    });
  });

  test("text is preserved in a transaction too; JSON of any value stays the same text", async () => {
    const unit = fc.oneof(fc.constantFrom("\0", "\u0010", "\ud83d", "\ude00", "0", "1"), fc.string({ unit: "binary" }));
    const values = fc.sample(fc.tuple(fc.array(unit), fc.json()), { numRuns: 15, seed: 5 });
    const texts = values.map(([parts, json]) => [parts.join(""), json] as const);
    await db.$transaction(async (transaction) => {
      for (const [index, [title, paramsJson]] of texts.entries())
        await transaction.run.create({ data: { ...runRow(`r${index}`, title), paramsJson } });
    });
    for (const [index, [title, paramsJson]] of texts.entries())
      expect(await db.run.findUnique({ where: { id: `r${index}` } })).toMatchObject({ title, paramsJson });
  });

  test("numbers are exact up to 2⁵³ − 1; times keep milliseconds, from the year 1 to 9999", async () => {
    for (const bytes of [0, 2 ** 31, 3e9, Number.MAX_SAFE_INTEGER])
      expect(await db.blob.create({ data: { sha256: hex(bytes), bytes } })).toMatchObject({ bytes });
    expect(await db.blob.count({ where: { bytes: { gt: 2 ** 31 } } })).toBe(2);
    for (const text of ["0001-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.001Z"]) {
      const endedAt = new Date(text);
      await db.job.create({ data: { id: text, kind: "k", state: "done", endedAt } });
      expect((await loadJob(text)).ended_at).toBe(text);
    }
    expect(await db.job.count({ where: { endedAt: { lt: new Date(0) } } })).toBe(2);
  });

  test("pages the library by time, then by the bytes of the id, each session once", async () => {
    const ids = ["b", "B", "a_", "a-", "a.", "Z", "z", "_", "1", "aa"];
    await addFile(db, 1, ids);
    const seen: string[] = [];
    for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
      const page = await listLibrary({ limit: 3, cursor });
      seen.push(...page.sessions.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([...ids].sort((a, b) => (a < b ? 1 : -1)));
  });

  test("recognises a database's log by its exact name", async () => {
    await addFile(db, 1, ["s1"], { wal: "x.db-wal" });
    await addFile(db, 2, ["s2"], { wal: "x.db-WAL" });
    const { sessions } = await listLibrary();
    expect(sessions.map(({ id, log_bytes }) => [id, log_bytes])).toEqual([
      ["s2", 0],
      ["s1", 7],
    ]);
  });

  test("an unknown row stays unknown, even under a name that the database refuses", async () => {
    for (const id of ["nope", "a\0b", "\ud800", "'; DROP TABLE Run", "x".repeat(5_000)]) {
      await expect(loadRun(id)).rejects.toThrow(Problem);
      await expect(deleteRun(id)).rejects.toMatchObject({ status: 404, code: "no-such-run" });
      await expect(loadJob(id)).rejects.toMatchObject({ status: 404, code: "no-such-job" });
      expect(await listRuns({ sessionId: id })).toEqual([]);
    }
  });

  test("the same output saved by twenty concurrent calls is one row", async () => {
    const output = { id: "out_1", sha256: hex(9), tool: "Ba\0sh", tokens: 5, bytes: 6, sessionId: null };
    await Promise.all(Array.from({ length: 20 }, () => saveOutputs([output])));
    expect(await db.storedOutput.findMany({ select: { id: true, tool: true } })).toEqual([
      { id: "out_1", tool: "Ba\0sh" },
    ]);
  });

  test("saves hundreds of outputs in a few statements, equal texts once, and known ones without a write", async () => {
    const outputs = Array.from({ length: 600 }, (_, index) => ({
      id: `many_${index}`,
      sha256: hex(2000 + Math.floor(index / 2)),
      tool: null,
      tokens: index,
      bytes: 3,
      sessionId: null,
    }));
    await saveOutputs(outputs.slice(0, 100));
    await saveOutputs([...outputs, ...outputs]);
    await saveOutputs(outputs);
    const where = { id: { startsWith: "many_" } };
    expect(await db.storedOutput.count({ where })).toBe(600);
    expect(await db.storedOutput.findFirst({ where: { id: "many_599" } })).toMatchObject({ tokens: 599, bytes: 3 });
    await db.storedOutput.deleteMany({ where });
    await db.blob.deleteMany({ where: { sha256: { in: outputs.map(({ sha256 }) => sha256) } } });
  });

  test("transactions that read before they write lose none of each other's changes", async () => {
    await db.job.create({ data: { id: "counter", kind: "0", state: "done" } });
    const increment = () =>
      db.$transaction(async (transaction) => {
        const { kind } = await transaction.job.findUniqueOrThrow({ where: { id: "counter" } });
        await transaction.job.update({ where: { id: "counter" }, data: { kind: String(Number(kind) + 1) } });
      });
    await Promise.all(Array.from({ length: 30 }, increment));
    expect((await db.job.findUniqueOrThrow({ where: { id: "counter" } })).kind).toBe("30");
  });

  test("a deletion does not drop bytes that an import begins to use at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sha256 = hex(1000 + round);
      await db.blob.create({ data: { sha256, bytes: 1 } });
      const output = { id: `out_${round}`, sha256, tool: null, tokens: 1, bytes: 1, sessionId: null };
      await Promise.all([dropUnusedBlobs([sha256]), saveOutputs([output]), dropUnusedBlobs([sha256])]);
      expect(await db.blob.count({ where: { sha256 } })).toBe(1);
    }
  });

  test("a session deleted twice concurrently is gone once; its file goes with the last of its sessions", async () => {
    await addFile(db, 1, ["s1", "s2"], { wal: "x-wal" });
    const ends = await Promise.allSettled([deleteSession("s1"), deleteSession("s1")]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "no-such-session" } });
    expect(await db.importedFile.count()).toBe(1);
    await deleteSession("s2");
    expect([await db.importedFile.count(), await db.companion.count(), await db.blob.count()]).toEqual([0, 0, 0]);
  });

  test("a list read while files are replaced and deleted is complete at every moment", async () => {
    let isOver = false;
    const replace = async (number: number) => {
      for (let round = 0; round < 6; round += 1) {
        await db.$transaction(async (transaction) => {
          await transaction.importedFile.deleteMany({ where: { id: `f${number}` } });
          await transaction.blob.deleteMany({ where: { sha256: hex(number) } });
          await addFile(transaction, number, [`s${number}`], { wal: "x-wal" });
        });
        if (round % 2 === 1) await deleteSession(`s${number}`);
      }
    };
    const read = async () => {
      while (!isOver) {
        for (const { file_name } of (await listLibrary()).sessions) expect(file_name).toBe("a.jsonl");
        await listRuns();
        await new Promise(setImmediate); // lets other work run, because the embedded database answers immediately
      }
    };
    const readers = [read(), read()];
    await Promise.all([replace(1), replace(2)]).finally(() => {
      isOver = true;
    });
    await Promise.all(readers);
    expect((await listLibrary()).sessions).toEqual([]);
  });

  test("one query may contain tens of thousands of ids", async () => {
    await db.job.create({ data: { id: "id7", kind: "k", state: "running" } });
    const ids = Array.from({ length: 40_000 }, (_, index) => `id${index}`);
    expect(await db.job.findMany({ where: { id: { in: ids } }, select: { id: true } })).toEqual([{ id: "id7" }]);
    await db.$transaction((transaction) => transaction.job.deleteMany({ where: { id: { in: ids } } }));
    expect(await db.job.count()).toBe(0);
  });

  test("an existing row, and a reference to none, are refused with the same codes", async () => {
    await addFile(db, 1, ["s1"]);
    await expect(db.blob.create({ data: { sha256: hex(1), bytes: 1 } })).rejects.toMatchObject({ code: "P2002" });
    const orphan = { ...sessionRow("s2"), fileId: "none" };
    await expect(db.session.create({ data: orphan })).rejects.toMatchObject({ code: "P2003" });
    await expect(db.blob.delete({ where: { sha256: hex(1) } })).rejects.toMatchObject({ code: "P2003" });
  });

  test("at a start, jobs that were running have failed", async () => {
    for (const state of ["running", "queued", "done"]) await db.job.create({ data: { id: state, kind: "k", state } });
    await failInterruptedJobs();
    const states = await Promise.all(["running", "queued", "done"].map(async (id) => (await loadJob(id)).state));
    expect(states).toEqual(["failed", "failed", "done"]);
  });
});
