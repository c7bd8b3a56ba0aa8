import fs from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import PQueue from "p-queue";
import * as z from "zod";
import { getDb, type Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { writeWhole } from "../objects/whole-file";
import { keepingCaller } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { isShared } from "../replicas/channel";

/**
 * Readers' additions to a session (title, comments, tags): `given/<session>.json`. The database has them too; the file
 * restores them when a session is re-imported after a database loss. PostgreSQL has its own backups, and its servers
 * have separate directories, so there is no such file.
 */
const givenFile = z.object({
  version: z.literal(1),
  title: z.string().nullable(),
  binned_at: z.iso.datetime().nullable(),
  tags: z.array(z.string()),
  comments: z.array(
    z.object({
      id: z.string(),
      agent: z.string(),
      request: z.int().nonnegative(),
      text: z.string(),
      created_at: z.iso.datetime(),
      changed_at: z.iso.datetime().nullable(),
    }),
  ),
});
type Given = z.infer<typeof givenFile>;

const folder = () => path.join(dataDir(), "given");
const fileOf = (id: string) => path.join(folder(), `${id}.json`);
const ID = /^[\w-]{1,128}$/;
const BATCH = 200;
/** Concurrent file writes, because the disk syncs several in the time of one. */
const AT_ONCE = 16;

/** Writes the files of these sessions from the database. The next change or start repeats failed writes. */
export async function keepGiven(ids: readonly string[]): Promise<void> {
  if (isShared()) return;
  try {
    await writing().add(keepingCaller(() => withReserve(() => writeAll([...new Set(ids)]))));
  } catch (error) {
    log().warn(
      { name: (error as Error).name },
      "comments, titles and tags are in the database alone until the next start",
    );
  }
}

/** At a start: writes files that are older than the database. Files of sessions missing from the database stay. */
export async function completeGiven(): Promise<void> {
  if (isShared()) return;
  const db = await getDb();
  const select = { sessionId: true } as const;
  const rows = [
    ...(await db.sessionNote.findMany({ select })),
    ...(await db.sessionTag.findMany({ select, distinct: ["sessionId"] })),
    ...(await db.comment.findMany({ select, distinct: ["sessionId"] })),
  ];
  const all = [...new Set([...rows.map(({ sessionId }) => sessionId), ...(await listGiven())])];
  for (let from = 0; from < all.length; from += BATCH) await keepGiven(all.slice(from, from + BATCH));
}

/** Restores readers' additions from the files. Call it in the transaction that creates the sessions. */
export async function restoreGiven(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const sessionId of isShared() ? [] : ids) {
    const given = readGiven(sessionId);
    if (given === null || (await givenIn(transaction, [sessionId])).size > 0) continue;
    const { title, binned_at, tags, comments } = given;
    if (title !== null || binned_at !== null)
      await transaction.sessionNote.create({ data: { sessionId, title, deletedAt: binned_at && new Date(binned_at) } });
    await transaction.sessionTag.createMany({ data: [...new Set(tags)].map((tag) => ({ sessionId, tag })) });
    for (const { id, agent, request, text, created_at, changed_at } of comments) {
      const times = { createdAt: new Date(created_at), changedAt: changed_at === null ? null : new Date(changed_at) };
      const data = { id, sessionId, agent, request, text, ...times };
      await transaction.comment.upsert({ where: { id }, create: data, update: {} });
    }
  }
}

/** Removes the files of sessions that were deleted or merged, after pending writes. */
export async function dropGiven(gone: ReadonlySet<string>): Promise<void> {
  if (gone.size === 0) return;
  await writing().add(async () => {
    for (const id of await listGiven()) if (gone.has(id)) fs.rmSync(fileOf(id), { force: true });
  });
}

/** One write after another, so an older state never replaces a newer one. */
const writing = () => processState("given", () => new PQueue({ concurrency: 1 }));

async function listGiven(): Promise<string[]> {
  if (!fs.existsSync(folder())) return [];
  return (await readdir(folder())).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
}

/**
 * Files of missing sessions stay: either the sessions were deleted along with their files, or they are lost and come
 * back.
 */
async function writeAll(ids: readonly string[]): Promise<void> {
  const db = await getDb();
  const given = await givenIn(db, ids);
  const sessions = await db.session.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  for (let from = 0; from < sessions.length; from += AT_ONCE)
    await Promise.all(sessions.slice(from, from + AT_ONCE).map(({ id }) => writeOne(id, given.get(id))));
}

async function writeOne(id: string, given: Given | undefined): Promise<void> {
  if (!ID.test(id)) return;
  const text = given && JSON.stringify(given);
  const held = fs.existsSync(fileOf(id)) ? fs.readFileSync(fileOf(id), "utf8") : undefined;
  if (text === held) return;
  if (text === undefined) fs.rmSync(fileOf(id), { force: true });
  else await writeWhole(fileOf(id), text);
}

function readGiven(id: string): Given | null {
  if (!ID.test(id) || !fs.existsSync(fileOf(id))) return null;
  try {
    return givenFile.parse(JSON.parse(fs.readFileSync(fileOf(id), "utf8")));
  } catch {
    log().warn({ session: id }, "what readers gave a session cannot be read; its comments, title and tags are lost");
    return null;
  }
}

/** Readers' additions by session, from the rows; sessions without any are absent. */
async function givenIn(db: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Given>> {
  const where = { sessionId: { in: [...ids] } };
  const rows = {
    notes: await db.sessionNote.findMany({ where }),
    tags: await db.sessionTag.findMany({ where, orderBy: { tag: "asc" } }),
    comments: await db.comment.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
  };
  return new Map(ids.map((id) => [id, givenOf(id, rows)] as const).filter(([, given]) => !isNothing(given)));
}

type Rows = {
  readonly notes: readonly {
    readonly sessionId: string;
    readonly title: string | null;
    readonly deletedAt: Date | null;
  }[];
  readonly tags: readonly { readonly sessionId: string; readonly tag: string }[];
  readonly comments: Awaited<ReturnType<Transaction["comment"]["findMany"]>>;
};

function givenOf(id: string, { notes, tags, comments }: Rows): Given {
  const isOwn = ({ sessionId }: { readonly sessionId: string }) => sessionId === id;
  const note = notes.find(isOwn);
  return {
    version: 1,
    title: note?.title ?? null,
    binned_at: note?.deletedAt?.toISOString() ?? null,
    tags: tags.filter(isOwn).map(({ tag }) => tag),
    comments: comments.filter(isOwn).map(({ createdAt, changedAt, sessionId: _, ...comment }) => ({
      ...comment,
      created_at: createdAt.toISOString(),
      changed_at: changedAt?.toISOString() ?? null,
    })),
  };
}

const isNothing = ({ title, binned_at, tags, comments }: Given): boolean =>
  title === null && binned_at === null && tags.length === 0 && comments.length === 0;
