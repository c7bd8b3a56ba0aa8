import { getDb } from "../db/get-db";
import { hasBlob, isPinned, listBlobs } from "../objects/blobs";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { type ImportNote, listImportNotes, noteKey, readImportNote } from "./import-notes";

/** An imported file to which no row refers. Without a note, its name is lost too. */
export type MissingImport = { readonly sha256: string; readonly note: ImportNote | null };

const states = () => processState("missing-imports", () => new Map<string, readonly MissingImport[]>());

/** The missing imports found by the last comparison. A lost or restored database refers to fewer files than exist. */
export const missingImports = (): readonly MissingImport[] => states().get(dataDir()) ?? [];

export function rememberMissing(missing: readonly MissingImport[]): void {
  states().set(dataDir(), missing);
}

/**
 * Hashes of all files of missing imports, including companions. Deleting another session must not delete these files.
 */
export const filesOfMissing = (missing = missingImports()): Set<string> => new Set(missing.flatMap(filesOf));

export const filesOf = ({ sha256, note }: MissingImport): string[] => [
  sha256,
  ...(note?.companions.map((companion) => companion.sha256) ?? []),
];

/** A file with a note but no row. */
export type NotedFile = MissingImport & { readonly note: ImportNote };

/** The files whose bytes exist: only these can be imported. */
export async function thoseWithBytes(files: readonly NotedFile[]): Promise<NotedFile[]> {
  const there: NotedFile[] = [];
  for (const file of files) if (await hasBlob(file.sha256)) there.push(file);
  return there;
}

/** Files with a note but no row, except files being imported at the moment. */
export async function findUnshown(): Promise<NotedFile[]> {
  const db = await getDb();
  const rows = await db.importedFile.findMany({ select: { sha256: true, projectId: true } });
  const known = new Set(rows.map(({ sha256, projectId }) => noteKey(sha256, projectId)));
  const unshown: NotedFile[] = [];
  for (const key of await listImportNotes()) {
    const [sha256 = ""] = key.split(".");
    if (known.has(key) || isPinned(sha256)) continue;
    const note = readImportNote(key);
    if (note) unshown.push({ sha256, note });
  }
  return unshown;
}

/** Blobs to which neither a row nor the note of a missing import refers. */
async function findUnnamed(named: readonly MissingImport[]): Promise<MissingImport[]> {
  const db = await getDb();
  const known = new Set((await db.blob.findMany({ select: { sha256: true } })).map((row) => row.sha256));
  const inNotes = filesOfMissing(named);
  return (await listBlobs())
    .filter((sha256) => !known.has(sha256) && !inNotes.has(sha256) && !isPinned(sha256))
    .map((sha256) => ({ sha256, note: null }));
}

/** Compares again and stores the result. */
export async function refreshMissing(): Promise<readonly MissingImport[]> {
  const named = await thoseWithBytes(await findUnshown());
  rememberMissing([...named, ...(await findUnnamed(named))]);
  return missingImports();
}
