import { getDb } from "../db/get-db";
import { tableName } from "../db/table-name";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { isShared } from "../replicas/channel";

const CHECK_MS = 600_000;

/**
 * Completes rows from servers of the previous version: during an upgrade they import files without recording their
 * sessions, and add texts to the search index without their project. The migration 20261124034500_kept_sums did the
 * same for existing rows. Returns how many rows were written; a file without sessions has none.
 */
export async function completeKeptSums(): Promise<number> {
  const db = await getDb();
  // As in the migration, ids are cut out of the text: PostgreSQL refuses to read JSON with the character U+0000 in an
  // excerpt.
  const reported = await db.$executeRaw`
    INSERT INTO ${tableName("ReportedSession")} ("sessionId", "fileId")
    SELECT DISTINCT
      (regexp_matches(substring(f."reportJson" from '"sessions":\\[([^\\]]*)\\]'), '"([^"]+)"', 'g'))[1], f."id"
    FROM ${tableName("ImportedFile")} f
    WHERE NOT EXISTS (SELECT 1 FROM ${tableName("ReportedSession")} r WHERE r."fileId" = f."id")
    ON CONFLICT DO NOTHING`;
  const indexed = await db.$executeRaw`
    UPDATE ${tableName("SearchState")} t SET "projectId" = s."projectId" FROM ${tableName("Session")} s
    WHERE s."id" = t."sessionId" AND s."projectId" <> t."projectId"`;
  return reported + indexed;
}

/**
 * Runs now and every ten minutes on a shared database, because it is unknown when the last server of the previous
 * version ends. Resolves after the first run, before deletions that depend on these rows.
 */
export async function watchKeptSums(): Promise<void> {
  if (!isShared()) return;
  const check = () =>
    asServer(completeKeptSums).then(
      (rows) => rows > 0 && log().info({ rows }, "rows that servers of the version before did not write were added"),
      (error: Error) => log().warn({ message: error.message }, "rows of the version before could not be completed"),
    );
  await check();
  processState("kept-sums-watch", () => setInterval(check, CHECK_MS).unref());
}
