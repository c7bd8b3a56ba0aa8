import type { FileReport } from "../api/schemas/import-report";
import { hasBlob } from "./blobs";
import { getDb } from "./db/get-db";
import { followState } from "./follow-state";
import { listImportNotes, writeImportNote } from "./import-notes";
import { listOutputNotes, readOutputNote, writeOutputNote } from "./output-notes";
import { saveOutputs } from "./stored-outputs";

/** Files in one query, so that a library of thousands is not held in memory at once. */
const BATCH = 500;

/** Writes notes for imported files and put-aside outputs that have a row but no note, since older versions wrote none. */
export async function completeNotes(): Promise<void> {
  await completeImportNotes();
  const db = await getDb();
  const noted = new Set(await listOutputNotes());
  const rows = await db.storedOutput.findMany();
  for (const { id, blobSha256, tool, tokens, bytes, createdAt } of rows) {
    if (noted.has(id)) continue;
    const putAsideAt = createdAt.toISOString();
    writeOutputNote({ id, sha256: blobSha256, tool, tokens, bytes, putAsideAt, source: null });
  }
}

async function completeImportNotes(): Promise<void> {
  const db = await getDb();
  const noted = await listImportNotes();
  const rows = await db.importedFile.findMany({ select: { id: true, sha256: true } });
  const without = rows.filter((row) => !noted.has(row.sha256)).map((row) => row.id);
  for (let start = 0; start < without.length; start += BATCH) {
    const files = await db.importedFile.findMany({
      where: { id: { in: without.slice(start, start + BATCH) } },
      include: { companions: { orderBy: { position: "asc" } }, sessions: { select: { isExample: true } } },
    });
    for (const file of files) await noteRow(file);
  }
}

type FileRow = {
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
    sha256,
    name,
    bytes,
    imported_at: createdAt.toISOString(),
    is_example: sessions.some((session) => session.isExample),
    identity: followState().identityOf(sha256) ?? identity,
    sessions: [...((JSON.parse(reportJson) as Partial<FileReport>).sessions ?? [])],
    companions: companions.map((companion) => ({
      sha256: companion.sha256,
      name: companion.name,
      bytes: companion.bytes,
    })),
  });
}

/** Adds rows for put-aside outputs that have a note but no row, after a database was lost or restored. Returns how many. */
export async function restoreOutputs(): Promise<number> {
  const db = await getDb();
  const known = new Set((await db.storedOutput.findMany({ select: { id: true } })).map((row) => row.id));
  const noted = (await listOutputNotes()).filter((id) => !known.has(id)).flatMap((id) => readOutputNote(id) ?? []);
  const lost: typeof noted = [];
  for (const note of noted) if (await hasBlob(note.sha256)) lost.push(note);
  for (let start = 0; start < lost.length; start += BATCH) await saveOutputs(lost.slice(start, start + BATCH));
  return lost.length;
}
