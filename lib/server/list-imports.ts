import type { FileReport } from "../api/schemas/import-report";
import { getDb } from "./db/get-db";

const PER_PAGE = 50;

/** The kept reports of one page of imports, the newest first. `asked` may be any number; the nearest page is answered. */
export async function listImports(asked: number): Promise<{ reports: FileReport[]; page: number; pages: number }> {
  const db = await getDb();
  const pages = Math.max(1, Math.ceil((await db.importedFile.count()) / PER_PAGE));
  const page = Math.min(pages, Math.max(1, Number.isFinite(asked) ? Math.floor(asked) : 1));
  const rows = await db.importedFile.findMany({
    select: { reportJson: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: (page - 1) * PER_PAGE,
    take: PER_PAGE,
  });
  return { reports: rows.map(({ reportJson }) => JSON.parse(reportJson) as FileReport), page, pages };
}
