import { fail, ok, type Result } from "../../conversation/errors";
import type { ImportIssue, RowAccount, Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import type { ArchiveEntry, ImportFailure, TranscriptFile, TranscriptImport } from "../importer";

export type ImportEntry = (entry: ArchiveEntry) => Promise<Result<TranscriptImport, ImportFailure>>;

type EntryImport = { readonly entry: ArchiveEntry; readonly result: Result<TranscriptImport, ImportFailure> };

/** These end an import wherever they turn up; anything else is the matter of one file in the archive. */
const FATAL = new Set<ImportFailure["code"]>(["cancelled", "too-large", "damaged-archive"]);

/**
 * Imports every file of an archive on its own. A file that is no transcript counts as one kept row and is named in the
 * issues; only an archive without any transcript is refused.
 */
export async function importArchive(
  archive: TranscriptFile,
  entries: readonly ArchiveEntry[],
  importEntry: ImportEntry,
): Promise<Result<TranscriptImport, ImportFailure>> {
  const imports: EntryImport[] = [];
  for (const entry of entries) {
    const result = await importEntry(entry);
    if (!result.ok && FATAL.has(result.error.code)) return result;
    imports.push({ entry, result });
  }
  const read = imports.flatMap(({ entry, result }) => (result.ok ? [{ entry, imported: result.value }] : []));
  if (read.length === 0) return fail(nothingInside(imports));
  const formats = [...new Set(read.map(({ imported }) => imported.format))];
  return ok({
    format: formats.join(" + "),
    detectedBy: `an archive with ${read.length} transcripts in ${entries.length} files: ${read[0]?.imported.detectedBy}`,
    sessions: read.flatMap(({ entry, imported }) =>
      imported.sessions.map((session) => placed(session, archive, entry)),
    ),
    rows: sumAccounts(imports),
    issues: imports.flatMap(issuesOf),
  });
}

/** What was imported, and can be exported again, is the archive. */
function placed(session: Session, { name, sha256, bytes }: TranscriptFile, { path }: ArchiveEntry): Session {
  return { ...session, files: [{ name, sha256, bytes, path }] };
}

function nothingInside(imports: readonly EntryImport[]): ImportFailure {
  const failures = imports.flatMap(({ result }) => (result.ok ? [] : [result.error]));
  // An archive of one file, or of files with one same fault, is as good as that fault.
  const telling =
    failures.find(({ code }) => code === "unsupported-encoding") ?? (failures.length === 1 && failures[0]);
  return telling || notTranscript(`an archive of ${imports.length} files, none of which is a transcript`);
}

const KEPT_FILE: RowAccount = { read: 1, interpreted: 0, kept: 1, bad: 0, blank: 0, pendingBytes: 0 };

function sumAccounts(imports: readonly EntryImport[]): RowAccount {
  const accounts = imports.map(({ result }) => (result.ok ? result.value.rows : KEPT_FILE));
  const sum = (read: (account: RowAccount) => number) => accounts.reduce((total, account) => total + read(account), 0);
  return {
    read: sum((account) => account.read),
    interpreted: sum((account) => account.interpreted),
    kept: sum((account) => account.kept),
    bad: sum((account) => account.bad),
    blank: sum((account) => account.blank),
    pendingBytes: sum((account) => account.pendingBytes),
  };
}

function issuesOf({ entry, result }: EntryImport, index: number): ImportIssue[] {
  if (result.ok) return result.value.issues.map((issue) => ({ ...issue, message: `${entry.path}: ${issue.message}` }));
  const message = `${entry.path} was kept, not imported: ${result.error.message}`;
  return [{ code: "kept-file", message, line: index + 1, byteOffset: 0, excerpt: "" }];
}
