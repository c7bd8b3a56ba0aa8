import type { SessionSummary } from "@/lib/api/schemas/session";
import { resolveModel } from "@/lib/models/resolve-model";
import { getDb } from "../db/get-db";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { forgetIndex } from "../store/session-indexes";
import { readAgain, rebuildOutdated } from "./rebuild";

/** Marks files whose figures depend on changed model data. Older than any real version. */
const OUTDATED = 0;

/**
 * Re-reads the sessions of a model, because windows, prices and counts in their files depend on its row.
 * Covers all projects, whichever the admin's pages show: a price applies in each. Returns how many. Runs in
 * the background; the next start continues interrupted work.
 */
export const rereadSessionsOf = (name: string): Promise<number> => asServer(() => rereadOfModel(name));

async function rereadOfModel(name: string): Promise<number> {
  const db = await getDb();
  const id = resolveModel(name)?.id ?? name;
  const sessions = await db.session.findMany({ select: { id: true, fileId: true, summaryJson: true } });
  const concerned = sessions.filter(({ summaryJson }) =>
    (JSON.parse(summaryJson) as SessionSummary).models.some((model) => (resolveModel(model)?.id ?? model) === id),
  );
  return rereadFiles(concerned);
}

/**
 * Re-reads the file of `first` now and the other sessions' files in the background; returns the number of the latter.
 */
export const rereadSessions = (ids: readonly string[], first: string): Promise<number> =>
  asServer(() => rereadThese(ids, first));

async function rereadThese(ids: readonly string[], first: string): Promise<number> {
  const db = await getDb();
  const sessions = await db.session.findMany({ select: { id: true, fileId: true } });
  const own = sessions.find(({ id }) => id === first);
  if (!own) return 0;
  const file = await db.importedFile.findUnique({
    where: { id: own.fileId },
    include: { companions: { orderBy: { position: "asc" } }, sessions: { select: { isExample: true } } },
  });
  if (file) await readAgain(file);
  const concerned = new Set(ids);
  return rereadFiles(sessions.filter(({ id, fileId }) => concerned.has(id) && fileId !== own.fileId));
}

async function rereadFiles(concerned: readonly { readonly id: string; readonly fileId: string }[]): Promise<number> {
  if (concerned.length === 0) return 0;
  const files = [...new Set(concerned.map(({ fileId }) => fileId))];
  const db = await getDb();
  await db.importedFile.updateMany({ where: { id: { in: files } }, data: { parserVersion: OUTDATED } });
  void reread(concerned.map((session) => session.id));
  return concerned.length;
}

async function reread(ids: readonly string[]): Promise<void> {
  try {
    await rebuildOutdated();
  } catch (error) {
    log().warn({ message: (error as Error).message }, "sessions could not be read again");
  } finally {
    for (const id of ids) forgetIndex({ id, parserVersion: PARSER_VERSION });
  }
}
