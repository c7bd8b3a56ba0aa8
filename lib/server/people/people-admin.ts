import type { Role } from "@/lib/api/caller";
import { Problem } from "@/lib/api/problem";
import { projectsFor } from "@/lib/api/route-scopes";
import { type PeopleListJson, type PersonJson, personPatch, roleBody } from "@/lib/api/schemas/people";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { audit } from "../audit/audit";
import { getDb, type Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { asServer, currentCaller, mayIn } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";
import { isNamedAdmin, oidcSettings } from "./oidc-settings";
import { type PersonRow, personOf } from "./people";
import { forgetSignIns, revokeSignIns } from "./sign-ins";

const MOST = 2_000;

/** GET /api/people. Managers of some projects see everybody, with the roles in those projects. */
export async function listPeople(): Promise<PeopleListJson> {
  const db = await getDb();
  const rows = await db.person.findMany({
    include: shown(),
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
    take: MOST,
  });
  const ids = managed();
  const where = ids === "all" ? {} : { id: { in: [...ids] } };
  // All projects, whichever one the reader's pages show.
  const projects = await asServer(
    async () => await db.project.findMany({ where, select: { id: true, name: true }, orderBy: { name: "asc" } }),
  );
  return { people: rows.map(toJson), projects, provider: oidcSettings()?.providerName ?? null };
}

/** The projects in which the caller assigns roles. */
const managed = () => projectsFor(["manage"], currentCaller());

const shown = (now = new Date()) =>
  ({
    memberships: { select: { projectId: true, role: true } },
    _count: { select: { signIns: { where: { revokedAt: null, expiresAt: { gt: now } } } } },
  }) as const;

type Shown = PersonRow & {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly _count: { readonly signIns: number };
};

function toJson(row: Shown): PersonJson {
  const { isAdmin, roles } = personOf(row);
  const projects = managed();
  const isShown = (id: string) => projects === "all" || projects.includes(id);
  return {
    id: row.id,
    subject: row.subject,
    name: row.name,
    email: row.email,
    email_verified: row.isEmailVerified,
    is_admin: isAdmin,
    is_named_admin: isNamedAdmin(row),
    roles: [...roles].flatMap(([project_id, role]) => (isShown(project_id) ? [{ project_id, role }] : [])),
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    sign_ins: row._count.signIns,
  };
}

const noSuchPerson = () => new Problem(404, "no-such-person", "nobody with that id has signed in");

async function onePerson(id: string): Promise<PersonJson> {
  const row = await (await getDb()).person.findUnique({ where: { id }, include: shown() });
  if (!row) throw noSuchPerson();
  return toJson(row);
}

/** PATCH /api/people/{id}: grants or removes server admin rights. */
export async function changePerson(id: string, body: Uint8Array): Promise<PersonJson> {
  const parsed = checkJson(personPatch, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { is_admin: isAdmin } = parsed.data;
  const { who } = currentCaller();
  if (!isAdmin && who.kind === "person" && who.id === id)
    throw new Problem(409, "own-admin", "you cannot remove your own admin rights; another admin can");
  await changing(async (transaction) => {
    const row = await transaction.person.findUnique({ where: { id } });
    if (!row) throw noSuchPerson();
    if (row.isAdmin === isAdmin) return;
    await transaction.person.update({ where: { id }, data: { isAdmin } });
    await audit(
      { action: "role-changed", subject: id, detail: isAdmin ? "server: none → admin" : "server: admin → none" },
      transaction,
    );
  });
  return onePerson(id);
}

/** PUT and DELETE /api/people/{id}/roles/{projectId}: sets or removes (null) a role in a project. */
export async function changeRole(id: string, projectId: string, role: Role | null): Promise<PersonJson> {
  await changing(async (transaction) => {
    const select = { id: true } as const;
    const find = async () => await transaction.project.findUnique({ where: { id: projectId }, select });
    if (!mayIn(projectId, "manage") || !(await asServer(find)))
      throw new Problem(404, "no-such-project", "there is no project with that id");
    const person = await transaction.person.findUnique({ where: { id }, select: { id: true } });
    if (!person) throw noSuchPerson();
    const personId_projectId = { personId: id, projectId };
    const before = await transaction.membership.findUnique({ where: { personId_projectId } });
    if ((before?.role ?? null) === role) return;
    if (role === null) await transaction.membership.delete({ where: { personId_projectId } });
    else
      await transaction.membership.upsert({
        where: { personId_projectId },
        create: { ...personId_projectId, role },
        update: { role },
      });
    const detail = `${before?.role ?? "none"} → ${role ?? "none"}`;
    await audit({ action: "role-changed", subject: id, projectId, detail }, transaction);
  });
  return onePerson(id);
}

/** The role in a body of PUT /api/people/{id}/roles/{projectId}. */
export function roleIn(body: Uint8Array): Role {
  const parsed = checkJson(roleBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return parsed.data.role;
}

/** Runs a change of permissions and applies it on every server immediately. */
async function changing(work: (transaction: Transaction) => Promise<void>): Promise<void> {
  const db = await getDb();
  await withReserve(() => db.$transaction(work));
  await forgetSignIns();
}

/** DELETE /api/people/{id}/sign-ins: signs somebody out of every browser. */
export async function signOutEverywhere(id: string): Promise<void> {
  const person = await (await getDb()).person.findUnique({ where: { id }, select: { id: true } });
  if (!person) throw noSuchPerson();
  const count = await revokeSignIns({ personId: id });
  await audit({ action: "signed-out-by-admin", subject: id, detail: `browsers: ${count}` });
}

/** Contacts for somebody without a project: server admins by name and address; at most five. */
export async function whomToAsk(): Promise<string[]> {
  const rows = await (await getDb()).person.findMany({
    include: { memberships: { select: { projectId: true, role: true } } },
    orderBy: { lastSeenAt: "desc" },
    take: MOST,
  });
  const admins = rows.filter((row) => personOf(row).isAdmin).slice(0, 5);
  return admins.map(({ name, email }) => (email && email !== name ? `${name} (${email})` : name));
}
