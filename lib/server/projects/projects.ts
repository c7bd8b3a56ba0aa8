import { randomUUID } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { type ProjectList, type ProjectRow, projectBody, projectPatch } from "@/lib/api/schemas/project";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { audit } from "../audit/audit";
import { type Db, getDb, type Transaction } from "../db/get-db";
import { keysChanged } from "../door/api-keys";
import { withReserve } from "../files/reserve";
import { asServer, currentCaller, mayIn, visibleProjects } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";

const MAX_PROJECTS = 1_000;
const DAY_MS = 86_400_000;

type Stored = Awaited<ReturnType<Db["project"]["create"]>>;

/**
 * GET /api/projects: the caller's projects. With `days`, `due` counts the sessions that this retention period would
 * delete.
 */
export async function listProjects(days: number | null = null): Promise<ProjectList> {
  const db = await getDb();
  const rows = await db.project.findMany({ orderBy: [{ name: "asc" }] });
  const now = new Date();
  return { projects: await Promise.all(rows.map((row) => toJson(row, now, days ?? row.retentionDays))) };
}

export type ProjectName = { readonly id: string; readonly name: string };

/** The projects that the caller can choose, whichever is chosen now. */
export async function projectChoices(): Promise<{
  readonly all: readonly ProjectName[];
  readonly chosen: string | null;
}> {
  const { projects } = currentCaller();
  const where = projects === "all" ? {} : { id: { in: projects.map(({ id }) => id) } };
  const read = async () =>
    await (await getDb()).project.findMany({ where, select: { id: true, name: true }, orderBy: { name: "asc" } });
  const all = await asServer(read);
  const seen = visibleProjects();
  return { all, chosen: seen !== "all" && seen.length === 1 ? (seen[0] ?? null) : null };
}

/** POST /api/projects. */
export async function makeProject(body: Uint8Array): Promise<ProjectRow> {
  const parsed = checkJson(projectBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { name, retention_days: retentionDays } = parsed.data;
  const db = await getDb();
  if ((await db.project.count()) >= MAX_PROJECTS)
    throw new Problem(422, "too-many-projects", `a server may have at most ${MAX_PROJECTS} projects`);
  const data = { id: `prj_${randomUUID()}`, name, retentionDays };
  const make = async (transaction: Transaction) => {
    const made = await transaction.project.create({ data });
    await audit({ action: "project-made", subject: made.id, projectId: made.id }, transaction);
    return made;
  };
  const made = await named(() => withReserve(() => db.$transaction(make)));
  await keysChanged(); // so that every server lets it be chosen
  return toJson(made, new Date());
}

/** PATCH /api/projects/:id. */
export async function changeProject(id: string, body: Uint8Array): Promise<ProjectRow> {
  const parsed = checkJson(projectPatch, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { name, retention_days: retentionDays } = parsed.data;
  const db = await getDb();
  const data = { ...(name !== undefined && { name }), ...(retentionDays !== undefined && { retentionDays }) };
  const change = async (transaction: Transaction) => {
    const { count } = await transaction.project.updateMany({ where: { id }, data });
    if (count === 0) throw new Problem(404, "no-such-project", "there is no project with that id");
    const detail = Object.keys(parsed.data).join(", ");
    await audit({ action: "project-changed", subject: id, projectId: id, detail }, transaction);
  };
  await named(() => withReserve(() => db.$transaction(change)));
  return toJson(await db.project.findUniqueOrThrow({ where: { id } }), new Date());
}

/** Throws the problem for a name that another project already has. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== "P2002") throw error;
    throw new Problem(409, "name-taken", "another project has this name", {
      errors: [{ pointer: "$.name", detail: "choose another" }],
    });
  }
}

async function toJson(row: Stored, now: Date, days = row.retentionDays): Promise<ProjectRow> {
  const { id, name, retentionDays, createdAt } = row;
  const db = await getDb();
  const before = dueBefore(days, now);
  return {
    id,
    name,
    retention_days: retentionDays,
    created_at: createdAt.toISOString(),
    sessions: await db.session.count({ where: { projectId: id } }),
    due: before === null ? 0 : await db.session.count({ where: { projectId: id, createdAt: { lt: before } } }),
    may_manage: mayIn(id, "manage"),
  };
}

/** Sessions imported before this time are due for deletion; null: none is. */
export const dueBefore = (retentionDays: number | null, now: Date): Date | null =>
  retentionDays === null ? null : new Date(now.getTime() - retentionDays * DAY_MS);
