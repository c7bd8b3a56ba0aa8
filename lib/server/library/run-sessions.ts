import { ACROSS_PROJECTS } from "@/lib/api/caller";
import type { LibraryRow } from "@/lib/api/schemas/session";
import type { Db } from "../db/get-db";
import { readWhole } from "../db/read-whole";
import { COPY } from "./item-row";
import { ownTitles } from "./notes";
import { libraryDb } from "./refresh-items";

/** The facts of one session on which a saved run depends. */
export type File = {
  readonly projectId: string;
  readonly sha256: string;
  readonly isExample: boolean;
  readonly isBinned: boolean;
  /** As the reader sees it. */
  readonly title: string;
  /** Names of its models, from the log or the reader. */
  readonly models: readonly string[];
};
export type Files = Readonly<Record<string, File>>;

/** Sessions per statement, because databases limit the number of parameters. */
const BATCH = 1_000;

/** The facts of these sessions on which a saved run depends; missing sessions are left out. */
export async function filesOf(db: Db, ids: readonly string[]): Promise<Files> {
  const files: Record<string, File> = {};
  for (const batch of batchesOf(ids)) Object.assign(files, await readFiles(db, batch));
  return files;
}

/** The ids for which a session exists. */
export async function whichExist(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const batch of batchesOf(ids))
    for (const { id } of await db.session.findMany({ where: { id: { in: batch } }, select: { id: true } }))
      known.add(id);
  return known;
}

function batchesOf(ids: readonly string[]): string[][] {
  const wanted = [...new Set(ids)];
  return Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, index) =>
    wanted.slice(index * BATCH, (index + 1) * BATCH),
  );
}

async function readFiles(db: Db, ids: readonly string[]): Promise<Files> {
  const select = {
    id: true,
    projectId: true,
    isExample: true,
    title: true,
    rowJson: true,
    file: { select: { sha256: true } },
    item: { select: { isBinned: true } },
  } as const;
  const rows = await readWhole(
    () => db.session.findMany({ where: { id: { in: [...ids] } }, select }),
    ({ file }) => file !== null,
  );
  const titles = await ownTitles(db, ids);
  return Object.fromEntries(
    rows.map(({ id, projectId, isExample, title: logged, rowJson, file, item }) => {
      const { models } = JSON.parse(rowJson) as LibraryRow;
      const { sha256 } = file;
      const title = titles.get(id) ?? logged;
      return [id, { projectId, sha256, isExample, isBinned: item?.isBinned ?? false, title, models }];
    }),
  );
}

/** Number of listed sessions per project, without copies and built-in examples. */
export type Totals = ReadonlyMap<string, number>;

/** Computed from stored counts, so no session is read. */
export async function totalsOf(): Promise<Totals> {
  const db = await libraryDb();
  const totals = new Map<string, number>();
  const add = (project: string, more: number) => totals.set(project, (totals.get(project) ?? 0) + more);
  const counts = await db.libraryCount.findMany({ where: { kind: "all", value: "" } });
  for (const { projectId, sessions } of counts) add(projectId, sessions);
  const [kind, value] = COPY;
  for (const { projectId, sessions } of await db.libraryCount.findMany({ where: { kind, value } }))
    add(projectId, -sessions);
  const where = { isExample: true, item: { isBinned: false, copyOf: null } };
  for (const { projectId } of await db.session.findMany({ where, select: { projectId: true } })) add(projectId, -1);
  return totals;
}

/** Number of listed sessions of all projects that the caller sees, without copies and built-in examples. */
export const countOwnSessions = async (): Promise<number> => totalFor(ACROSS_PROJECTS, await totalsOf());

/** Number of sessions in a run over this whole project. */
export function totalFor(projectId: string, totals: Totals): number {
  if (projectId !== ACROSS_PROJECTS) return totals.get(projectId) ?? 0;
  return [...totals.values()].reduce((sum, sessions) => sum + sessions, 0);
}
