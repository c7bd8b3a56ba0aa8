import { randomUUID } from "node:crypto";
import type { FileReport } from "../../api/schemas/import-report";
import { getDb } from "../db/get-db";
import { log } from "../process/log";

/** Maximum number of stored reports; the oldest are dropped first. */
const MOST = 500;

/**
 * Stores the reports of refused files, so the imports page can show them. Only the newest report per file is kept.
 * Files refused because a person deleted them are not recorded: programs send them again and again. A failure here does
 * not affect the import.
 */
export async function noteRefused(reports: readonly FileReport[]): Promise<void> {
  const refused = reports.filter(({ error }) => error !== null && error.code !== "was-deleted");
  if (refused.length === 0) return;
  try {
    const db = await getDb();
    const known = refused.flatMap(({ sha256 }) => (sha256 === "" ? [] : [sha256]));
    await db.refusedFile.deleteMany({ where: { sha256: { in: known } } });
    await db.refusedFile.createMany({
      data: refused.map((report) => ({
        id: `refused_${randomUUID()}`,
        sha256: report.sha256,
        reportJson: JSON.stringify(report),
      })),
    });
    await dropOldest();
  } catch (error) {
    log().warn({ name: (error as Error).name }, "the reports of refused files could not be kept");
  }
}

async function dropOldest(): Promise<void> {
  const db = await getDb();
  const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const old = await db.refusedFile.findMany({ select: { id: true }, orderBy, skip: MOST });
  if (old.length > 0) await db.refusedFile.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}
