import { rm } from "node:fs/promises";
import path from "node:path";
import { getDb } from "../db/get-db";
import { derivedRoot } from "../files/derived";
import { withReserve } from "../files/reserve";
import { problemOfPlatform } from "../http/problem";
import { acceptedJobs } from "../ingest/accepted-files";
import { removeDeletedFiles } from "../ingest/deleted-files";
import { dropOldBodies } from "../job-queue/job-body";
import { failInterruptedJobs } from "../jobs/jobs";
import { completeGiven } from "../library/given";
import { listBlobFiles, listTwoLevels } from "../objects/local-objects";
import { log } from "../process/log";
import { dataDir } from "../process/settings";
import { deleteSession } from "../sessions/sessions";
import { listDeletions } from "../store/deleted-sessions";
import { type MissingImport, refreshMissing } from "../store/missing-imports";
import { completeNotes, restoreOutputs } from "../store/note-rows";
import { quarantine } from "../store/quarantine";

/** Runs once the database is open, and again after it was replaced; never while another process uses the directory. */
export async function tidyUp(): Promise<void> {
  const accepted = await acceptedJobs();
  await withReserve(() => failInterruptedJobs(accepted));
  log().info(await sweepLeftovers(), "swept");
  await dropOldBodies();
}

export type Swept = {
  /** Removed derived files, of another parser version or of deleted sessions. */
  readonly derived: number;
  /** Files and folders of unknown origin, moved to the quarantine. */
  readonly quarantined: number;
  /** Imported files missing from the library, offered for a rebuild. */
  readonly missing: number;
};

/**
 * At the start, before the first request: finishes deletions, removes partial uploads and outdated derived files, and
 * compares files with rows. Imported files are never removed; those without a row are offered for a rebuild.
 */
export async function sweepLeftovers(): Promise<Swept> {
  await rm(path.join(dataDir(), "incoming"), { recursive: true, force: true });
  const deleted = await listDeletions();
  await finishDeletions(deleted);
  await unlessFull(completeNotes);
  await unlessFull(completeGiven);
  await unlessFull(restoreOutputs);
  const missing = await refreshMissing();
  const { derived, quarantined } = await sweepDerived(deleted, missing);
  return { derived, quarantined: quarantined + (await quarantineOddBlobs()), missing: missing.length };
}

/** A full disk does not stop the server from starting; the next start continues the work. */
async function unlessFull(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (problemOfPlatform(error)?.code !== "storage-full") throw error;
    log().warn("the disk has no room for the notes of the imported files");
  });
}

async function finishDeletions(deleted: ReadonlySet<string>): Promise<void> {
  const db = await getDb();
  const rows = deleted.size === 0 ? [] : await db.session.findMany({ select: { id: true } });
  for (const { id } of rows) if (deleted.has(id)) await deleteSession(id);
  await removeDeletedFiles(deleted);
}

/** Removes outdated derived files. Those without a known session cannot be rebuilt and are quarantined. */
async function sweepDerived(
  deleted: ReadonlySet<string>,
  missing: readonly MissingImport[],
): Promise<{ derived: number; quarantined: number }> {
  const db = await getDb();
  const rows = await db.session.findMany({ select: { id: true, parserVersion: true } });
  const current = new Set(rows.map((row) => `${row.parserVersion}/${row.id}`));
  const known = new Set(rows.map((row) => row.id));
  const awaited = new Set(missing.flatMap(({ note }) => note?.sessions ?? []));
  const counts = { derived: 0, quarantined: 0 };
  for (const name of await listTwoLevels(derivedRoot())) {
    const id = path.basename(name);
    if (current.has(name) || awaited.has(id)) continue;
    if (known.has(id) || deleted.has(id)) {
      await rm(path.join(derivedRoot(), name), { recursive: true, force: true });
      counts.derived += 1;
    } else {
      quarantine(`derived/${name}`, "no session has this id");
      counts.quarantined += 1;
    }
  }
  return counts;
}

async function quarantineOddBlobs(): Promise<number> {
  const odd = (await listBlobFiles()).filter(({ sha256 }) => sha256 === null);
  for (const { relative } of odd) quarantine(relative, "its name is not the hash of a content");
  return odd.length;
}
