import type { SessionSummary } from "@/lib/api/schemas/session";
import { resolveModel } from "@/lib/models/resolve-model";
import { getDb } from "./db/get-db";
import { log } from "./log";
import { PARSER_VERSION } from "./parser-version";
import { rebuildOutdated } from "./rebuild";
import { forgetIndex } from "./session-indexes";

/** Of files whose figures stand on model data that has changed: as old as a file can be. */
const OUTDATED = 0;

/**
 * Reads the sessions of a model again, since windows, prices and counts in their files stand on its row. Returns how
 * many; the work goes on in the background, and where it is cut short the next start takes it up.
 */
export async function rereadSessionsOf(name: string): Promise<number> {
  const db = await getDb();
  const id = resolveModel(name)?.id ?? name;
  const sessions = await db.session.findMany({ select: { id: true, fileId: true, summaryJson: true } });
  const concerned = sessions.filter(({ summaryJson }) =>
    (JSON.parse(summaryJson) as SessionSummary).models.some((model) => (resolveModel(model)?.id ?? model) === id),
  );
  if (concerned.length === 0) return 0;
  const files = [...new Set(concerned.map(({ fileId }) => fileId))];
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
