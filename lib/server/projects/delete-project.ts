import { DEFAULT_PROJECT } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import type { ProjectDeletion } from "@/lib/api/schemas/project";
import { audit } from "../audit/audit";
import { getDb, type Transaction } from "../db/get-db";
import { keysChanged } from "../door/api-keys";
import { withReserve } from "../files/reserve";
import { dropKept } from "../ingest/accepted-files";
import { deleteBlobRows, dropBytesOf } from "../ingest/import-rows";
import { dropBody } from "../job-queue/job-body";
import { LIVE_STATES } from "../jobs/job-rows";
import { dropConversationsOf } from "../otlp/otlp-parts";
import { forgetSignIns } from "../people/sign-ins";
import { inProject } from "../process/caller-context";
import { backupsSince } from "../sessions/backups-holding";
import { deleteSession } from "../sessions/sessions";
import { dropImportNotesOf, listNotedFiles } from "../store/import-notes";
import { missingImports, rememberMissing } from "../store/missing-imports";
import { inTurn } from "../store/snapshots";
import { dropOutputNotesOf } from "../workers/output-notes";

/**
 * DELETE /api/projects/:id: deletes a project for good. Refuses a project with sessions unless `all` is set. First only
 * server admins keep access, then its sessions are deleted one by one, then its files, and last all its rows together.
 * An interrupted call can be repeated and resumes: the row stays until nothing else is left.
 */
export async function deleteProject(id: string, all: boolean): Promise<ProjectDeletion> {
  const project = await (await getDb()).project.findUnique({ where: { id } });
  if (!project) throw new Problem(404, "no-such-project", "there is no project with that id");
  if (id === DEFAULT_PROJECT)
    throw new Problem(409, "default-project", "requests that name no project use this one, so it cannot be deleted");
  return inProject(id, async () => {
    await assertIdle(await getDb(), id);
    await assertEmptyUnless(all, id);
    const closed = await closeProject(id);
    const sessions = await deleteSessions(id);
    await deleteRest(id, `sessions: ${sessions}; ${closed}`);
    await keysChanged();
    return { id, sessions, backups: backupsSince(project.createdAt) };
  });
}

async function assertIdle(db: Transaction, projectId: string): Promise<void> {
  const jobs = await db.job.count({ where: { projectId, state: { in: [...LIVE_STATES] } } });
  if (jobs > 0)
    throw new Problem(409, "project-busy", `${jobs} of its jobs are waiting or running: stop them, or wait`);
}

async function assertEmptyUnless(all: boolean, projectId: string): Promise<void> {
  const sessions = await (await getDb()).session.count({ where: { projectId } });
  if (sessions === 0 || all) return;
  const detail = `it has ${sessions} sessions, including those in the bin; with sessions=delete they are deleted for good`;
  throw new Problem(409, "project-not-empty", detail, { extra: { sessions } });
}

/** Revokes the project's keys and removes the project's members. Returns a text with both counts. */
async function closeProject(projectId: string): Promise<string> {
  const db = await getDb();
  const closed = await withReserve(() =>
    db.$transaction(async (transaction) => {
      const open = { projectId, revokedAt: null };
      const keys = await transaction.apiKey.updateMany({ where: open, data: { revokedAt: new Date() } });
      const roles = await transaction.membership.deleteMany({ where: { projectId } });
      return `keys: ${keys.count}; roles: ${roles.count}`;
    }),
  );
  await keysChanged();
  await forgetSignIns();
  return closed;
}

/**
 * Deletes the sessions as a person would, one by one. Returns how many. Their deletion records stay, so neither a
 * database backup nor another machine's notes bring them back.
 */
async function deleteSessions(projectId: string): Promise<number> {
  const db = await getDb();
  const rows = await db.session.findMany({ where: { projectId }, select: { id: true } });
  let gone = 0;
  for (const { id } of rows) {
    try {
      await deleteSession(id);
      gone += 1;
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error; // another call deleted the session first
    }
  }
  return gone;
}

