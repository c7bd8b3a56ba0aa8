import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { migrate } from "@/lib/server/db/migrate";
import { importUnattended } from "@/lib/server/ingest/continue-import";
import { removeLeft } from "@/lib/server/ingest/deleted-files";
import { keepGiven } from "@/lib/server/library/given";
import { whenIndexed } from "@/lib/server/library/indexer";
import { stageBlob } from "@/lib/server/objects/blobs";
import { backupNow, restoreBackup } from "@/lib/server/repair/repair";
import { sweepLeftovers } from "@/lib/server/repair/tidy-up";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { findRawFile, loadMessageRows } from "@/lib/server/sessions/sessions";
import { apiRoute } from "@/tests/support/api-route";
import { FailingSteps, tryEach } from "@/tests/support/failing-steps";
import { recordFigure } from "@/tests/support/record-figure";
import { startAgain, stopServer } from "@/tests/support/restart";
import { postBytes, postJson, send, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";
import { BODIES } from "@/tests/support/wire-bodies";

const compress = apiRoute("POST /api/compress");
const ref = apiRoute("GET /api/refs/{id}");
const removeSession = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

// Named imports cannot be wrapped after they are bound, so each call looks the function up again.
vi.mock("node:fs/promises", async (original) => {
  const real = ((await original()) as { default: Record<string, unknown> }).default;
  const late =
    (name: string) =>
    (...args: unknown[]) =>
      (real[name] as (...all: unknown[]) => unknown)(...args);
  const names = Object.keys(real).filter((name) => typeof real[name] === "function");
  return { ...real, ...Object.fromEntries(names.map((name) => [name, late(name)])), default: real };
});

type Walked = { readonly tried: number; readonly total: number };
const figure = ({ tried, total }: Walked, held: string) => `${tried} of ${total} tried, ${held}`;

describe("whichever step fails, the library is as before or as after, and the answer says which", () => {
  const data = startTestServer("libsql");
  let steps: FailingSteps;
  beforeAll(() => {
    steps = new FailingSteps();
  });
  afterAll(() => steps.restore());

  const text = (turns: number) => makeSession({ id: "fafafafa-0000-4000-8000-000000000001", turns });
  const add = async (turns = 2) => postBytes(upload, text(turns), { "x-file-name": "talk.jsonl" });
  const remove = (id: string) => send(removeSession, "/x", { method: "DELETE", params: { id } });
  const idOf = async (answer: Response) => (await answer.json()).files[0].sessions[0] as string;

  function filesIn(folder: string): string[] {
    const root = path.join(data.dir(), folder);
    if (!fs.existsSync(root)) return [];
    const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true }) as fs.Dirent[];
    return entries.flatMap((entry) => (entry.isFile() ? [`${folder}/${entry.name}`] : [])).sort();
  }

  /** Everything that a reader can see, and what must agree with it. */
  async function state() {
    const db = await getDb();
    const sessions = (await db.session.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);
    const read = async (id: string) => [(await loadMessageRows(id)).total, (await findRawFile(id)).sha256];
    return {
      read: await Promise.all(sessions.map(async (id) => [id, ...(await read(id))])),
      files: await db.importedFile.count(),
      blobs: await db.blob.count(),
      listed: await db.libraryItem.count(),
      comments: (await db.comment.findMany()).map(({ text: said }) => said),
      tags: (await db.sessionTag.findMany()).map(({ tag }) => tag),
      stored: ["blobs", "imports", "deleted", "given"].flatMap(filesIn),
    };
  }
  /** The work of the next start, after which nothing may be left to do. */
  const afterStart = async () => {
    const swept = await sweepLeftovers();
    expect(swept).toMatchObject({ quarantined: 0 });
    return { ...(await state()), missing: swept.missing };
  };

  type Change = {
    /** Creates what is to be changed, and returns what `change` needs. */
    readonly before: () => Promise<string>;
    /** Whether it reports success. */
    readonly change: (id: string) => Promise<boolean>;
    readonly after: (id: string) => Promise<unknown>;
  };

  /** The state after a run without failures and the next start. */
  async function finish(id: string, after: Change["after"]) {
    await removeLeft();
    const done = await afterStart();
    await after(id);
    return done;
  }

  /** Makes each step fail in turn, after one run without failures. */
  async function walk({ before, change, after }: Change): Promise<Walked> {
    const wrong: string[] = [];
    const first = await before();
    const total = await steps.count(async () => expect(await change(first)).toBe(true));
    const expected = await finish(first, after);
    const tried = await tryEach(total, async (step) => {
      const id = await before();
      const old = { ...(await state()), missing: 0 };
      let isDone = false;
      const failed = await steps.run(step, async () => {
        isDone = await change(id).catch(() => false);
      });
      const now = await afterStart();
      if (!isDone && JSON.stringify(now) !== JSON.stringify(old))
        wrong.push(`${step} ${failed}: ${difference(old, now)}`);
      if (!isDone && !(await change(id))) wrong.push(`${step} ${failed}: not done when tried again`);
      const done = await finish(id, after);
      if (JSON.stringify(done) !== JSON.stringify(expected))
        wrong.push(`${step} ${failed}: ${difference(expected, done)}`);
    });
    expect(wrong).toEqual([]);
    return { tried, total };
  }

  const difference = (one: object, other: object): string =>
    Object.entries(other)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify((one as Record<string, unknown>)[name]))
      .map(
        ([name, value]) =>
          `${name} ${JSON.stringify((one as Record<string, unknown>)[name])} → ${JSON.stringify(value)}`,
      )
      .join("; ");

  const clear = async () => {
    for (const { id } of await (await getDb()).session.findMany({ select: { id: true } })) await remove(id);
    fs.rmSync(path.join(data.dir(), "deleted"), { recursive: true, force: true });
  };
  const annotate = async (sessionId: string) => {
    const db = await getDb();
    await db.comment.create({ data: { id: `com_${sessionId}`, sessionId, agent: "main", request: 0, text: "mine" } });
    await db.sessionTag.upsert({
      where: { sessionId_tag: { sessionId, tag: "mine" } },
      create: { sessionId, tag: "mine" },
      update: {},
    });
    await keepGiven([sessionId]);
  };

  test("a deletion", async () => {
    await clear();
    const walked = await walk({
      before: async () => {
        const id = await idOf(await add());
        await annotate(id);
        await whenIndexed();
        return id;
      },
      change: async (id) => (await remove(id)).status === 200,
      after: async () => fs.rmSync(path.join(data.dir(), "deleted"), { recursive: true, force: true }),
    });
    recordFigure(
      "D8",
      "steps of a deletion that failed in turn",
      figure(walked, "each time as before or gone, as the answer said"),
    );
    expect(walked.total).toBeGreaterThan(20);
  });

  test("an import", async () => {
    await clear();
    const walked = await walk({
      before: async () => "",
      change: async () => (await add()).status === 201,
      after: clear,
    });
    recordFigure(
      "D8",
      "steps of an import that failed in turn",
      figure(walked, "each time as before or imported, as the answer said"),
    );
    expect(walked.total).toBeGreaterThan(20);
  });

  test("a file read again by another parser: the session, its bytes and the reader's additions stay", async () => {
    await clear();
    const walked = await walk({
      before: async () => {
        const id = await idOf(await add());
        await annotate(id);
        await (await getDb()).importedFile.updateMany({ data: { parserVersion: 1 } });
        return id;
      },
      change: async () => (await rebuildOutdated()) === 1,
      after: clear,
    });
    recordFigure(
      "D8",
      "steps of a repeated reading that failed in turn",
      figure(walked, "each time as before or read again"),
    );
    expect(walked.total).toBeGreaterThan(20);
  });

  test("a grown session replaces its earlier state", async () => {
    await clear();
    const walked = await walk({
      before: async () => {
        const id = await idOf(await add(2));
        await annotate(id);
        return id;
      },
      change: async () => {
        const bytes = new TextEncoder().encode(text(3));
        const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
        const [report] = await importUnattended([{ ...staged, name: "talk.jsonl" }], new AbortController().signal);
        return report?.error === null;
      },
      after: clear,
    });
    recordFigure(
      "D8",
      "steps of publishing that failed in turn",
      figure(walked, "each time the older or the newer revision"),
    );
    expect(walked.total).toBeGreaterThan(20);
  });

  test("outputs put aside by a compression: whatever was answered can be read, and the same call again repairs what failed", async () => {
    await clear();
    const body = { ...BODIES["openai-chat"], model: "gpt-5", strategy: "centagent-externalise", force: true };
    let refs: { id: string }[] = [];
    const compressed = async () => {
      const answer = await postJson(compress, "/api/compress", body);
      if (answer.status === 200) refs = (await answer.json()).refs;
    };
    const forget = async () => {
      const db = await getDb();
      await db.storedOutput.deleteMany();
      await db.blob.deleteMany();
      for (const folder of ["blobs", "outputs"])
        fs.rmSync(path.join(data.dir(), folder), { recursive: true, force: true });
      refs = [];
    };
    const total = await steps.count(compressed);
    await forget();
    const tried = await tryEach(total, async (step) => {
      const failed = await steps.run(step, compressed);
      const readable = async () => {
        for (const { id } of refs)
          expect((await send(ref, `/api/refs/${id}`, { params: { id } })).status, failed ?? "").toBe(200);
      };
      await readable();
      await compressed();
      expect(refs.length, `again after ${failed}`).toBeGreaterThan(0);
      await readable();
      expect(await afterStart()).toMatchObject({ missing: 0 });
      await forget();
    });
    recordFigure(
      "D8",
      "steps of putting outputs aside that failed in turn",
      figure({ tried, total }, "and no answer names a missing output"),
    );
    expect(total).toBeGreaterThan(3);
  });

  test("a restored backup, stopped at any step: the next start has the previous library or the backup", async () => {
    await clear();
    const first = await idOf(await add());
    const backup = (await backupNow()).name;
    const found = new Set<number>();
    const restored = () => restoreBackup(backup).catch(() => {});
    await annotate(first);
    const total = await steps.count(restored);
    const tried = await tryEach(total, async (step) => {
      await stopServer();
      await startAgain();
      if ((await (await getDb()).comment.count()) === 0) await annotate(first);
      const failed = await steps.run(step, restored);
      await stopServer();
      await startAgain();
      const db = await getDb();
      const left = (await db.session.findMany()).map(({ id }) => id);
      expect(left, failed ?? "").toEqual([first]);
      found.add(await db.comment.count());
    });
    expect([...found].sort()).toEqual([0, 1]);
    recordFigure(
      "D8",
      "steps of a restoration interrupted in turn",
      figure({ tried, total }, "each time the earlier library or that of the copy"),
    );
    expect(total).toBeGreaterThan(3);
  });
});

