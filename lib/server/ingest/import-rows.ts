import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { type KeptIds, NO_KEPT_IDS } from "@/lib/importers/keep-ids";
import type { Prisma } from "@/prisma/clients/embedded.mjs";
import { Problem } from "../../api/problem";
import type { FileReport } from "../../api/schemas/import-report";
import { audit } from "../audit/audit";
import { getDb, type Transaction } from "../db/get-db";
import { derivedPath } from "../files/derived";
import { withReserve } from "../files/reserve";
import { SectionFile } from "../files/section-file";
import { libraryChanged } from "../library/changed";
import { dropGiven, keepGiven, restoreGiven } from "../library/given";
import { forgetTextIn, indexInBackground } from "../library/indexer";
import { findCopies, likesOf, refreshItems } from "../library/refresh-items";
import { deleteBlob } from "../objects/blobs";
import { asServer, currentProject } from "../process/caller-context";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { listDeletions } from "../store/deleted-sessions";
import { dropImportNote } from "../store/import-notes";
import type { ImportContext, ImportGroup, StagedFile } from "../store/import-types";
import { filesOfMissing, missingImports } from "../store/missing-imports";
import { saveAliases } from "../store/session-aliases";
import { forgetIndex } from "../store/session-indexes";
import { type DerivedState, dropStates, makeCurrent } from "../store/shared-derived";
import type { DerivedSession } from "../workers/derived-session";
import type { ImportOutput } from "../workers/import-task";

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
    include: { companions: { select: { sha256: true } }, sessions: { select: { id: true } } },
  });
  if (!row) return null;
  const known = new Set(row.companions.map((companion) => companion.sha256));
  if (group.companions.some((companion) => !known.has(companion.sha256))) return null;
  const report = JSON.parse(row.reportJson) as FileReport;
  if (row.sessions.length < report.sessions.length) return null; // one session was deleted, and importing again restores it
  for (const id of report.sessions) if (!(await isWholeDerived(id, row.id))) return null;
  return { ...report, file_name: group.main.name, duplicate: true };
}

/** False if the derived file is damaged, so the transcript must be read again. */
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
 * Saves an import in one immediate transaction, so it is complete or absent. Replaces an earlier import of the same
 * transcript with fewer companions or by an older parser, and its older revisions. Their bytes stay until
 * `removeOlderFiles`.
 */
export async function saveImport(
  group: ImportGroup,
  output: Imported,
  report: FileReport,
  context: ImportContext,
): Promise<void> {
  const db = await getDb();
  const ids = output.sessions.map(({ id }) => id);
  const { gone, absorbed, moved } = await db.$transaction(async (transaction) => {
    await assertProject(transaction);
    if (context.keepsDeletions) await assertNotDeleted(ids);
    const { sha256 } = group.main;
    const absorbed = ids.length === 0 ? [] : companionsAlone(group);
    const replaces = context.replaces ?? [];
    const before = await sessionsOf(transaction, [sha256, ...replaces, ...absorbed]);
    const own = await sessionsOf(transaction, [sha256, ...replaces]);
    const known = await statesOf(transaction, { id: { in: ids } });
    const likes = await likesOf(transaction, { sessionId: { in: before.map(({ id }) => id) } });
    const olderFiles = await filesOfRevisions(transaction, replaces);
    const shas = { in: [sha256, ...replaces, ...absorbed] };
    await transaction.importedFile.deleteMany({ where: { projectId: currentProject(), sha256: shas } });
    await transaction.session.deleteMany({ where: { id: { in: ids } } });
    for (const file of [group.main, ...group.companions]) await insertBlob(transaction, file);
    const file = await transaction.importedFile.create({ data: fileRow(group, output, report, context) });
    await deleteBlobRows(transaction, olderFiles);
    const rows = output.sessions.map((session) => sessionRow(session, file, context.isExample ?? false));
    await transaction.session.createMany({ data: rows });
    await restoreGiven(transaction, without(ids, known));
    const reported = [...new Set([...report.sessions, ...ids])];
    await transaction.reportedSession.createMany({
      data: reported.map((sessionId) => ({ sessionId, fileId: file.id })),
    });
    const aliases = withAbsorbed(context.ids ?? NO_KEPT_IDS, before, own, ids);
    const parts = await statesOf(transaction, { id: { in: [...aliases.joined.keys()] } });
    const gone = [...before, ...parts].filter(({ id }) => !ids.includes(id));
    for (const { id } of gone) await forgetTextIn(transaction, id);
    await saveAliases(transaction, aliases, ids);
    await refreshItems(transaction, ids);
    await findCopies(transaction, likes);
    if (!context.isAgain) await noteImport(transaction, file.id, output, context);
    return { gone, absorbed, moved: [...aliases.joined.keys(), ...aliases.parts, aliases.conversation ?? []].flat() };
  });
  await keepGiven(ids);
  await dropFilesOf(gone, absorbed, new Set(moved));
  libraryChanged([...ids, ...gone.map(({ id }) => id)]);
  indexInBackground();
}

/** Files that now come with their transcript, and may have been sessions before. */
const companionsAlone = ({ main, companions }: ImportGroup): string[] =>
  companions.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== main.sha256);

/** Redirects sessions of files that are now companions to the first session of their transcript. */
function withAbsorbed(
  { joined, ...ids }: KeptIds,
  before: readonly DerivedState[],
  own: readonly DerivedState[],
  [first]: readonly string[],
): KeptIds {
  const isOwn = new Set(own.map(({ id }) => id));
  const absorbed = before.flatMap(({ id }) => (isOwn.has(id) || first === undefined ? [] : [[id, first] as const]));
  return { ...ids, joined: new Map([...absorbed, ...joined]) };
}