/**
 * Hashes per statement, because databases limit the number of parameters, and imports wait while the bytes are removed.
 */
const BATCH = 100;

async function deleteRest(projectId: string, detail: string): Promise<void> {
  const left = await findLeft(await getDb(), projectId);
  const shas = [...new Set([...left.shas, ...(await listNotedFiles(projectId))])];
  for (let from = 0; from < shas.length; from += BATCH)
    await inTurn(() => dropBytes(projectId, shas.slice(from, from + BATCH)));
  await dropFiles(projectId, left.jobs);
  await inTurn(() => withReserve(() => deleteRows(projectId, left, detail)));
  rememberMissing(missingImports().filter(({ note }) => note?.project !== projectId));
}

async function dropBytes(projectId: string, shas: readonly string[]): Promise<void> {
  await assertNothingNew(await getDb(), projectId);
  await dropBytesOf(projectId, shas);
}

/** Until the row is gone, sessions may be imported and jobs started. */
async function assertNothingNew(db: Transaction, projectId: string): Promise<void> {
  await assertIdle(db, projectId);
  if ((await db.session.count({ where: { projectId } })) > 0) throw busy();
}

const busy = () => new Problem(409, "project-busy", "something was added to it meanwhile; try again");

type Left = { readonly jobs: readonly string[]; readonly shas: readonly string[] };

/** The project's files to which rows refer. */
async function findLeft(db: Transaction, projectId: string): Promise<Left> {
  const where = { projectId };
  const outputs = await db.storedOutput.findMany({ where, select: { blobSha256: true } });
  const files = await db.importedFile.findMany({
    where,
    select: { sha256: true, companions: { select: { sha256: true } } },
  });
  const jobs = await db.job.findMany({ where, select: { id: true } });
  const imported = files.flatMap(({ sha256, companions }) => [sha256, ...companions.map((one) => one.sha256)]);
  return { jobs: jobs.map(({ id }) => id), shas: [...imported, ...outputs.map(({ blobSha256 }) => blobSha256)] };
}

/** Drops notes that would restore rows; the bytes are gone by now. */
async function dropFiles(project: string, jobs: readonly string[]): Promise<void> {
  for (const id of jobs) {
    await dropKept(id);
    await dropBody(id);
  }
  await dropConversationsOf(project);
  await dropOutputNotesOf(project);
  await dropImportNotesOf(project);
}

/**
 * Deletes the project's row with all rows that refer to it, unless something new arrived whose files are not yet
 * dropped.
 */
async function deleteRows(projectId: string, dropped: Left, detail: string): Promise<void> {
  const db = await getDb();
  await db.$transaction(async (transaction) => {
    await assertNothingNew(transaction, projectId);
    const { jobs, shas } = await findLeft(transaction, projectId);
    const known = new Set([...dropped.jobs, ...dropped.shas]);
    if ([...jobs, ...shas].some((name) => !known.has(name))) throw busy();
    await deleteRowsOf(transaction, projectId);
    for (let from = 0; from < shas.length; from += BATCH)
      await deleteBlobRows(transaction, shas.slice(from, from + BATCH));
    await audit({ action: "project-deleted", subject: projectId, projectId, detail }, transaction);
  });
}

async function deleteRowsOf(transaction: Transaction, projectId: string): Promise<void> {
  const where = { projectId };
  await transaction.storedOutput.deleteMany({ where });
  await transaction.importedFile.deleteMany({ where });
  await transaction.sessionAlias.deleteMany({ where });
  await transaction.refusedFile.deleteMany({ where });
  await transaction.run.deleteMany({ where });
  await transaction.job.deleteMany({ where });
  await transaction.libraryCount.deleteMany({ where });
  await transaction.libraryDay.deleteMany({ where });
  await transaction.project.delete({ where: { id: projectId } });
}
