import type { FileReport } from "../api/schemas/import-report";
import { getDb } from "./db/get-db";

const PER_PAGE = 50;
const NEWEST_FIRST = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** What became of a file, and when. */
export type ListedImport = { readonly report: FileReport; readonly at: string };
export type ListedImports = {
  readonly imports: readonly ListedImport[];
  readonly page: number;
  readonly pages: number;
};

/**
 * One page of imports, the newest first, with the files that were refused in the time of the page. `asked` may be any
 * number; the nearest page is answered.
 */
export async function listImports(asked: number): Promise<ListedImports> {
  const db = await getDb();
  const pages = Math.max(1, Math.ceil((await db.importedFile.count()) / PER_PAGE));
  const page = Math.min(pages, Math.max(1, Number.isFinite(asked) ? Math.floor(asked) : 1));
  const skip = (page - 1) * PER_PAGE;
  const select = { reportJson: true, createdAt: true };
  const rows = await db.importedFile.findMany({ select, orderBy: NEWEST_FIRST, skip, take: PER_PAGE });
  const [before] =
    page === 1 ? [] : await db.importedFile.findMany({ select, orderBy: NEWEST_FIRST, skip: skip - 1, take: 1 });
  const since = page === pages ? undefined : rows.at(-1)?.createdAt;
  const refused = await db.refusedFile.findMany({
    select,
    where: { createdAt: { ...(before && { lt: before.createdAt }), ...(since && { gte: since }) } },
    orderBy: NEWEST_FIRST,
  });
  const all = [...refused, ...rows].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return { imports: all.map(toListed), page, pages };
}

type Row = { readonly reportJson: string; readonly createdAt: Date };

const toListed = ({ reportJson, createdAt }: Row): ListedImport => ({
  report: JSON.parse(reportJson) as FileReport,
  at: createdAt.toISOString(),
});
