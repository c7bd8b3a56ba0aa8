import { LIBRARY_HAS, type LibraryFilter, type LibraryFlag } from "@/lib/api/library-keys";
import { Prisma } from "@/prisma/clients/embedded.mjs";
import { tableName } from "../db/table-name";
import { visibleProjects } from "../process/caller-context";
import { keptValue } from "./item-row";

/** One filter of the list: its condition, and the stored count of matching sessions. */
export type Condition = {
  /** In the answer; null if the reader did not choose it. */
  readonly name: LibraryFilter | null;
  readonly sql: Prisma.Sql;
  /** The LibraryCount rows whose sum is the number of matching sessions; null if the sessions have to be counted. */
  readonly kept: Kept | null;
};
export type Kept = { readonly kind: string; readonly from?: string; readonly to?: string; readonly value?: string };

/** How many sessions have a value, and how many there are in total. */
export type Share = { readonly has: number; readonly of: number };

export type Filters = {
  readonly flags: readonly LibraryFlag[];
  readonly client: string | null;
  readonly model: string | null;
  readonly project: string | null;
  readonly tag: string | null;
  readonly from: string | null;
  readonly to: string | null;
};

/**
 * Limits hand-written SQL to the rows of the caller's projects. For statements written by Prisma, the client does so
 * itself (db/project-scope.ts).
 */
export function ownRows(): Prisma.Sql {
  const projects = visibleProjects();
  if (projects === "all") return Prisma.sql`1 = 1`;
  return projects.length === 0 ? Prisma.sql`1 = 0` : Prisma.sql`i."projectId" IN (${Prisma.join([...projects])})`;
}

/** The sessions in the list. */
export const listed = (): Prisma.Sql => Prisma.sql`NOT i."isBinned" AND ${ownRows()}`;

const HAS: Readonly<Record<LibraryFlag, Prisma.Sql>> = {
  compaction: Prisma.sql`i."compactions" > 0`,
  break: Prisma.sql`i."breaks" > 0`,
  error: Prisma.sql`i."errors" > 0`,
  copy: Prisma.sql`i."copyOf" IS NOT NULL`,
};

/** Sums leave copies out. */
export const COUNTED_ONCE: Condition = { name: null, sql: Prisma.sql`i."copyOf" IS NULL`, kept: null };

/** Sorts after every text that begins with the same day. */
const LAST = "\u{10ffff}";

/** The conditions of the active filters. */
export function conditionsOf({ flags, client, model, project, tag, from, to }: Filters): Condition[] {
  const conditions: Condition[] = LIBRARY_HAS.filter((flag) => flags.includes(flag)).map((flag) => ({
    name: flag,
    sql: HAS[flag],
    kept: { kind: "flag", value: flag },
  }));
  const add = (name: "client" | "model" | "project" | "tag", value: string, sql: Prisma.Sql) =>
    conditions.push({ name, sql, kept: { kind: name, value: keptValue(value) } });
  if (client) add("client", client, Prisma.sql`i."client" = ${keptValue(client)}`);
  if (model) add("model", model, hasValue("model", model));
  if (project) add("project", project, Prisma.sql`i."project" = ${keptValue(project)}`);
  if (tag !== null) add("tag", tag, hasValue("tag", tag));
  if (from) conditions.push({ name: "from", sql: Prisma.sql`i."started" >= ${from}`, kept: { kind: "started", from } });
  if (to) {
    const last = to + LAST;
    conditions.push({ name: "to", sql: Prisma.sql`i."started" < ${last}`, kept: { kind: "started", to: last } });
  }
  return conditions;
}

const hasValue = (kind: string, value: string): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM ${tableName("LibraryValue")} v
  WHERE v."kind" = ${kind} AND v."value" = ${keptValue(value)} AND v."sessionId" = i."sessionId")`;

/** A value is common if more than one in this many sessions has it. */
const COMMON = 20;

/**
 * The conditions of a page. For a common model or tag, sessions are tested one by one in list order, because a page
 * soon fills; for a rare one, its sessions are read and sorted. The database cannot know which is faster.
 */
export const ofPage = (condition: Condition, { has, of }: Share): Condition =>
  (condition.name === "model" || condition.name === "tag") && has * COMMON > of
    ? { ...condition, sql: Prisma.sql`coalesce((SELECT ${condition.sql}), false)` }
    : condition;