test("a migration: whichever step fails, the next start continues it and no row is lost", async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-every-step-"));
  const folders = fs.readdirSync("prisma/migrations").filter((name) => /^\d/.test(name));
  const first = path.join(root, "first");
  fs.cpSync(path.join("prisma/migrations", folders[0] ?? ""), path.join(first, folders[0] ?? ""), { recursive: true });
  const steps = new FailingSteps();
  let walked: Walked = { tried: 0, total: 0 };
  try {
    const total = await steps.count(() => migrate(`file:${path.join(root, "whole.db")}`));
    const tried = await tryEach(total, async (step) => {
      const url = `file:${path.join(root, `${step}.db`)}`;
      await migrate(url, first);
      const client = createClient({ url });
      await client.execute(`INSERT INTO "Blob" ("sha256", "bytes") VALUES ('a', 1)`);
      const failed = await steps.run(step, () => migrate(url).catch(() => {}));
      await migrate(url);
      const { rows } = await client.execute(`SELECT count(*) AS n FROM _prisma_migrations`);
      const kept = await client.execute(`SELECT count(*) AS n FROM "Blob"`);
      const check = await client.execute("PRAGMA integrity_check");
      client.close();
      expect([failed, rows[0]?.n, kept.rows[0]?.n, Object.values(check.rows[0] ?? {})[0]]).toEqual([
        failed,
        folders.length,
        1,
        "ok",
      ]);
      fs.rmSync(path.join(root, `${step}.db`));
    });
    walked = { tried, total };
  } finally {
    steps.restore();
    fs.rmSync(root, { recursive: true, force: true });
  }
  recordFigure(
    "D5",
    "steps of the migrations that failed in turn",
    figure(walked, "each time continued by the next start"),
  );
  expect(walked.total).toBeGreaterThan(20);
});
