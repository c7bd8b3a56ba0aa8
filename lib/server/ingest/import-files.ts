import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { Problem } from "@/lib/api/problem";
import type { ImportIssue, RowAccount } from "@/lib/transcript/session";
import type { FileReport } from "../../api/schemas/import-report";
import type { SessionSummary } from "../../api/schemas/session";
import { currentActor } from "../audit/audit";
import { exclusively } from "../db/exclusively";
import { derivedPath, derivedRoot } from "../files/derived";
import { problemOfPlatform } from "../http/problem";
import { takeFromBin } from "../library/notes";
import { dropIncoming, dropStaged, keepBlob, pinBlobs } from "../objects/blobs";
import { currentProject, inProject } from "../process/caller-context";
import { bugFacts, log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { listDeletions } from "../store/deleted-sessions";
import { noteOf, writeImportNote } from "../store/import-notes";
import type { ImportContext, ImportGroup, StagedFile } from "../store/import-types";
import { saveDerived } from "../store/shared-derived";
import { inTurn, sortSnapshots } from "../store/snapshots";
import { swapDerived } from "../store/swap-derived";
import type { ImportOutput } from "../workers/import-task";
import { groupCompanions } from "./companions";
import { beginAgain } from "./deleted-files";
import { dropUnnamed, dropUnwanted, isImported, undoOf } from "./failed-import";
import { findImported, saveImport } from "./import-rows";
import { readTranscript } from "./read-transcript";
import { noteRefused } from "./refused-files";

/**
 * Imports received files into the current project: groups sub-agent files with their transcript, then imports each
 * group completely or not at all. Reports are in file order. A file that cannot be imported has a report with an error.
 */
export async function importFiles(files: readonly StagedFile[], context: ImportContext = {}): Promise<FileReport[]> {
  try {
    const by = context.by ?? currentActor();
    const reports = await inProject(currentProject(), async () => {
      const done = await importGroups(groupCompanions(files), { ...context, by });
      // Only new input counts as refused. A library file that is read again has the time of its first import.
      if (!context.isAgain && !context.createdAt) await noteRefused([...done.values()]);
      return done;
    });
    return files.map((file) => reports.get(file) as FileReport);
  } finally {
    for (const file of files) dropStaged(file); // kept files have been moved; the others failed or were cancelled
  }
}

async function importGroups(
  groups: readonly ImportGroup[],
  context: ImportContext,
): Promise<Map<StagedFile, FileReport>> {
  const reports = new Map<StagedFile, FileReport>();
  for (const [index, group] of groups.entries()) {
    const report = await reportOf(group, {
      ...context,
      onProgress: (progress) => context.onProgress?.({ ...progress, file: index, files: groups.length }),
    });
    const own = [
      [group.main, report] as const,
      ...group.companions.map((companion) => [companion, companionReport(companion, report)] as const),
    ];
    for (const [file, its] of own) reports.set(file, its);
    await context.onReports?.(own);
  }
  return reports;
}

/** Imports a group. A failure caused by its own files becomes its report, so no other group fails with it. */
async function reportOf(group: ImportGroup, context: ImportContext): Promise<FileReport> {
  try {
    return await importGroup(group, context);
  } catch (error) {
    const problem = error instanceof Problem ? error : problemOfPlatform(error);
    if (problem && !isOfFiles(problem)) throw error;
    if (!problem) log().error({ sha256: group.main.sha256, ...bugFacts(error) }, "a file could not be imported");
    return failedReport(group.main, {
      ok: false,
      code: problem?.code ?? "internal",
      message: sentence(problem?.detail ?? "an unexpected error; the log of the server has the details"),
    });
  }
}

/** True if another file may succeed; false if the store or the project is gone or the import was cancelled. */
const isOfFiles = ({ status, code }: Problem) =>
  status < 500 && ![429, 499].includes(status) && code !== "project-deleted";

const sentence = (detail: string) => `${detail.slice(0, 1).toUpperCase()}${detail.slice(1).replace(/\.$/, "")}.`;

/** Imports the same content only once at a time. Later calls wait and report a duplicate. */
async function importGroup(group: ImportGroup, context: ImportContext): Promise<FileReport> {
  const running = processState("imports", () => new Map<string, Promise<unknown>>());
  const key = `${currentProject()} ${group.main.sha256}`;
  while (running.has(key)) await running.get(key)?.catch(() => {});
  const work = exclusively(`import ${key}`, () => importAlone(group, context));
  running.set(key, work);
  try {
    return await work;
  } finally {
    running.delete(key);
  }
}

async function importAlone(group: ImportGroup, given: ImportContext): Promise<FileReport> {
  const context = { ...given, createdAt: given.createdAt ?? new Date() }; // the same time in the note and in the rows
  const all = [group.main, ...group.companions];
  const shas = all.map((file) => file.sha256);
  const known = context.isAgain ? null : await findImported(group);
  if (known) {
    for (const file of all) await keepBlob(file); // replaces the stored bytes, which may have been damaged since
    if (!(await isImported(group.main.sha256))) await inTurn(() => dropUnnamed(shas, [])); // the file was deleted at the same time
    if (!context.keepsDeletions) await takeFromBin(known.sessions);
    return known;
  }
  const release = pinBlobs(shas);
  const outDir = path.join(dataDir(), "incoming", randomUUID());
  let undo = async () => {};
  try {
    fs.mkdirSync(outDir, { recursive: true });
    const { output, ids } = await readTranscript(all, outDir, { ...context, shas: [group.main.sha256] });
    if (!output.ok) return failedReport(group.main, output);
    return await inTurn(async () => {
      if (context.refusesDeleted && (await areAllDeleted(output))) return failedReport(group.main, WAS_DELETED);
      const snapshots = await sortSnapshots(output.sessions, [group.main.sha256]);
      const report = withSnapshotNotes(doneReport(group.main, output), snapshots.older);
      const takeBack = await undoOf(shas, group.main.sha256, report.sessions);
      undo = () => inTurn(takeBack);
      await writeImportNote(noteOf(group, report.sessions, context));
      for (const file of all) await keepBlob(file);
      const wanted = await withoutDeleted({ ...output, sessions: snapshots.current }, context);
      const isGone = wanted.sessions.length === 0 && snapshots.current.length > 0;
      if (context.refusesDeleted && isGone) return failedReport(group.main, WAS_DELETED); // deleted while its files were kept
      const save = (fileId: string) =>
        publish(wanted, snapshots.replacing, outDir, () =>
          saveImport(group, wanted, report, { ...context, ids, fileId }),
        );
      await saveDerived(
        wanted.sessions.map(({ id }) => id),
        outDir,
        save,
      );
      undo = async () => {};
      return report;
    });
  } finally {
    dropIncoming(outDir);
    await dropUnwanted(release());
    await undo();
  }
}

type Imported = Extract<ImportOutput, { ok: true }>;

const WAS_DELETED = {
  ok: false,
  code: "was-deleted",
  message: "A person deleted what is in this file from the library.",
} as const;

async function areAllDeleted({ sessions }: Imported): Promise<boolean> {
  const deleted = await listDeletions();
  return sessions.length > 0 && sessions.every(({ id }) => deleted.has(id));
}

/** Leaves out sessions that a person deleted, unless a person re-imports them. */
async function withoutDeleted(output: Imported, { keepsDeletions = false }: ImportContext): Promise<Imported> {
  if (!keepsDeletions) {
    const ids = output.sessions.map((session) => session.id);
    await beginAgain(ids);
    await takeFromBin(ids);
    return output;
  }
  const deleted = await listDeletions();
  return { ...output, sessions: output.sessions.filter((session) => !deleted.has(session.id)) };
}

/**
 * Moves derived files to their final names before the rows exist. The next start removes files to which no row refers.
 */
async function publish(
  output: Imported,
  replacing: readonly string[],
  outDir: string,
  saveRows: () => Promise<void>,
): Promise<void> {
  const isReplacing = new Set(replacing);
  await mkdir(path.join(derivedRoot(), String(PARSER_VERSION)), { recursive: true });
  for (const { id } of output.sessions)
    if (!isReplacing.has(id)) await rename(path.join(outDir, id), derivedPath(PARSER_VERSION, id));
  await swapDerived(replacing, outDir, saveRows);
}

/** Notes that a snapshot is older than the library's. Its file is kept; deleting the session deletes it too. */
function withSnapshotNotes(report: FileReport, older: readonly string[]): FileReport {
  if (older.length === 0) return report;
  const message = `The library has a newer snapshot of session ${older[0]} and continues to show that one. This file was kept as an older snapshot.`;
  const issue = { line: 1, byte_offset: 0, code: "older-snapshot", message, excerpt: "" };
  return { ...report, issues: [...report.issues, issue] };
}

function doneReport(file: StagedFile, output: Imported): FileReport {
  return {
    ...baseReport(file),
    format: output.format,
    detected_by: output.detectedBy,
    sessions: output.sessions.map((session) => session.id),
    rows: rowsJson(output.rows),
    issues: output.issues.map(issueJson),
    kept_kinds: output.keptKinds,
    figures: figuresOf(output.sessions.map(({ summaryJson }) => JSON.parse(summaryJson) as SessionSummary)),
    notes: output.notes,
    shape: output.shape,
  };
}

function failedReport(file: StagedFile, failure: Extract<ImportOutput, { ok: false }>): FileReport {
  const { code, message, shape = null } = failure;
  return { ...baseReport(file), shape, error: { code, message } };
}

export function companionReport(file: StagedFile, main: FileReport): FileReport {
  const { duplicate, sessions, format, error } = main;
  return { ...baseReport(file), detected_by: `companion of ${main.file_name}`, duplicate, sessions, format, error };
}

const baseReport = (file: StagedFile): FileReport => ({
  file_name: file.name,
  sha256: file.sha256,
  bytes: file.bytes,
  format: null,
  detected_by: null,
  duplicate: false,
  sessions: [],
  rows: rowsJson({ read: 0, interpreted: 0, kept: 0, bad: 0, blank: 0, pendingBytes: 0 }),
  issues: [],
  notes: null,
  shape: null,
  error: null,
});

const rowsJson = ({ pendingBytes, ...rows }: RowAccount) => ({ ...rows, pending_bytes: pendingBytes });

const issueJson = ({ byteOffset, line, code, message, excerpt, cut }: ImportIssue) => ({
  line,
  byte_offset: byteOffset,
  code,
  message,
  excerpt,
  ...(cut && { cut }),
});

/** Sums over a file's sessions. If a part is unknown, the sum covers the known parts. */
function figuresOf(summaries: readonly SessionSummary[]): NonNullable<FileReport["figures"]> {
  const known = (values: readonly (number | null)[]) => {
    const numbers = values.filter((value) => value !== null);
    return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
  };
  const cost = known(summaries.map((summary) => summary.cost.amount));
  return {
    requests: summaries.reduce((sum, { counts }) => sum + counts.responses, 0),
    output_tokens: known(summaries.map(({ usage }) => usage.output)),
    cost: cost === null ? null : { amount: cost, currency: "USD" },
    unnamed: summaries.filter(({ models }) => models.length === 0).length,
    unreported: summaries.filter(({ cost: { basis } }) => basis === "unknown").length,
  };
}

const STATUS_OF: Readonly<Record<string, number>> = { "too-large": 413, internal: 500 };

/** The problem for a single file that could not be imported: 413 if too large, 500 after a bug, otherwise 422. */
export function problemOfReport(report: FileReport): Problem {
  const { code, message } = report.error ?? { code: "internal", message: "" };
  return new Problem(STATUS_OF[code] ?? 422, code, `${message} Nothing was kept.`, {
    extra: { files: [report] },
  });
}
