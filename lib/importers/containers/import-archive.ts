import { fail, ok, type Result } from "../../conversation/errors";
import type { ImportIssue, RowAccount, Session, SessionFile } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import type { FileGroup } from "../file-groups/file-group";
import { groupFiles, isCompanionName, PEEK_BYTES, sessionIdIn } from "../file-groups/group-files";
import { fill } from "../import-failure";
import type { ImportRun } from "../import-run";
import type { ArchiveEntry, ImportFailure, TranscriptFile, TranscriptImport } from "../importer";
import { ArchiveFault } from "./archive-fault";

/** Imports a file of the archive together with its companions. */
export type ImportEntries = (entries: readonly ArchiveEntry[]) => Promise<Result<TranscriptImport, ImportFailure>>;

type GroupImport = {
  readonly group: FileGroup<ArchiveEntry>;
  readonly result: Result<TranscriptImport, ImportFailure>;
};

/**
 * Imports every transcript of an archive as a session, with its companions. A file that is unreadable or not a
 * transcript counts as one kept row and is listed in the issues. Only an archive without any transcript is rejected.
 */
export async function importArchive(
  archive: TranscriptFile,
  entries: readonly ArchiveEntry[],
  run: ImportRun,
  importEntries: ImportEntries,
): Promise<Result<TranscriptImport, ImportFailure>> {
  const imports: GroupImport[] = [];
  for (const group of await groupEntries(entries)) {
    const result = await importEntries([group.main, ...group.companions]);
    const isFatal = !result.ok && (result.error.code === "cancelled" || run.unpacking.isSpent || run.before.isSpent);
    if (isFatal) return result;
    imports.push({ group, result });
  }
  const read = imports.flatMap(({ result }) => (result.ok ? [result.value] : []));
  if (read.length === 0) return fail(nothingInside(imports, entries.length));
  const formats = [...new Set(read.map(({ format }) => format))];
  return ok({
    format: formats.join(" + "),
    detectedBy: `an archive with ${read.length} transcripts in ${entries.length} files: ${read[0]?.detectedBy}`,
    sessions: read.flatMap(({ sessions }) => sessions.map((session) => placed(session, archive))),
    rows: sumAccounts(imports),
    issues: imports.flatMap(issuesOf),
  });
}

async function groupEntries(entries: readonly ArchiveEntry[]): Promise<FileGroup<ArchiveEntry>[]> {
  const ids = new Map<ArchiveEntry, string | null>();
  const hasCompanions = entries.some(({ path }) => isCompanionName(path));
  const mayName = hasCompanions ? entries.filter(({ path }) => /\.jsonl$/.test(path)) : [];
  for (const entry of mayName) ids.set(entry, await peekSessionId(entry));
  return groupFiles(entries, (entry) => ids.get(entry) ?? null);
}

/** Also null if the file cannot be unpacked, which its import reports. */
async function peekSessionId(entry: ArchiveEntry): Promise<string | null> {
  const decoder = new TextDecoder();
  let head = "";
  try {
    for await (const chunk of entry.open()) {
      head += decoder.decode(chunk, { stream: true });
      if (head.length >= PEEK_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
  }
  return sessionIdIn(head);
}

/**
 * The session with the archive as its imported file, so that it can be exported again. The file's path is its place
 * within the archive.
 */
function placed(session: Session, { name, sha256, bytes }: TranscriptFile): Session {
  return { ...session, files: session.files.map((file) => ({ name, sha256, bytes, path: pathOf(file) })) };
}

const pathOf = ({ name, path }: SessionFile) => (path === undefined ? name : `${name}/${path}`);

function nothingInside(imports: readonly GroupImport[], files: number): ImportFailure {
  const failures = imports.flatMap(({ result }) => (result.ok ? [] : [result.error]));
  // If the archive contains one file, or all its files fail for the same reason, that reason is the archive's.
  const telling = failures.find(({ code }) => TELLING.has(code)) ?? (failures.length === 1 ? failures[0] : undefined);
  return telling ?? notTranscript(fill("an archive of {files} files, none of which is a transcript", { files }));
}

const TELLING = new Set<ImportFailure["code"]>(["damaged-archive", "too-large", "unsupported-encoding"]);

function sumAccounts(imports: readonly GroupImport[]): RowAccount {
  const accounts = imports.map(({ result, group }) => (result.ok ? result.value.rows : keptFiles(group)));
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

function keptFiles({ companions }: FileGroup<ArchiveEntry>): RowAccount {
  const files = 1 + companions.length;
  return { read: files, interpreted: 0, kept: files, bad: 0, blank: 0, pendingBytes: 0 };
}

function issuesOf({ group, result }: GroupImport, index: number): ImportIssue[] {
  const { path } = group.main;
  if (result.ok) return result.value.issues.map((issue) => ({ ...issue, message: `${path}: ${issue.message}` }));
  const others = group.companions.length === 0 ? "" : ` with ${group.companions.length} files beside it`;
  const message = `${path}${others} was kept, not imported: ${result.error.message}`;
  return [{ code: "kept-file", message, line: index + 1, byteOffset: 0, excerpt: "" }];
}
