import { Problem } from "@/lib/api/problem";
import { Prisma } from "@/prisma/clients/embedded.mjs";
import { getDb, type Transaction } from "../db/get-db";
import { tableName } from "../db/table-name";
import { blobFile, blobPath } from "../objects/blobs";
import { BucketFailure } from "../objects/s3-bucket";
import { currentProject } from "../process/caller-context";
import { inStage } from "../process/server-timing";
import type { StoredOutputRow } from "../workers/body-task";
import { outputNoteKey, readOutputNote } from "../workers/output-notes";
import { type Lane, laneFor, runTask } from "../workers/pool";

/** Adds rows for put-aside originals whose blobs a worker wrote. A project has only one row per output. */
export async function saveOutputs(outputs: readonly StoredOutputRow[]): Promise<void> {
  if (outputs.length > 0) await inStage("save", () => saveRows(outputs));
}

/**
 * A re-sent conversation puts the same outputs aside, so most rows exist already. A single query covers those without a
 * write. The others are written in a few statements, because hundreds of separate ones would keep every other writer
 * waiting.
 */
async function saveRows(outputs: readonly StoredOutputRow[]): Promise<void> {
  const db = await getDb();
  const known = await knownOutputs(db, outputs);
  await shareOutputs(db, outputs, known);
  const fresh = unknownOf(outputs, known);
  if (fresh.length === 0) return;
  try {
    await db.$transaction(async (transaction) =>
      insertRows(transaction, unknownOf(fresh, await knownOutputs(transaction, fresh))),
    );
  } catch (error) {
    if (!isTaken(error)) throw error; // another call wrote one of the outputs, or dropped its bytes, at this moment
    await db.$transaction((transaction) => upsertRows(transaction, fresh));
  }
}

/** By id: the only session from which an output of the project has been put aside; null if there are none or several. */
type Known = ReadonlyMap<string, string | null>;

/** Maximum number of ids per statement: SQLite takes 32,766 parameters. */
const MAX_IDS = 10_000;

/** Hand-written, because Prisma takes ten milliseconds per call to translate a list of a hundred ids. */
async function knownOutputs(db: Transaction, outputs: readonly StoredOutputRow[]): Promise<Known> {
  const known = new Map<string, string | null>();
  for (let from = 0; from < outputs.length; from += MAX_IDS) {
    const ids = outputs.slice(from, from + MAX_IDS).map(({ id }) => id);
    const rows = await db.$queryRaw<{ id: string; sessionId: string | null }[]>`
      SELECT "id", "sessionId" FROM ${tableName("StoredOutput")}
      WHERE "projectId" = ${currentProject()} AND "id" IN (${Prisma.join(ids)})`;
    for (const { id, sessionId } of rows) known.set(id, sessionId);
  }
  return known;
}

const unknownOf = (outputs: readonly StoredOutputRow[], known: Known): StoredOutputRow[] =>
  [...new Map(outputs.map((output) => [output.id, output])).values()].filter(({ id }) => !known.has(id));

/** An output put aside from one session, and now from another source too, survives the deletion of that session. */
async function shareOutputs(db: Transaction, outputs: readonly StoredOutputRow[], known: Known): Promise<void> {
  const shared = outputs.filter(({ id, sessionId }) => (known.get(id) ?? sessionId) !== sessionId);
  if (shared.length === 0) return;
  const where = { projectId: currentProject(), id: { in: shared.map(({ id }) => id) } };
  await db.storedOutput.updateMany({ where, data: { sessionId: null } });
}

async function insertRows(transaction: Transaction, outputs: readonly StoredOutputRow[]): Promise<void> {
  const bytesOf = new Map(outputs.map(({ sha256, bytes }) => [sha256, bytes]));
  const rows = await transaction.blob.findMany({
    where: { sha256: { in: [...bytesOf.keys()] } },
    select: { sha256: true },
  });
  for (const { sha256 } of rows) bytesOf.delete(sha256);
  await transaction.blob.createMany({ data: [...bytesOf].map(([sha256, bytes]) => ({ sha256, bytes })) });
  await transaction.storedOutput.createMany({ data: outputs.map(rowOf) });
}

async function upsertRows(transaction: Transaction, outputs: readonly StoredOutputRow[]): Promise<void> {
  for (const output of outputs) {
    const { id, sha256, bytes } = output;
    await transaction.blob.upsert({ where: { sha256 }, create: { sha256, bytes }, update: {} });
    const where = { projectId_id: { projectId: currentProject(), id } };
    await transaction.storedOutput.upsert({ where, create: rowOf(output), update: {} });
  }
}

const rowOf = ({ id, sha256, tool, tokens, bytes, sessionId }: StoredOutputRow) => ({
  id,
  sessionId,
  blobSha256: sha256,
  tool,
  tokens,
  bytes,
});

/** Prisma's codes for a unique value that already exists, and for bytes whose row is gone. */
const isTaken = (error: unknown): boolean => ["P2002", "P2003"].includes((error as { code?: string }).code ?? "");

export type OutputQuery = {
  readonly start: number | null;
  readonly end: number | null;
  readonly grep: string | null;
  readonly jsonPath: string | null;
};

/** The task's path: the task reports missing or damaged bytes, but cannot detect an unavailable store. */
const placeOf = (sha256: string): Promise<string> =>
  blobFile(sha256).catch((error: unknown) => {
    if (error instanceof BucketFailure) throw error;
    return blobPath(sha256);
  });

/** A path or a pattern can take the full time allowed; a range of lines takes no time. */
export const queryLaneFor = ({ grep, jsonPath }: Pick<OutputQuery, "grep" | "jsonPath">, bytes: number): Lane =>
  grep === null && jsonPath === null ? laneFor(bytes) : "query";

/** A put-aside original, or a part of it, for GET /api/refs/:id. */
export async function queryOutput(id: string, query: OutputQuery, signal: AbortSignal) {
  const row = await (await getDb()).storedOutput.findFirst({ where: { id } });
  if (!row) throw new Problem(404, "no-such-ref", "nothing is stored under that reference");
  const input = { path: await placeOf(row.blobSha256), sha256: row.blobSha256, ...query };
  const found = await runTask({ kind: "query", input }, { lane: queryLaneFor(query, row.bytes), signal });
  if (!found.ok) throw new Problem(422, found.code, found.message);
  const { id: ref, tool, tokens, bytes, createdAt } = row;
  const note = readOutputNote(outputNoteKey(id, row.projectId));
  const { text, totalLines, lines, truncated } = found;
  return {
    id: ref,
    tool,
    tokens,
    bytes,
    put_aside_at: note?.putAsideAt ?? createdAt.toISOString(),
    source: note?.source ?? null,
    total_lines: totalLines,
    text,
    matches: lines,
    truncated,
  };
}
