import { DEFAULT_PROJECT } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import type { ProjectDeletion } from "@/lib/api/schemas/project";
import { dropKept } from "./accepted-files";
import { keysChanged } from "./api-keys";
import { audit } from "./audit/audit";
import { backupsSince } from "./backups-holding";
import { inProject } from "./caller-context";
import { getDb, type Transaction } from "./db/get-db";
import { dropOutputNotes } from "./delete-rows";
import { forgetDeletions } from "./deleted-sessions";
import { dropImportNotesOf } from "./import-notes";
import { dropUnusedBlobs } from "./import-rows";
import { dropBody } from "./job-queue/job-body";
import { LIVE_STATES } from "./job-rows";
import { dropConversationsOf } from "./otlp-parts";
import { forgetSignIns } from "./people/sign-ins";
import { withReserve } from "./reserve";
import { deleteSession } from "./sessions";

/**
 * DELETE /api/projects/:id: deletes a project for good. One that has sessions is refused unless `all` says that they go too.
 * Nobody but admins of the server gets in first, then its sessions go one after the other, then everything else and its row
 * together. A call that broke off is made again, and goes on.
 */
export async function deleteProject(id: string, all: boolean): Promise<ProjectDeletion> {
  const project = await (await getDb()).project.findUnique({ where: { id } });
  if (!project) throw new Problem(404, "no-such-project", "there is no project with that id");
  if (id === DEFAULT_PROJECT)
    throw new Problem(409, "default-project", "what names no project goes into this one, so that it stays");
  return inProject(id, async () => {
    await assertIdle(id);
    await assertEmptyUnless(all, id);
    const closed = await closeProject(id);
    const gone = await deleteSessions(id);
    const left = await withReserve(() => deleteRest(id, `sessions: ${gone.length}; ${closed}`));
    await keysChanged();
    await forgetDeletions(gone); // nothing of the project is left that they could come back to
    await dropFiles(id, left);
    return { id, sessions: gone.length, backups: backupsSince(project.createdAt) };
  });
}

async function assertIdle(projectId: string): Promise<void> {
  const db = await getDb();
  const jobs = await db.job.count({ where: { projectId, state: { in: [...LIVE_STATES] } } });
  if (jobs > 0) throw new Problem(409, "project-busy", `${jobs} jobs of it wait or run: stop them, or wait`);
}

async function assertEmptyUnless(all: boolean, projectId: string): Promise<void> {
  const sessions = await (await getDb()).session.count({ where: { projectId } });
  if (sessions === 0 || all) return;
  const detail = `it has ${sessions} sessions, those in the bin too; with sessions=delete they are deleted for good`;
  throw new Problem(409, "project-not-empty", detail, { extra: { sessions } });
}

/** Its keys open nothing any more, and its members are none. Says how many of both. */
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

/** Deletes the sessions as one deletes each by hand. Answers their ids. */
async function deleteSessions(projectId: string): Promise<string[]> {
  const db = await getDb();
  const rows = await db.session.findMany({ where: { projectId }, select: { id: true } });
  const gone: string[] = [];
  for (const { id } of rows) {
    try {
      await deleteSession(id);
      gone.push(id);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error; // another call deleted it first
    }
  }
  return gone;
}

type Left = Awaited<ReturnType<typeof deleteRest>>;

/** Deletes the row of the project with all rows that name it. Answers what had files. */
async function deleteRest(projectId: string, detail: string) {
  const db = await getDb();
  return db.$transaction(async (transaction) => {
    const where = { projectId };
    if ((await transaction.session.count({ where })) > 0)
      throw new Problem(409, "project-busy", "sessions were imported into it meanwhile; try again");
    const outputs = await transaction.storedOutput.findMany({
      where,
      select: { id: true, projectId: true, blobSha256: true },
    });
    const files = await transaction.importedFile.findMany({
      where,
      select: { sha256: true, companions: { select: { sha256: true } } },
    });
    const jobs = await transaction.job.findMany({ where, select: { id: true } });
    await deleteRows(transaction, projectId);
    await audit({ action: "project-deleted", subject: projectId, projectId, detail }, transaction);
    const shas = files.flatMap(({ sha256, companions }) => [sha256, ...companions.map((one) => one.sha256)]);
    return { outputs, jobs, shas: [...shas, ...outputs.map(({ blobSha256 }) => blobSha256)] };
  });
}

async function deleteRows(transaction: Transaction, projectId: string): Promise<void> {
  const where = { projectId };
  await transaction.storedOutput.deleteMany({ where });
  await transaction.importedFile.deleteMany({ where });
  await transaction.refusedFile.deleteMany({ where });
  await transaction.run.deleteMany({ where });
  await transaction.job.deleteMany({ where });
  await transaction.libraryCount.deleteMany({ where });
  await transaction.libraryDay.deleteMany({ where });
  await transaction.project.delete({ where: { id: projectId } });
}

async function dropFiles(project: string, { outputs, jobs, shas }: Left): Promise<void> {
  for (const { id } of jobs) {
    await dropKept(id);
    await dropBody(id);
  }
  dropOutputNotes(outputs);
  await dropConversationsOf(project);
  await dropUnusedBlobs([...shas, ...(await dropImportNotesOf(project))]);
}
