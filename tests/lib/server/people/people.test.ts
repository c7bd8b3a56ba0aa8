import { expect, test } from "vitest";
import { type Caller, DEFAULT_PROJECT, RIGHTS, rightsOfRole } from "@/lib/api/caller";
import type { PersonJson } from "@/lib/api/schemas/people";
import { getDb } from "@/lib/server/db/get-db";
import { makeSignIn } from "@/lib/server/people/sign-ins";
import { asCaller } from "@/lib/server/process/caller-context";
import { apiRoute } from "@/tests/support/api-route";
import { send, startTestServer } from "@/tests/support/test-server";

const giveRole = apiRoute("PUT /api/people/{id}/roles/{projectId}");
const takeRole = apiRoute("DELETE /api/people/{id}/roles/{projectId}");
const changePerson = apiRoute("PATCH /api/people/{id}");
const list = apiRoute("GET /api/people");
const whoAmI = apiRoute("GET /api/sign-in");
const revokeOwn = apiRoute("DELETE /api/sign-ins/{id}");

startTestServer();

async function newPerson(subject: string): Promise<string> {
  const claims = { issuer: "https://id.example", subject, name: subject, email: null, isEmailVerified: false };
  const made = await makeSignIn({ claims, state: `${subject} ${Math.random()}`, client: "Firefox", address: null });
  return made?.person.id ?? "";
}
const personCaller = (id: string, projects: Caller["projects"], rights: Caller["rights"] = []): Caller => ({
  who: { kind: "person", id },
  rights,
  projects,
});
const json = (value: object) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
const give = (id: string, projectId: string, role: string) =>
  send(giveRole, `/api/people/${id}/roles/${projectId}`, {
    method: "PUT",
    params: { id, projectId },
    ...json({ role }),
  });
const take = (id: string, projectId: string) =>
  send(takeRole, `/api/people/${id}/roles/${projectId}`, { method: "DELETE", params: { id, projectId } });
const makeAdmin = (id: string, is_admin: boolean) =>
  send(changePerson, `/api/people/${id}`, { method: "PATCH", params: { id }, ...json({ is_admin }) });

test("an admin of one project assigns roles there and nowhere else, and sees no others", async () => {
  const db = await getDb();
  await db.project.create({ data: { id: "prj_other", name: "Other" } });
  const [ada, grace] = [await newPerson("ada"), await newPerson("grace")];
  expect((await give(grace, "prj_other", "member")).status).toBe(200);
  const manager = personCaller(ada, [{ id: DEFAULT_PROJECT, rights: rightsOfRole("admin") }]);
  await asCaller(manager, async () => {
    expect((await give(grace, DEFAULT_PROJECT, "reader")).status).toBe(200);
    expect((await give(grace, "prj_other", "admin")).status).toBe(404);
    expect((await take(grace, "prj_other")).status).toBe(404);
    expect((await makeAdmin(grace, true)).status).toBe(403);
    const { people, projects } = await (await send(list, "/api/people")).json();
    expect(projects.map(({ id }: { id: string }) => id)).toEqual([DEFAULT_PROJECT]);
    const shown = people.find(({ id }: PersonJson) => id === grace);
    expect(shown.roles).toEqual([{ project_id: DEFAULT_PROJECT, role: "reader" }]);
  });
  for (const role of ["reader", "member"] as const) {
    const caller = personCaller(ada, [{ id: DEFAULT_PROJECT, rights: rightsOfRole(role) }]);
    await asCaller(caller, async () => {
      expect((await send(list, "/api/people")).status).toBe(403);
      expect((await give(ada, DEFAULT_PROJECT, "admin")).status).toBe(403);
    });
  }
  const memberships = await db.membership.findMany({ where: { personId: grace }, orderBy: { projectId: "asc" } });
  expect(memberships.map(({ projectId, role }) => [projectId, role])).toEqual([
    [DEFAULT_PROJECT, "reader"],
    ["prj_other", "member"],
  ]);
});

test("admins cannot remove their own server rights, and unknown people are not found", async () => {
  const id = await newPerson("alan");
  await asCaller(personCaller(id, "all", RIGHTS), async () => {
    expect((await makeAdmin(id, true)).status).toBe(200);
    expect((await makeAdmin(id, false)).status).toBe(409);
    expect((await give("person_no", DEFAULT_PROJECT, "reader")).status).toBe(404);
    expect((await give(id, "prj_no", "reader")).status).toBe(404);
    expect((await give(id, DEFAULT_PROJECT, "owner")).status).toBe(422);
  });
});

test("people see and end their own sign-ins, and nobody else's", async () => {
  const [mine, other] = [await newPerson("mary"), await newPerson("niklaus")];
  const db = await getDb();
  const foreign = await db.signIn.findFirstOrThrow({ where: { personId: other } });
  await asCaller(personCaller(mine, []), async () => {
    const { sign_ins } = await (await send(whoAmI, "/api/sign-in")).json();
    expect(sign_ins).toEqual([expect.objectContaining({ client: "Firefox", is_this: false })]);
    const end = (id: string) => send(revokeOwn, `/api/sign-ins/${id}`, { method: "DELETE", params: { id } });
    expect((await end(foreign.id)).status).toBe(404);
    expect((await end(sign_ins[0].id)).status).toBe(204);
    expect((await end(sign_ins[0].id)).status).toBe(404);
  });
  expect((await db.signIn.findUniqueOrThrow({ where: { id: foreign.id } })).revokedAt).toBeNull();
});
