import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { FileReport } from "../../api/schemas/import-report";
import { dropIncoming, dropStaged, keepBlob, pinBlobs } from "../objects/blobs";
import { currentProject, inProject } from "../process/caller-context";
import { log } from "../process/log";
import { dataDir } from "../process/settings";
import { type FollowedFile, type FollowState, MAX_REVISIONS } from "../store/follow-state";
import { hasImportNote, noteOf, writeImportNote } from "../store/import-notes";
import type { ImportContext, ImportGroup, StagedFile } from "../store/import-types";
import { saveDerived } from "../store/shared-derived";
import { inTurn, sortSnapshots } from "../store/snapshots";
import { swapDerived } from "../store/swap-derived";
import type { ImportOutput } from "../workers/import-task";
import { groupCompanions } from "./companions";
import { beginAgain, removeOlderFiles, unlessLeft } from "./deleted-files";
import { dropUnwanted, undoOf } from "./failed-import";
import { planRevision, type Replaced, wasDeleted } from "./follow-plan";
import { saveImport } from "./import-rows";
import { readTranscript } from "./read-transcript";

type Imported = Extract<ImportOutput, { ok: true }>;

export type RevisionOutcome =
  | { readonly kind: "same" | "duplicate" | "deleted" }
  | { readonly kind: "replaced"; readonly report: FileReport }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/**
 * Makes the staged content the only revision of a followed session. The worker parses the whole file; rows change in
 * one transaction, and an unreadable file leaves the older revision unchanged. `staged[0]` is the main file.
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
    // Staged names are for people and lose characters, so the main file is identified by position.
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
  await inTurn(() => settle(plan.followed, group.main, work));
  return { kind: "same" };
}

type Work = { readonly followed: FollowedFile; readonly state: FollowState; readonly signal: AbortSignal };

async function replaceRevision(
  group: ImportGroup,
  known: FollowedFile,
  replaced: readonly Replaced[],
  work: Work,
): Promise<RevisionOutcome> {
  const all = [group.main, ...group.companions];
  const shas = all.map((file) => file.sha256);
  const release = pinBlobs(shas);
  let undo = async () => {};
  const outDir = path.join(dataDir(), "incoming", randomUUID());
  try {
    fs.mkdirSync(outDir, { recursive: true });
    const { identity } = known;
    const { state, signal } = work;
    const mains = [...new Set([group.main.sha256, ...known.shas])];
    const { output, ids } = await readTranscript(all, outDir, { shas: mains, identity, signal });
    if (!output.ok) return { kind: "failed", code: output.code, message: output.message };
    return await inTurn(async (): Promise<RevisionOutcome> => {
      if (await wasDeleted(known)) return { kind: "deleted" }; // a person deleted the session while the file was parsed
      const { sha256 } = group.main;
      const { current } = await sortSnapshots(output.sessions, [sha256, ...known.shas]);
      // The library has a newer snapshot from another file, so this one is skipped.
      if (current.length < output.sessions.length) return { kind: "duplicate" };
      const older = olderOf(known, replaced, sha256);
      state.put({ ...known, shas: [...older, sha256], signature: null });
      const createdAt = replaced[0]?.createdAt ?? null;
      const sessions = output.sessions.map((session) => session.id);
      const takeBack = await undoOf(shas, sha256, []);
      undo = () => inTurn(takeBack);
      await writeImportNote(noteOf(group, sessions, { identity, ...(createdAt && { createdAt }) }));
      for (const file of all) await keepBlob(file);
      await beginAgain(sessions); // following was switched on again after a deletion
      const report = reportOf(group, output);
      await publish(group, output, outDir, report, { ids, identity, replaces: older, ...(createdAt && { createdAt }) });
      undo = async () => {};
      await settle({ ...known, shas: [...older, sha256] }, group.main, work);
      return { kind: "replaced", report };
    });
  } finally {
    dropIncoming(outDir);
    await dropUnwanted(release());
    await undo();
  }
}

/** Hashes of older revisions with rows or files in the library. */
function olderOf({ shas }: FollowedFile, replaced: readonly Replaced[], newest: string): string[] {
  const rows = new Set(replaced.map(({ sha256 }) => sha256));
  const isThere = (sha: string) => sha !== newest && (rows.has(sha) || hasImportNote(sha));
  return [...new Set([...shas, ...rows])].filter(isThere).slice(1 - MAX_REVISIONS);
}

/**
 * Publishes derived files, then rows. After a crash in between, the next poll imports again, since the state is
 * unchanged.
 */
async function publish(
  group: ImportGroup,
  output: Imported,
  outDir: string,
  report: FileReport,
  context: ImportContext,
): Promise<void> {
  const ids = output.sessions.map(({ id }) => id);
  const save = (fileId: string) => saveImport(group, output, report, { ...context, fileId });
  await saveDerived(ids, outDir, (fileId) => swapDerived(ids, outDir, () => save(fileId)));
}

/**
 * Removes the files of older revisions, whose rows are gone, and records the new state. A failure leaves the session
 * intact; the state names remaining files until they are removed later.
 */
async function settle(known: FollowedFile, { sha256 }: StagedFile, { followed, state }: Work): Promise<void> {
  const older = known.shas.filter((sha) => sha !== sha256);
  const { files } = await unlessLeft(() => removeOlderFiles(older));
  try {
    const shas = files === "gone" ? [sha256] : [...older, sha256];
    state.put({ ...known, shas, signature: followed.signature });
  } catch (error) {
    log().warn(
      { name: (error as Error).name },
      "follow.json is not up to date; the file is looked at again after a start",
    );
  }
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
