import { stringify } from "csv-stringify/browser/esm/sync";
import * as z from "zod";
import { AUDIT_ACTIONS, AUDIT_ACTORS } from "@/lib/api/audit-actions";
import { Problem } from "@/lib/api/problem";
import { projectsFor } from "@/lib/api/route-scopes";
import { type AuditEntryJson, type AuditPageJson, auditFilters, auditQuery } from "@/lib/api/schemas/audit";
import { problemOfZod } from "@/lib/api/zod-problem";
import { type Db, getDb } from "../db/get-db";
import { asServer, currentCaller } from "../process/caller-context";

const query = z.strictObject({ ...auditQuery, limit: z.coerce.number().pipe(auditQuery.limit.unwrap()).default(100) });
const filtersOnly = z.strictObject(auditFilters);
type Filters = z.output<typeof filtersOnly>;
type AuditQuery = Partial<z.output<typeof query>>;

type Row = Awaited<ReturnType<Db["auditEntry"]["create"]>>;
type Where = NonNullable<NonNullable<Parameters<Db["auditEntry"]["findMany"]>[0]>["where"]>;

/** GET /api/audit. Managers of only some projects see those projects' entries. */
export async function answerAudit(url: URL): Promise<Response> {
  return Response.json(await listAudit(read(url, query)));
}

function read<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(Object.fromEntries([...url.searchParams].filter(([, value]) => value !== "")));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return parsed.data;
}

/** The ids among these whose project was deleted. */
export async function deletedProjects(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const where = { action: "project-deleted", subject: { in: [...ids] } };
  const entries = await (await getDb()).auditEntry.findMany({ where, select: { subject: true } });
  return new Set(entries.flatMap(({ subject }) => subject ?? []));
}

/** One page, newest first. */
async function listAudit(asked: AuditQuery = {}): Promise<AuditPageJson> {
  const { limit = 100, cursor } = asked;
  const rows = await readRows(asked, positionOf(cursor), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { entries: page.map(toJson), next_cursor: rows.length > limit && last ? String(last.id) : null };
}

/** The first page for a URL. Invalid filter values are ignored, because people edit URLs. */
export async function drawAudit(asked: Readonly<Record<string, string | string[] | undefined>>) {
  const said = Object.keys(auditFilters).flatMap((name) => {
    const value = asked[name];
    const fits = typeof value === "string" && filtersOnly.safeParse({ [name]: value }).success;
    return fits ? [[name, value] as const] : [];
  });
  const filters = filtersOnly.parse(Object.fromEntries(said));
  const first = await listAudit(filters);
  const db = await getDb();
  const ids = first.entries.flatMap(({ project_id }) => project_id ?? []);
  const where = { id: { in: [...new Set(ids)] } };
  const named = await asServer(async () => await db.project.findMany({ where, select: { id: true, name: true } }));
  return { first, filters, projects: Object.fromEntries(named.map(({ id, name }) => [id, name])) };
}

function positionOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const position = /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
  if (position !== null) return position;
  throw new Problem(422, "bad-cursor", "the cursor is unknown", {
    errors: [{ pointer: "cursor", detail: "use next_cursor of the previous page" }],
  });
}

const DAY_MS = 86_400_000;

async function readRows(asked: Filters, before: number | null, take: number): Promise<Row[]> {
  const { action, actor, project, subject, from, to } = asked;
  const projects = projectsFor(["manage"], currentCaller());
  const conditions: Where[] = [];
  if (projects !== "all") conditions.push({ projectId: { in: [...projects] } });
  if (action) conditions.push({ action });
  if (actor) conditions.push(AUDIT_ACTORS.some((kind) => kind === actor) ? { actorKind: actor } : { actorId: actor });
  if (project) conditions.push({ projectId: project });
  if (subject) conditions.push({ subject });
  if (from) conditions.push({ time: { gte: dayOf(from, "from") } });
  if (to) conditions.push({ time: { lt: new Date(dayOf(to, "to").getTime() + DAY_MS) } });
  if (before !== null) conditions.push({ id: { lt: before } });
  return (await getDb()).auditEntry.findMany({ where: { AND: conditions }, orderBy: { id: "desc" }, take });
}

function dayOf(text: string, pointer: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!Number.isNaN(day.getTime())) return day;
  throw new Problem(422, "bad-parameter", "there is no such day", { errors: [{ pointer, detail: "no such day" }] });
}

const toJson = (row: Row): AuditEntryJson => ({
  id: Number(row.id),
  time: row.time.toISOString(),
  actor: { kind: known(AUDIT_ACTORS, row.actorKind), id: row.actorId, name: row.actorName },
  action: known(AUDIT_ACTIONS, row.action),
  subject: row.subject,
  project_id: row.projectId,
  detail: row.detail,
  address: row.address,
  request_id: row.requestId,
});

/** Only `audit` writes rows, and it takes names from these lists. */
function known<T extends string>(names: readonly T[], name: string): T {
  const found = names.find((one) => one === name);
  if (found === undefined) throw new Error("the audit log has a name that this version does not know");
  return found;
}

const COLUMNS = [
  "id",
  "time",
  "actor",
  "actor_id",
  "actor_name",
  "action",
  "subject",
  "project_id",
  "detail",
  "address",
  "request_id",
];
/** Rows per query of an export. */
const BATCH = 1_000;

/**
 * GET /api/audit/csv: all matching rows as a table, read in batches. Text that a spreadsheet would run as a formula is
 * escaped.
 */
export async function answerAuditCsv(url: URL): Promise<Response> {
  const asked = read(url, filtersOnly);
  let before: number | null = null;
  const next = async (): Promise<string | null> => {
    const rows = await readRows(asked, before, BATCH);
    before = rows.at(-1)?.id ?? before;
    return rows.length === 0 ? null : toCsv(rows.map(toJson).map(recordOf));
  };
  const encoder = new TextEncoder();
  const first = await next(); // so that a failure is still answered as a problem
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`\ufeff${toCsv([COLUMNS])}${first ?? ""}`));
      if (first === null) controller.close();
    },
    async pull(controller) {
      const text = await next();
      if (text === null) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="audit.csv"',
    "x-content-type-options": "nosniff",
  };
  return new Response(body, { headers });
}

const toCsv = (records: readonly (readonly (string | number | null)[])[]): string =>
  stringify(
    records.map((record) => [...record]),
    { escape_formulas: true },
  );

const recordOf = ({ id, time, actor, action, subject, project_id, detail, address, request_id }: AuditEntryJson) => [
  id,
  time,
  actor.kind,
  actor.id,
  actor.name,
  action,
  subject,
  project_id,
  detail,
  address,
  request_id,
];
