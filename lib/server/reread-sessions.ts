import type { SessionSummary } from "@/lib/api/schemas/session";
import { resolveModel } from "@/lib/models/resolve-model";
import { getDb } from "./db/get-db";
import { log } from "./log";
import { PARSER_VERSION } from "./parser-version";
import { rebuildOutdated } from "./rebuild";
import { forgetIndex } from "./session-indexes";

/** The parser version of files whose figures depend on changed model data. It is older than any real version. */
const OUTDATED = 0;

/**
 * Reads the sessions of a model again, because windows, prices and counts in their files depend on its row. Returns how
 * many. The work continues in the background; if it is interrupted, the next start continues it.
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
