import { hasBlob, isPinned, listBlobs } from "./blobs";
import { getDb } from "./db/get-db";
import { type ImportNote, listImportNotes, noteKey, readImportNote } from "./import-notes";
import { processState } from "./process-state";
import { dataDir } from "./settings";

/** An imported file that no row names. If it has no note, its name is lost too. */
export type MissingImport = { readonly sha256: string; readonly note: ImportNote | null };

const states = () => processState("missing-imports", () => new Map<string, readonly MissingImport[]>());

/** The missing imports when they were last compared. A lost or restored database names fewer files than exist. */
export const missingImports = (): readonly MissingImport[] => states().get(dataDir()) ?? [];

export function rememberMissing(missing: readonly MissingImport[]): void {
  states().set(dataDir(), missing);
}

/** Hashes of all files of missing imports, companions included. Deleting another session must not delete these files. */
export const filesOfMissing = (missing = missingImports()): Set<string> => new Set(missing.flatMap(filesOf));

export const filesOf = ({ sha256, note }: MissingImport): string[] => [
  sha256,
  ...(note?.companions.map((companion) => companion.sha256) ?? []),
];

/** Compares notes with rows. A file that is being imported at this moment is not missing. */
export async function findNamedMissing(): Promise<MissingImport[]> {
  const db = await getDb();
  const rows = await db.importedFile.findMany({ select: { sha256: true, projectId: true } });
  const known = new Set(rows.map(({ sha256, projectId }) => noteKey(sha256, projectId)));
  const missing: MissingImport[] = [];
  for (const key of await listImportNotes()) {
    const [sha256 = ""] = key.split(".");
    if (known.has(key) || isPinned(sha256)) continue;
    const note = readImportNote(key);
    if (note && (await hasBlob(sha256))) missing.push({ sha256, note });
  }
  return missing;
}

/** Files among the blobs that neither a row nor the note of a missing import names. */
export async function findUnnamed(named: readonly MissingImport[]): Promise<MissingImport[]> {
  const db = await getDb();
  const known = new Set((await db.blob.findMany({ select: { sha256: true } })).map((row) => row.sha256));
  const inNotes = filesOfMissing(named);
  return (await listBlobs())
    .filter((sha256) => !known.has(sha256) && !inNotes.has(sha256) && !isPinned(sha256))
    .map((sha256) => ({ sha256, note: null }));
}

/** Compares again and remembers the result. */
export async function refreshMissing(): Promise<readonly MissingImport[]> {
  const named = await findNamedMissing();
  rememberMissing([...named, ...(await findUnnamed(named))]);
  return missingImports();
}
