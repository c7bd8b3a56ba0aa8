import fs from "node:fs";
import { type FormerSession, type KeptIds, keepIds, NO_KEPT_IDS } from "@/lib/importers/keep-ids";
import type { FileReport } from "../../api/schemas/import-report";
import { getDb } from "../db/get-db";
import { listStatements } from "../models/model-statements";
import { currentProject } from "../process/caller-context";
import { listDeletions } from "../store/deleted-sessions";
import { noteKey, readImportNote } from "../store/import-notes";
import type { StagedFile } from "../store/import-types";
import { listKeptIds } from "../store/session-aliases";
import type { DerivedSession } from "../workers/derived-session";
import type { ImportInput, ImportOutput } from "../workers/import-task";
import { importLaneFor, runTask } from "../workers/pool";

export type ReadOptions = {
  /** Hashes under which the library may already have the transcript: its own, and its earlier revisions'. */
  readonly shas: readonly string[];
  /** The base of the session ids, if not the hash of the transcript. */
  readonly identity?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
};

export type Reading = { readonly output: ImportOutput; readonly ids: KeptIds };

/**
 * Reads a transcript and its companions in a worker, which writes the derived files of its sessions into `folder`.
 * Sessions already in the library keep their ids: if today's importer derives other ids, the transcript is read a
 * second time with the old ones.
 */
export async function readTranscript(
  files: readonly StagedFile[],
  folder: string,
  options: ReadOptions,
): Promise<Reading> {
  const known = await listKeptIds();
  const output = await read(files, folder, options, known);
  if (!output.ok) return { output, ids: NO_KEPT_IDS };
  const made = await madeSessions(output.sessions, options.shas);
  const ids = keepIds(await formerSessions(options.shas), made, output.conversation);
  if (ids.kept.size === 0) return { output, ids };
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  return { output: await read(files, folder, options, { ...known, ...Object.fromEntries(ids.kept) }), ids };
}

async function read(
  files: readonly StagedFile[],
  outDir: string,
  { identity, signal, onProgress }: ReadOptions,
  keptIds: Readonly<Record<string, string>>,
): Promise<ImportOutput> {
  const input: ImportInput = {
    files: files.map(({ name, sha256, bytes, path }) => ({ name, sha256, bytes, path })),
    outDir,
    project: currentProject(),
    statements: await listStatements(),
    keptIds,
    ...(identity !== undefined && { identity }),
  };
  const lane = importLaneFor(files.reduce((sum, file) => sum + file.bytes, 0));
  return runTask({ kind: "import", input }, { lane, ...(signal && { signal }), ...(onProgress && { onProgress }) });
}

/**
 * The library's sessions of these files, in order, including deleted ones, which hold their place. After a database
 * loss they come from the notes. A session shown from another file does not count.
 */
async function formerSessions(shas: readonly string[]): Promise<FormerSession[]> {
  const db = await getDb();
  const rows = await db.importedFile.findMany({
    where: { projectId: currentProject(), sha256: { in: [...shas] } },
    select: { reportJson: true, sessions: { select: { id: true, startedAt: true } } },
  });
  const shown = new Map(rows.flatMap(({ sessions }) => sessions.map(({ id, startedAt }) => [id, startedAt] as const)));
  const named =
    rows.length > 0
      ? rows.flatMap(({ reportJson }) => (JSON.parse(reportJson) as FileReport).sessions)
      : shas.flatMap((sha) => readImportNote(noteKey(sha, currentProject()))?.sessions ?? []);
  const others = new Set(await shownElsewhere(named, shas));
  const deleted = await listDeletions();
  const isOwn = (id: string) => shown.has(id) || (!others.has(id) && (rows.length === 0 || deleted.has(id)));
  return [...new Set([...named, ...shown.keys()])]
    .filter(isOwn)
    .map((id) => ({ id, startedAt: shown.get(id)?.getTime() ?? null }));
}

async function madeSessions(sessions: readonly DerivedSession[], shas: readonly string[]) {
  const taken = new Set(
    await shownElsewhere(
      sessions.map(({ id }) => id),
      shas,
    ),
  );
  return sessions.map(({ id, startedAt, endedAt }) => ({
    id,
    startedAt: timeOf(startedAt),
    endedAt: timeOf(endedAt),
    isTaken: taken.has(id),
  }));
}

async function shownElsewhere(ids: readonly string[], shas: readonly string[]): Promise<string[]> {
  const where = { id: { in: [...ids] }, file: { sha256: { notIn: [...shas] } } };
  const rows = await (await getDb()).session.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => id);
}

function timeOf(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
