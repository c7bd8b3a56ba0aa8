import { randomUUID } from "node:crypto";
import type { FileReport } from "../api/schemas/import-report";
import { audit } from "./audit/audit";
import { deleteBlob } from "./blobs";
import { currentProject } from "./caller-context";
import { getDb, type Transaction } from "./db/get-db";
import { derivedPath } from "./derived";
import type { ImportContext, ImportGroup, StagedFile } from "./import-types";
import { libraryChanged } from "./library/changed";
import { findCopies, likesOf, refreshItems } from "./library/refresh-items";
import { filesOfMissing } from "./missing-imports";
import { PARSER_VERSION } from "./parser-version";
import { withReserve } from "./reserve";
import { forgetText, indexInBackground } from "./search/indexer";
import { SectionFile } from "./section-file";
import { makeCurrent } from "./shared-derived";
import type { DerivedSession } from "./workers/derived-session";
import type { ImportOutput } from "./workers/import-task";

type Imported = Extract<ImportOutput, { ok: true }>;

/** The report of an earlier import of the same content, or null. A new companion makes the content different. */
export async function findImported(group: ImportGroup): Promise<FileReport | null> {
  const db = await getDb();
  const row = await db.importedFile.findUnique({
    where: {
      projectId_sha256_parserVersion: {
        projectId: currentProject(),
        sha256: group.main.sha256,
        parserVersion: PARSER_VERSION,
      },
    },
    include: { companions: { select: { sha256: true } }, _count: { select: { sessions: true } } },
  });
  if (!row) return null;
  const known = new Set(row.companions.map((companion) => companion.sha256));
  if (group.companions.some((companion) => !known.has(companion.sha256))) return null;
  const report = JSON.parse(row.reportJson) as FileReport;
  if (row._count.sessions < report.sessions.length) return null; // one was deleted, and importing again restores it
  for (const id of report.sessions) if (!(await isWholeDerived(id, row.id))) return null;
  return { ...report, file_name: group.main.name, duplicate: true };
}

/** False when the derived file is damaged, so that the transcript must be read again. */
async function isWholeDerived(id: string, fileId: string): Promise<boolean> {
  await makeCurrent({ id, parserVersion: PARSER_VERSION, fileId });
  const file = await SectionFile.open(derivedPath(PARSER_VERSION, id)).catch(() => null);
  try {
    return (await file?.isWhole()) ?? false;
  } finally {
    await file?.close();
  }
}

/**
 * Saves an import in one immediate transaction, so that it is complete or absent. Replaces an earlier import of the same
 * transcript with fewer companions or by an older parser.
 */
export async function saveImport(
  group: ImportGroup,
  output: Imported,
  report: FileReport,
  context: ImportContext,
): Promise<void> {
  const db = await getDb();
  const ids = output.sessions.map(({ id }) => id);
  const gone = await db.$transaction(async (transaction) => {
    const { sha256 } = group.main;
    const before = await sessionsOfContent(transaction, sha256);
    const likes = await likesOf(transaction, { sessionId: { in: before } });
    await transaction.importedFile.deleteMany({ where: { projectId: currentProject(), sha256 } });
    await transaction.session.deleteMany({ where: { id: { in: ids } } });
    for (const file of [group.main, ...group.companions]) await insertBlob(transaction, file);
    const file = await transaction.importedFile.create({ data: fileRow(group, output, report, context) });
    const rows = output.sessions.map((session) => sessionRow(session, file, context.isExample ?? false));
    await transaction.session.createMany({ data: rows });
    await refreshItems(transaction, ids);
    await findCopies(transaction, likes);
    if (!context.isAgain) await noteImport(transaction, file.id, output, context);
    return before.filter((id) => !ids.includes(id));
  });
  for (const id of gone) await forgetText(id);
  libraryChanged([...ids, ...gone]);
  indexInBackground();
}

/** A file with one session is noted by that session's id, which people look for; another by its own. */
async function noteImport(transaction: Transaction, fileId: string, output: Imported, { by }: ImportContext) {
  const [only, other] = output.sessions;
  const subject = only && !other ? only.id : fileId;
  const detail = `${output.format}; sessions: ${output.sessions.length}`;
  await audit({ action: "import", subject, projectId: currentProject(), detail, ...(by && { by }) }, transaction);
}

async function sessionsOfContent(transaction: Transaction, sha256: string): Promise<string[]> {
  const sessions = await transaction.session.findMany({
    where: { file: { projectId: currentProject(), sha256 } },
    select: { id: true },
  });
  return sessions.map(({ id }) => id);
}

async function insertBlob(transaction: Transaction, file: StagedFile): Promise<void> {
  const { sha256, bytes } = file;
  await transaction.blob.upsert({ where: { sha256 }, create: { sha256, bytes }, update: {} });
}

function fileRow(group: ImportGroup, output: Imported, report: FileReport, context: ImportContext) {
  const { sha256, name, bytes } = group.main;
  const companions = uniqueBySha(group.companions);
  return {
    id: context.fileId ?? `file_${randomUUID()}`,
    sha256,
    parserVersion: PARSER_VERSION,
    name,
    bytes,
    format: output.format,
    detectedBy: output.detectedBy,
    reportJson: JSON.stringify(report),
    identity: context.identity ?? null,
    ...(context.createdAt && { createdAt: context.createdAt }),
    companions: {
      create: companions.map((file, position) => ({
        id: randomUUID(),
        sha256: file.sha256,
        name: file.name,
        bytes: file.bytes,
        position,
      })),
    },
  };
}

const uniqueBySha = (files: readonly StagedFile[]) => [...new Map(files.map((file) => [file.sha256, file])).values()];

type FileRow = { readonly id: string; readonly format: string; readonly createdAt: Date };

function sessionRow(session: DerivedSession, { id, format, createdAt }: FileRow, isExample: boolean) {
  const { startedAt, endedAt, ...rest } = session;
  return {
    ...rest,
    fileId: id,
    format,
    isExample,
    createdAt,
    parserVersion: PARSER_VERSION,
    startedAt: dateOf(startedAt),
    endedAt: dateOf(endedAt),
  };
}

/** Null for text that is not a time, since a transcript may hold any text, and for years that not every database supports. */
function dateOf(text: string | null): Date | null {
  const date = text === null ? null : new Date(text);
  const year = date?.getUTCFullYear() ?? Number.NaN;
  return year >= 1 && year <= 9999 ? date : null;
}

/** Removes blob rows and files that nothing names any more. Files of missing imports are kept. */
export async function dropUnusedBlobs(shas: readonly string[]): Promise<void> {
  const db = await getDb();
  const needed = filesOfMissing();
  const removeRows = async (transaction: Transaction) => {
    const rows = await transaction.blob.findMany({
      where: { sha256: { in: [...shas] }, files: { none: {} }, companions: { none: {} }, outputs: { none: {} } },
      select: { sha256: true },
    });
    await transaction.blob.deleteMany({ where: { sha256: { in: rows.map((row) => row.sha256) } } });
    return rows.map((row) => row.sha256);
  };
  const unused = await withReserve(() => db.$transaction(removeRows));
  for (const sha of unused) if (!needed.has(sha)) await deleteBlob(sha);
}
