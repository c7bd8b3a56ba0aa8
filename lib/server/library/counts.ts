import { type DayCell, EXAMPLE_FAMILY, type Loss } from "@/lib/read-models/library-days";
import { UNTAGGED } from "@/lib/read-models/library-item";
import type { LibraryFacets } from "@/lib/view-models/library/library-table";
import type { Db } from "../db/get-db";
import type { Kept } from "./conditions";
import { RANGED_LOSS } from "./item-row";
import { ownTitles } from "./notes";

const DOLLAR = 1e9;

/** Number of sessions in the list, in the bin, and with all of their text in the search index. */
export async function countAll(db: Db): Promise<{ listed: number; binned: number; whole: number }> {
  const kinds = ["all", "binned", "whole"] as const;
  const rows = await db.libraryCount.findMany({ where: { kind: { in: [...kinds] }, value: "" } });
  const of = (wanted: (typeof kinds)[number]) =>
    rows.reduce((sum, { kind, sessions }) => sum + (kind === wanted ? sessions : 0), 0);
  return { listed: of("all"), binned: of("binned"), whole: of("whole") };
}

/** A sum maintained by triggers: imported files, their bytes, or messages in the search index. */
export const keptSum = (db: Db, kind: "files" | "bytes" | "messages"): Promise<number> =>
  countKept(db, { kind, value: "" });

/** Number of listed sessions with a value, or a value in a range. */
export async function countKept(db: Db, { kind, value, from, to }: Kept): Promise<number> {
  const range = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) };
  const where = { kind, value: value ?? range };
  const { _sum } = await db.libraryCount.aggregate({ where, _sum: { sessions: true } });
  return Number(_sum.sessions ?? 0);
}

/** The library's filter values, most frequent first. Sessions without a tag count as `UNTAGGED`. */
export async function readFacets(db: Db): Promise<LibraryFacets> {
  const kinds = ["client", "model", "project", "tag"] as const;
  const rows = await db.libraryCount.findMany({
    where: { kind: { in: [...kinds] }, sessions: { gt: 0 } },
  });
  const of = (wanted: (typeof kinds)[number]) => {
    const counts = new Map<string, number>(); // each project has its own counts
    for (const { kind, value, sessions } of rows)
      if (kind === wanted) counts.set(value, (counts.get(value) ?? 0) + sessions);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  const tag = of("tag");
  const isTagged = tag.some(({ value }) => value !== UNTAGGED);
  return { client: of("client"), model: of("model"), project: of("project"), tag: isTagged ? tag : [] };
}

/** The models of listed sessions, without built-in examples, as the logs name them. */
export async function countModels(db: Db): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const item = { isBinned: false, copyOf: null, family: { not: EXAMPLE_FAMILY } };
  const rows = await db.libraryValue.findMany({ where: { kind: "model", item }, select: { value: true } });
  const counts = new Map<string, number>();
  for (const { value } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Sums per day and model family, without built-in examples. */
export async function readDayCells(db: Db): Promise<DayCell[]> {
  const rows = await db.libraryDay.findMany({ where: { sessions: { gt: 0 }, family: { not: EXAMPLE_FAMILY } } });
  return rows.map((row) => ({ ...row, cost: row.cost / DOLLAR, lost: row.lost / DOLLAR }));
}

/** The listed sessions that lost the most money to cache breaks, without copies and built-in examples. */
export async function readMostLost(db: Db, count: number): Promise<Loss[]> {
  const rows = await db.libraryItem.findMany({
    where: { isBinned: false, copyOf: null, lost: { gt: 0 }, family: { not: EXAMPLE_FAMILY } },
    orderBy: [{ lost: { sort: "desc", nulls: "last" } }, { importedAt: "desc" }, { sessionId: "desc" }],
    take: count,
    select: { sessionId: true, lost: true, breaks: true, countsJson: true },
  });
  const titles = await readTitles(
    db,
    rows.map(({ sessionId }) => sessionId),
  );
  return rows.map(({ sessionId: id, lost, breaks, countsJson }) => ({
    id,
    title: titles.get(id) ?? "",
    lostCost: lost ?? 0,
    isFloor: countsJson.includes(JSON.stringify(RANGED_LOSS)),
    breaks,
  }));
}

/** Number of listed sessions whose loss is a range. */
export const countRangedLosses = (db: Db): Promise<number> =>
  countKept(db, { kind: RANGED_LOSS[0], value: RANGED_LOSS[1] });

/** The reader's newest sessions with a compaction, without copies and built-in examples. */
export async function readLastCompacted(db: Db, count: number): Promise<readonly string[]> {
  const rows = await db.libraryItem.findMany({
    where: { isBinned: false, copyOf: null, compactions: { gt: 0 }, family: { not: EXAMPLE_FAMILY } },
    orderBy: [{ started: { sort: "desc", nulls: "last" } }, { importedAt: "desc" }, { sessionId: "desc" }],
    take: count,
    select: { sessionId: true },
  });
  return rows.map(({ sessionId }) => sessionId);
}

/** The titles of these sessions: the reader's, else the log's. */
async function readTitles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const sessions = await db.session.findMany({ where: { id: { in: [...ids] } }, select: { id: true, title: true } });
  const changed = await ownTitles(db, ids);
  return new Map(sessions.map(({ id, title }) => [id, changed.get(id) ?? title]));
}
