import fs from "node:fs";
import { DEFAULT_PROJECT } from "../../api/caller";
import { getDb } from "../db/get-db";
import { importFiles } from "../ingest/import-files";
import { blobFile, isWholeBlob, stageAgain } from "../objects/blobs";
import { asServer, inProject } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dropImportNote, type ImportNote, noteKey } from "../store/import-notes";
import type { ImportContext, StagedFile } from "../store/import-types";
import { type MissingImport, missingImports, refreshMissing } from "../store/missing-imports";
import { quarantine } from "../store/quarantine";

export type RebuildReport = {
  /** Files restored to the library. */
  readonly rebuilt: number;
  /** Unreadable files that were moved to the quarantine, with the reason. */
  readonly refused: readonly { readonly file_name: string; readonly code: string; readonly message: string }[];
};
export type RebuildContext = Pick<ImportContext, "signal" | "onProgress">;

/**
 * Restores every imported file without a row to the library, with its name and companions if it has a note. Works on
 * one file at a time; after a cancellation, the next call continues from there.
 */
export async function rebuildLibrary({ signal, onProgress }: RebuildContext = {}): Promise<RebuildReport> {
  const running = processState("library-rebuild", () => ({ work: Promise.resolve() as Promise<unknown> }));
  const work = running.work
    .catch(() => {})
    .then(() => rebuildEach({ ...(signal && { signal }), ...(onProgress && { onProgress }) }));
  running.work = work;
  return work;
}

const rebuildEach = (context: RebuildContext): Promise<RebuildReport> => asServer(() => rebuildAll(context));

async function rebuildAll({ signal, onProgress }: RebuildContext): Promise<RebuildReport> {
  await refreshMissing();
  const all = missingImports();
  const refused: { file_name: string; code: string; message: string }[] = [];
  let rebuilt = 0;
  try {
    for (const [index, missing] of all.entries()) {
      signal?.throwIfAborted();
      onProgress?.({ stage: "rebuilding", file: index, files: all.length });
      const failure = await rebuildOne(missing, signal);
      if (failure) refused.push({ file_name: nameOf(missing), ...failure });
      else rebuilt += 1;
    }
  } finally {
    await refreshMissing();
  }
  log().info({ rebuilt, refused: refused.length }, "library rebuilt from the raw files");
  return { rebuilt, refused };
}

const nameOf = ({ note, sha256 }: MissingImport): string => note?.name ?? `recovered-${sha256.slice(0, 12)}`;

type Failure = { readonly code: string; readonly message: string };

async function rebuildOne(missing: MissingImport, signal: AbortSignal | undefined): Promise<Failure | null> {
  const { sha256, note } = missing;
  if (!(await isWholeBlob(sha256)))
    return setAside(missing, {
      code: "raw-damaged",
      message: "its bytes no longer have the hash that they were stored under",
    });
  const companions = note ? await wholeCompanions(note) : [];
  const { size: bytes } = fs.statSync(await blobFile(sha256));
  const main = await stageAgain({ sha256, name: nameOf(missing), bytes });
  const project = note?.project ?? DEFAULT_PROJECT;
  await restoreProject(project);
  const [report] = await inProject(project, () =>
    importFiles([main, ...companions], {
      ...(signal && { signal }),
      keepsDeletions: true,
      ...(note && { isExample: note.is_example, createdAt: new Date(note.imported_at) }),
      ...(note?.identity && { identity: note.identity }),
    }),
  );
  return report?.error ? setAside(missing, report.error) : null;
}

/** A lost database has lost the names of projects too. */
async function restoreProject(id: string): Promise<void> {
  const db = await getDb();
  await db.project.upsert({ where: { id }, create: { id, name: id }, update: {} });
}

/** The companions that are not damaged. A damaged one is left out and logged. */
async function wholeCompanions(note: ImportNote): Promise<StagedFile[]> {
  const whole: StagedFile[] = [];
  for (const companion of note.companions) {
    if (await isWholeBlob(companion.sha256)) whole.push(await stageAgain(companion));
    else log().warn({ sha256: companion.sha256 }, "a companion of an imported file is damaged or gone");
  }
  return whole;
}

/** Quarantines a file with its note, so a person can identify it. Its companions stay and are offered separately. */
function setAside({ sha256, note }: MissingImport, failure: Failure): Failure {
  quarantine(`blobs/${sha256.slice(0, 2)}/${sha256}`, `${failure.code}: ${failure.message}`);
  if (note) quarantine(`imports/${noteKey(sha256, note.project)}.json`, "belongs to a quarantined file");
  else dropImportNote(sha256);
  return failure;
}
