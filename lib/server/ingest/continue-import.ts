import { DEFAULT_PROJECT } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import type { FileReport } from "../../api/schemas/import-report";
import { getDb } from "../db/get-db";
import { dropStaged } from "../objects/blobs";
import { currentProject, inProject } from "../process/caller-context";
import { listDeletedFiles } from "../store/deleted-sessions";
import { type FollowedFile, followState } from "../store/follow-state";
import type { ImportContext, ImportGroup, StagedFile } from "../store/import-types";
import { groupCompanions } from "./companions";
import { importRevision } from "./follow-import";
import { wasDeleted as wasFollowedDeleted } from "./follow-plan";
import { hashPrefix } from "./follow-tail";
import { companionReport, importFiles } from "./import-files";
import { findImported } from "./import-rows";

/**
 * Pseudo-root for files that programs re-send as they grow, one per project; no folder on this machine has this name.
 */
const rootOf = (project: string): string => (project === DEFAULT_PROJECT ? "sent" : `sent ${project}`);
/** Files of the same name to compare, longest first. */
const MAX_COMPARED = 10;

/**
 * Imports files that a program re-sends unattended. A file that begins, byte for byte, with a library file of the same
 * name replaces it, so a growing session stays one session. Sessions that a person deleted stay deleted.
 */
export const importUnattended = (files: readonly StagedFile[], signal: AbortSignal): Promise<FileReport[]> =>
  leavingNone(files, () => inProject(currentProject(), () => importEach(files, signal)));

/** Removes staged files after the work, also those that it never reached. */
async function leavingNone<T>(files: readonly StagedFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    files.forEach(dropStaged);
  }
}

async function importEach(files: readonly StagedFile[], signal: AbortSignal): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const group of groupCompanions(files)) {
    const followed = await findBeginning(group.main);
    if (followed) reports.push(...(await continueImport(group, followed, signal)));
    else if (await continuesDeleted(group.main)) throw wasDeleted();
    else {
      const members = [group.main, ...group.companions];
      reports.push(...(await importFiles(members, { signal, keepsDeletions: true, refusesDeleted: true })));
    }
  }
  return reports;
}

/**
 * Imports a local file that a person chose. If a file in the library is a prefix of it (because that file was cut off,
 * or the new one has grown since), the new file replaces the old one, so the session keeps its address.
 */
export async function importGrown(
  place: Pick<FollowedFile, "root" | "path">,
  files: readonly [StagedFile, ...StagedFile[]],
  context: ImportContext & { readonly signal: AbortSignal },
): Promise<FileReport[]> {
  const [main, ...companions] = files;
  const work = async () => {
    const followed = await beginningAt(place, main);
    return followed ? continueImport({ main, companions }, followed, context.signal) : importFiles(files, context);
  };
  return leavingNone(files, () => inProject(currentProject(), work));
}

/**
 * The library's earlier version of this file: a followed revision in the same place, or a file that is a prefix of this
 * one.
 */
async function beginningAt(
  { root, path }: Pick<FollowedFile, "root" | "path">,
  main: StagedFile,
): Promise<FollowedFile | null> {
  const project = currentProject();
  const own = followState().fileAt(root, path);
  const isOlder = own?.project === project && own.shas.length > 0 && !own.shas.includes(main.sha256);
  if (own && isOlder && !(await wasFollowedDeleted(own))) return own;
  const found = await findBeginning(main);
  return found?.root === rootOf(project) ? { ...found, root, path } : found;
}

/** The library file that this one continues; null if there is none. */
async function findBeginning({ name, bytes, path }: StagedFile): Promise<FollowedFile | null> {
  const db = await getDb();
  const rows = await db.importedFile.findMany({
    where: { name, bytes: { gt: 0, lt: bytes } },
    orderBy: [{ bytes: "desc" }, { id: "asc" }],
    take: MAX_COMPARED,
    select: { sha256: true, bytes: true, identity: true },
  });
  for (const { sha256, bytes: length, identity } of rows) {
    if ((await hashPrefix(path, length)) !== sha256) continue;
    const project = currentProject();
    const first = {
      project,
      root: rootOf(project),
      path: sha256,
      identity: identity ?? sha256,
      shas: [sha256],
      signature: null,
    };
    return followState().holderOf(sha256, { ...first, path: "" }) ?? first;
  }
  return null;
}

/** True if the file begins with, or equals, the file of a session that a person deleted from the project. */
async function continuesDeleted({ bytes, path }: StagedFile): Promise<boolean> {
  const shorter = (await listDeletedFiles()).filter((file) => file.bytes <= bytes);
  const deleted = new Set(shorter.map(({ sha256 }) => sha256));
  for (const length of new Set(shorter.map((file) => file.bytes)))
    if (deleted.has(await hashPrefix(path, length))) return true;
  return false;
}

const wasDeleted = (): Problem =>
  new Problem(422, "was-deleted", "A person deleted what is in this file from the library. Nothing was kept.");

async function continueImport(group: ImportGroup, followed: FollowedFile, signal: AbortSignal): Promise<FileReport[]> {
  const outcome = await importRevision([group.main, ...group.companions], followed, followState(), signal);
  if (outcome.kind === "failed")
    throw new Problem(outcome.code === "too-large" ? 413 : 422, outcome.code, `${outcome.message} Nothing was kept.`);
  if (outcome.kind === "deleted") throw wasDeleted();
  const known = outcome.kind === "replaced" ? outcome.report : await findImported(group);
  if (!known)
    throw new Problem(422, "older-snapshot", "The library has a newer snapshot of this session. Nothing was kept.");
  const report = { ...known, duplicate: outcome.kind !== "replaced" };
  return [report, ...group.companions.map((companion) => companionReport(companion, report))];
}
