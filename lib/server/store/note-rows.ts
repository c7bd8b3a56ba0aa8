import type { FileReport } from "../../api/schemas/import-report";
import { getDb } from "../db/get-db";
import { hasBlob } from "../objects/blobs";
import { inProject } from "../process/caller-context";
import { listOutputNotes, outputNoteKey, readOutputNote, writeOutputNote } from "../workers/output-notes";
import { followState } from "./follow-state";
import { listImportNotes, noteKey, writeImportNote } from "./import-notes";
import { saveOutputs } from "./stored-outputs";

/** Files per query, so that a library of thousands of files is not in memory at once. */
const BATCH = 500;

/** Writes notes for imported files and put-aside outputs that have a row but no note: older versions wrote none. */
export async function completeNotes(): Promise<void> {
  await completeImportNotes();
  const db = await getDb();
  const noted = new Set(await listOutputNotes());
  const rows = await db.storedOutput.findMany();
  for (const { projectId: project, id, sessionId, blobSha256: sha256, tool, tokens, bytes, createdAt } of rows) {
    if (noted.has(outputNoteKey(id, project))) continue;
    const putAsideAt = createdAt.toISOString();
    writeOutputNote({ project, id, sessionId, sha256, tool, tokens, bytes, putAsideAt, source: null });
  }
}

async function completeImportNotes(): Promise<void> {
  const db = await getDb();
  const noted = await listImportNotes();
  const rows = await db.importedFile.findMany({ select: { id: true, sha256: true, projectId: true } });
  const without = rows.filter((row) => !noted.has(noteKey(row.sha256, row.projectId))).map((row) => row.id);
  for (let start = 0; start < without.length; start += BATCH) {
    const files = await db.importedFile.findMany({
      where: { id: { in: without.slice(start, start + BATCH) } },
      include: { companions: { orderBy: { position: "asc" } }, sessions: { select: { isExample: true } } },
    });
    for (const file of files) await noteRow(file);
  }
}

type FileRow = {
  readonly projectId: string;
  readonly sha256: string;
  readonly name: string;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly identity: string | null;
  readonly reportJson: string;
  readonly companions: readonly { readonly sha256: string; readonly name: string; readonly bytes: number }[];
  readonly sessions: readonly { readonly isExample: boolean }[];
};

function noteRow({
  projectId,
  sha256,
  name,
  bytes,
  createdAt,
  identity,
  reportJson,
  companions,
  sessions,
}: FileRow): Promise<void> {
  return writeImportNote({
    version: 1,
    project: projectId,
    sha256,
    name,
    bytes,
    imported_at: createdAt.toISOString(),
    is_example: sessions.some((session) => session.isExample),
    identity: followState().identityOf(sha256, projectId) ?? identity,
    sessions: [...((JSON.parse(reportJson) as Partial<FileReport>).sessions ?? [])],
    companions: companions.map((companion) => ({
      sha256: companion.sha256,
      name: companion.name,
      bytes: companion.bytes,
    })),
  });
}

/**
 * Adds rows for put-aside outputs that have a note but no row, after a database was lost or restored. Returns how many.
 */
export async function restoreOutputs(): Promise<number> {
  const db = await getDb();
  const rows = await db.storedOutput.findMany({ select: { id: true, projectId: true } });
  const known = new Set(rows.map(({ id, projectId }) => outputNoteKey(id, projectId)));
  const noted = (await listOutputNotes()).filter((key) => !known.has(key)).flatMap((key) => readOutputNote(key) ?? []);
  const lost: typeof noted = [];
  for (const note of noted) if (await hasBlob(note.sha256)) lost.push(note);
  for (const project of new Set(lost.map((note) => note.project))) {
    const own = lost.filter((note) => note.project === project);
    for (let start = 0; start < own.length; start += BATCH)
      await inProject(project, () => saveOutputs(own.slice(start, start + BATCH)));
  }
  return lost.length;
}
