import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { ImportIssue, RowAccount } from "@/lib/transcript/session";
import { dropStaged, keepBlob, pinBlobs } from "./blobs";
import { groupCompanions } from "./companions";
import { derivedDir } from "./derived";
import { findImported, saveImport } from "./import-rows";
import type { FileReport, ImportContext, ImportGroup, StagedFile } from "./import-types";
import { PARSER_VERSION } from "./parser-version";
import { laneFor, runTask } from "./pool";
import { Problem } from "./problem";
import { processState } from "./process-state";
import { dataDir } from "./settings";
import type { ImportOutput } from "./workers/import-task";

/**
 * Imports received files: groups sub-agent files with their transcript, then imports each group whole or not at all.
 * The reports come in the order of the files. A file that cannot be imported is a report with an error.
 */
export async function importFiles(files: readonly StagedFile[], context: ImportContext = {}): Promise<FileReport[]> {
  try {
    const reports = await importGroups(groupCompanions(files), context);
    return files.map((file) => reports.get(file) as FileReport);
  } finally {
    for (const file of files) dropStaged(file); // what was kept has moved; the rest was cancelled or failed
  }
}

async function importGroups(
  groups: readonly ImportGroup[],
  context: ImportContext,
): Promise<Map<StagedFile, FileReport>> {
  const reports = new Map<StagedFile, FileReport>();
  for (const [index, group] of groups.entries()) {
    const report = await importGroup(group, {
      ...context,
      onProgress: (progress) => context.onProgress?.({ ...progress, file: index, files: groups.length }),
    });
    reports.set(group.main, report);
    for (const companion of group.companions) reports.set(companion, companionReport(companion, report));
  }
  return reports;
}

/** The same content at the same time is imported once; the others wait and are told that it was a duplicate. */
async function importGroup(group: ImportGroup, context: ImportContext): Promise<FileReport> {
  const running = processState("imports", () => new Map<string, Promise<unknown>>());
  const key = group.main.sha256;
  while (running.has(key)) await running.get(key)?.catch(() => {});
  const work = importAlone(group, context);
  running.set(key, work);
  try {
    return await work;
  } finally {
    running.delete(key);
  }
}

async function importAlone(group: ImportGroup, context: ImportContext): Promise<FileReport> {
  const all = [group.main, ...group.companions];
  const known = await findImported(group);
  if (known) return known;
  const release = pinBlobs(all.map((file) => file.sha256));
  const outDir = path.join(dataDir(), "incoming", randomUUID());
  try {
    fs.mkdirSync(outDir, { recursive: true });
    const output = await runImport(all, outDir, context);
    if (!output.ok) return failedReport(group.main, output);
    for (const file of all) keepBlob(file);
    publishDerived(output, outDir);
    const report = doneReport(group.main, output);
    await saveImport(group, output, report, context);
    return report;
  } finally {
    fs.rmSync(outDir, { recursive: true, force: true });
    release();
  }
}

async function runImport(files: readonly StagedFile[], outDir: string, context: ImportContext): Promise<ImportOutput> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { signal, onProgress, identity } = context;
  const input = {
    files: files.map(({ name, sha256, bytes, path }) => ({ name, sha256, bytes, path })),
    outDir,
    ...(identity !== undefined && { identity }),
  };
  return runTask(
    { kind: "import", input },
    { lane: laneFor(bytes), ...(signal && { signal }), ...(onProgress && { onProgress }) },
  );
}

/** Under their final name before the rows exist: what no row names is swept at the next start. */
function publishDerived(output: Extract<ImportOutput, { ok: true }>, outDir: string): void {
  for (const session of output.sessions) {
    const target = derivedDir(PARSER_VERSION, session.id);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.rmSync(target, { recursive: true, force: true });
    fs.renameSync(path.join(outDir, session.id), target);
  }
}

function doneReport(file: StagedFile, output: Extract<ImportOutput, { ok: true }>): FileReport {
  return {
    ...baseReport(file),
    format: output.format,
    detected_by: output.detectedBy,
    sessions: output.sessions.map((session) => session.id),
    rows: rowsJson(output.rows),
    issues: output.issues.map(issueJson),
  };
}

function failedReport(file: StagedFile, failure: Extract<ImportOutput, { ok: false }>): FileReport {
  return { ...baseReport(file), error: { code: failure.code, message: failure.message } };
}

function companionReport(file: StagedFile, main: FileReport): FileReport {
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
  error: null,
});

const rowsJson = ({ pendingBytes, ...rows }: RowAccount) => ({ ...rows, pending_bytes: pendingBytes });

const issueJson = ({ byteOffset, line, code, message, excerpt }: ImportIssue) => ({
  line,
  byte_offset: byteOffset,
  code,
  message,
  excerpt,
});

/** 400 for what is no transcript at all, 413 for size, 422 for the rest: one file, one answer. */
export function problemOfReport(report: FileReport): Problem {
  const { code, message } = report.error ?? { code: "internal", message: "" };
  return new Problem(code === "too-large" ? 413 : 422, code, `${message} Nothing was kept.`, {
    extra: { files: [report] },
  });
}
