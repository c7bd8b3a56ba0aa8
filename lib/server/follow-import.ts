import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { FileReport } from "../api/schemas/import-report";
import { dropIncoming, dropStaged, keepBlob, pinBlobs } from "./blobs";
import { currentProject, inProject } from "./caller-context";
import { groupCompanions } from "./companions";
import { getDb } from "./db/get-db";
import { forgetDeletions } from "./deleted-sessions";
import { derivedPath } from "./derived";
import { undoOf } from "./failed-import";
import { planRevision, type Replaced, wasDeleted } from "./follow-plan";
import type { FollowedFile, FollowState } from "./follow-state";
import { dropImportNote, noteOf, writeImportNote } from "./import-notes";
import { dropUnusedBlobs, saveImport } from "./import-rows";
import type { ImportContext, ImportGroup, StagedFile } from "./import-types";
import { libraryChanged } from "./library/changed";
import { findCopies, likesOf } from "./library/refresh-items";
import { readTranscript } from "./read-transcript";
import { forgetTextIn } from "./search/indexer";
import { forgetIndex } from "./session-indexes";
import { dataDir } from "./settings";
import { dropStates, saveDerived } from "./shared-derived";
import { inTurn, sortSnapshots } from "./snapshots";
import { swapDerived } from "./swap-derived";
import type { ImportOutput } from "./workers/import-task";

type Imported = Extract<ImportOutput, { ok: true }>;

export type RevisionOutcome =
  | { readonly kind: "same" | "duplicate" | "deleted" }
  | { readonly kind: "replaced"; readonly sessions: readonly string[] }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/**
 * Makes the staged content the one revision of a followed session. The whole file is parsed in the worker; rows change
 * in one transaction, and a file that cannot be read leaves the older revision as it is. `staged[0]` is the main file.
 */
export async function importRevision(
  staged: readonly StagedFile[],
  followed: FollowedFile,
  state: FollowState,
  signal: AbortSignal,
): Promise<RevisionOutcome> {
  try {
    const [main] = staged;
    if (!main) throw new Error("a revision needs its main file");
    // The names of staged files are for people and lose characters, so the main file is the one that comes first.
    const group = groupCompanions(staged).find((candidate) => candidate.main === main) ?? { main, companions: [] };
    return await inProject(currentProject(), () => revise(group, { followed, state, signal }));
  } finally {
    for (const file of staged) dropStaged(file);
  }
}

async function revise(group: ImportGroup, work: Work): Promise<RevisionOutcome> {
  const { followed, state } = work;
  const plan = await planRevision(group, followed, state);
  if (plan.kind === "duplicate") return { kind: "duplicate" };
  if (plan.kind === "import") return replaceRevision(group, plan.followed, plan.replaced, work);
  state.put({ ...plan.followed, signature: followed.signature });
  return { kind: "same" };
}

type Work = { readonly followed: FollowedFile; readonly state: FollowState; readonly signal: AbortSignal };

async function replaceRevision(
  group: ImportGroup,
  known: FollowedFile,
  replaced: readonly Replaced[],
  { followed, state, signal }: Work,
): Promise<RevisionOutcome> {
  const all = [group.main, ...group.companions];
  const shas = all.map((file) => file.sha256);
  const release = pinBlobs(shas);
  let undo = async () => {};
  const outDir = path.join(dataDir(), "incoming", randomUUID());
  try {
    fs.mkdirSync(outDir, { recursive: true });
    const { identity } = known;
    const mains = [...new Set([group.main.sha256, ...known.shas])];
    const { output, ids } = await readTranscript(all, outDir, { shas: mains, identity, signal });
    if (!output.ok) return { kind: "failed", code: output.code, message: output.message };
    return await inTurn(async (): Promise<RevisionOutcome> => {
      if (await wasDeleted(known)) return { kind: "deleted" }; // a person deleted it while it was parsed
      const { sha256 } = group.main;
      const { current } = await sortSnapshots(output.sessions, [sha256, ...known.shas]);
      // The library has a newer snapshot from another file, so this one is not imported.
      if (current.length < output.sessions.length) return { kind: "duplicate" };
      const held = replaced.map((row) => row.sha256);
      state.put({ ...known, shas: [...new Set([...held, sha256])], signature: null });
      const createdAt = replaced[0]?.createdAt ?? null;
      const sessions = output.sessions.map((session) => session.id);
      const takeBack = await undoOf(shas, sha256, []);
      undo = () => inTurn(takeBack);
      await writeImportNote(noteOf(group, sessions, { identity, ...(createdAt && { createdAt }) }));
      for (const file of all) await keepBlob(file);
      await forgetDeletions(sessions); // following was switched on again after a deletion
      await publish(group, output, outDir, { ids, identity, ...(createdAt && { createdAt }) });
      undo = async () => {};
      await dropReplaced(replaced);
      for (const older of held) if (older !== sha256) dropImportNote(older);
      state.put({ ...known, shas: [sha256], signature: followed.signature });
      return { kind: "replaced", sessions };
    });
  } finally {
    dropIncoming(outDir);
    release();
    await undo();
  }
}

/**
 * Publishes derived files, then rows. After a crash in between, the next look imports again, since the state is
 * unchanged.
 */
async function publish(group: ImportGroup, output: Imported, outDir: string, context: ImportContext): Promise<void> {
  const ids = output.sessions.map(({ id }) => id);
  const save = (fileId: string) => saveImport(group, output, reportOf(group, output), { ...context, fileId });
  await saveDerived(ids, outDir, (fileId) => swapDerived(ids, outDir, () => save(fileId)));
}

/** Deletes older file rows, sessions that the new revision no longer has, and blobs that nothing names. */
async function dropReplaced(replaced: readonly Replaced[]): Promise<void> {
  const ids = replaced.map((row) => row.id);
  const db = await getDb();
  const gone = await db.$transaction(async (transaction) => {
    const where = { fileId: { in: ids } };
    const sessions = await transaction.session.findMany({
      where,
      select: { id: true, parserVersion: true, fileId: true },
    });
    const likes = await likesOf(transaction, { sessionId: { in: sessions.map(({ id }) => id) } });
    await transaction.importedFile.deleteMany({ where: { id: { in: ids } } });
    for (const { id } of sessions) await forgetTextIn(transaction, id);
    await findCopies(transaction, likes);
    return sessions;
  });
  libraryChanged(gone.map(({ id }) => id));
  for (const { id, parserVersion } of gone) {
    forgetIndex({ id, parserVersion });
    await rm(derivedPath(parserVersion, id), { recursive: true, force: true });
  }
  await dropStates(gone);
  await dropUnusedBlobs(replaced.flatMap((row) => [row.sha256, ...row.companions.map(({ sha256 }) => sha256)]));
}

function reportOf({ main }: ImportGroup, output: Imported): FileReport {
  const { pendingBytes, ...rows } = output.rows;
  return {
    file_name: main.name,
    sha256: main.sha256,
    bytes: main.bytes,
    format: output.format,
    detected_by: output.detectedBy,
    duplicate: false,
    sessions: output.sessions.map((session) => session.id),
    rows: { ...rows, pending_bytes: pendingBytes },
    issues: output.issues.map(({ byteOffset, ...issue }) => ({ ...issue, byte_offset: byteOffset })),
    kept_kinds: output.keptKinds,
    notes: output.notes,
    shape: output.shape,
    error: null,
  };
}