/** Removes the files of sessions that were merged or that a file no longer has. A failure does not fail the import. */
async function dropFilesOf(
  gone: readonly DerivedState[],
  absorbed: readonly string[],
  moved: ReadonlySet<string>,
): Promise<void> {
  try {
    await dropGiven(moved);
    for (const { id, parserVersion } of gone) {
      forgetIndex({ id, parserVersion });
      await rm(derivedPath(parserVersion, id), { recursive: true, force: true });
    }
    for (const sha256 of absorbed) dropImportNote(sha256);
    await dropStates(gone);
  } catch (error) {
    log().warn({ name: (error as Error).name }, "files of sessions that are part of others stay until the next start");
  }
}

/** A project may be deleted while a file is being imported into it. */
async function assertProject(transaction: Transaction): Promise<void> {
  if ((await transaction.project.count({ where: { id: currentProject() } })) > 0) return;
  throw new Problem(409, "project-deleted", "the project was deleted meanwhile. Nothing was kept.");
}

/** A deletion writes its ids before it removes rows, so the later of the two transactions sees the other. */
async function assertNotDeleted(ids: readonly string[]): Promise<void> {
  const deleted = await listDeletions();
  if (!ids.some((id) => deleted.has(id))) return;
  throw new Problem(409, "was-deleted", "a person deleted the session meanwhile. Nothing was kept.");
}

/**
 * The note of a file with one session uses that session's id, which people look for; any other file uses its own id.
 */
async function noteImport(transaction: Transaction, fileId: string, output: Imported, { by }: ImportContext) {
  const [only, other] = output.sessions;
  const subject = only && !other ? only.id : fileId;
  const detail = `${output.format}; sessions: ${output.sessions.length}`;
  await audit({ action: "import", subject, projectId: currentProject(), detail, ...(by && { by }) }, transaction);
}

const without = (ids: readonly string[], known: readonly DerivedState[]): string[] => {
  const isKnown = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !isKnown.has(id));
};

const sessionsOf = (transaction: Transaction, shas: readonly string[]): Promise<DerivedState[]> =>
  statesOf(transaction, { file: { projectId: currentProject(), sha256: { in: [...shas] } } });

const statesOf = (transaction: Transaction, where: Prisma.SessionWhereInput): Promise<DerivedState[]> =>
  transaction.session.findMany({ where, select: { id: true, parserVersion: true, fileId: true } });

async function filesOfRevisions(transaction: Transaction, shas: readonly string[]): Promise<string[]> {
  const where = { projectId: currentProject(), sha256: { in: [...shas] } };
  const select = { sha256: true, companions: { select: { sha256: true } } };
  const rows = await transaction.importedFile.findMany({ where, select });
  return rows.flatMap((row) => [row.sha256, ...row.companions.map(({ sha256 }) => sha256)]);
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

/**
 * Null for text that is not a time, since a transcript may contain any text, and for years that not every
 * database supports.
 */
function dateOf(text: string | null): Date | null {
  const date = text === null ? null : new Date(text);
  const year = date?.getUTCFullYear() ?? Number.NaN;
  return year >= 1 && year <= 9999 ? date : null;
}

/** Removes blob rows and files that nothing refers to. Files of missing imports are kept. */
export async function dropUnusedBlobs(shas: readonly string[]): Promise<void> {
  const db = await getDb();
  const needed = filesOfMissing();
  const unused = await withReserve(() => db.$transaction((transaction) => deleteBlobRows(transaction, shas)));
  for (const sha of unused) if (!needed.has(sha)) await deleteBlob(sha);
}

/** Removes blob rows that nothing refers to, and returns their hashes. */
export async function deleteBlobRows(transaction: Transaction, shas: readonly string[]): Promise<string[]> {
  const named = await asServer(() => namedBlobs(transaction, shas)); // other projects may have the bytes
  const unnamed = { sha256: { in: shas.filter((sha) => !named.has(sha)) } };
  const rows = await transaction.blob.findMany({ where: unnamed, select: { sha256: true } });
  await transaction.blob.deleteMany({ where: unnamed });
  return rows.map((row) => row.sha256);
}

/**
 * Removes bytes that no other project needs, before the rows that refer to them: after a crash, those rows still show
 * which bytes to remove. Call within `inTurn`, because an import stores bytes before any row refers to them.
 */
export async function dropBytesOf(projectId: string, shas: readonly string[]): Promise<void> {
  const db = await getDb();
  const named = await asServer(() => namedBlobs(db, shas, { projectId: { not: projectId } }));
  const needed = filesOfMissing(missingImports().filter(({ note }) => note?.project !== projectId));
  for (const sha of shas) if (!named.has(sha) && !needed.has(sha)) await deleteBlob(sha);
}

type Whose = { readonly projectId: { readonly not: string } };

/**
 * The hashes that rows refer to, of all blobs or some. Uses three index lookups, because a query for unreferenced blobs
 * would read all of them.
 */
async function namedBlobs(
  transaction: Transaction,
  shas: readonly string[],
  whose?: Whose,
): Promise<ReadonlySet<string>> {
  const select = { sha256: true };
  const sha256 = { in: [...shas] };
  const files = await transaction.importedFile.findMany({ where: { sha256, ...whose }, select });
  const companions = await transaction.companion.findMany({ where: { sha256, ...(whose && { file: whose }) }, select });
  const outputs = await transaction.storedOutput.findMany({
    where: { blobSha256: sha256, ...whose },
    select: { blobSha256: true },
  });
  return new Set([...files, ...companions].map(({ sha256 }) => sha256).concat(outputs.map((row) => row.blobSha256)));
}
