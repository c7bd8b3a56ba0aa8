import type { FileReport } from "../../api/schemas/import-report";
import { type Db, getDb } from "../db/get-db";
import { keptSum } from "../library/counts";

const PER_PAGE = 50;
const orderBy = (order: "asc" | "desc") => [{ createdAt: order }, { id: order }];
const NEWEST_FIRST = orderBy("desc");

/** The outcome of one file, and its time. */
type ListedImport = { readonly report: FileReport; readonly at: string };
export type ListedImports = {
  readonly imports: readonly ListedImport[];
  readonly page: number;
  readonly pages: number;
};

/**
 * One page of imports, newest first, including files refused in the page's period. Any number is accepted for `asked`;
 * the nearest page is returned.
 */
export async function listImports(asked: number): Promise<ListedImports> {
  const db = await getDb();
  const files = await keptSum(db, "files");
  const pages = Math.max(1, Math.ceil(files / PER_PAGE));
  const page = Math.min(pages, Math.max(1, Number.isFinite(asked) ? Math.floor(asked) : 1));
  const skip = (page - 1) * PER_PAGE;
  const isFirst = page === 1;
  const ids = await idsFrom(db, files, isFirst ? 0 : skip - 1, isFirst ? PER_PAGE : PER_PAGE + 1);
  const select = { reportJson: true, createdAt: true };
  const read = await db.importedFile.findMany({ select, where: { id: { in: ids } }, orderBy: NEWEST_FIRST });
  const [before, rows] = isFirst ? [undefined, read] : [read[0], read.slice(1)];
  const since = page === pages ? undefined : rows.at(-1)?.createdAt;
  const refused = await db.refusedFile.findMany({
    select,
    where: { createdAt: { ...(before && { lt: before.createdAt }), ...(since && { gte: since }) } },
    orderBy: NEWEST_FIRST,
  });
  const all = [...refused, ...rows].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return { imports: all.map(toListed), page, pages };
}

/**
 * The ids of `take` files after `skip` newer ones. Read from the nearer end and from an index alone, because reports
 * are long and thousands may have to be skipped.
 */
async function idsFrom(db: Db, files: number, skip: number, take: number): Promise<string[]> {
  const left = Math.max(0, files - skip - take);
  const isFromNewest = skip <= left;
  const rows = await db.importedFile.findMany({
    select: { id: true },
    orderBy: orderBy(isFromNewest ? "desc" : "asc"),
    skip: isFromNewest ? skip : left,
    take: isFromNewest ? take : Math.min(take, files - skip),
  });
  return rows.map(({ id }) => id);
}

type Row = { readonly reportJson: string; readonly createdAt: Date };

const toListed = ({ reportJson, createdAt }: Row): ListedImport => ({
  report: JSON.parse(reportJson) as FileReport,
  at: createdAt.toISOString(),
});
