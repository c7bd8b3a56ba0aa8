import fs from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Caller, DEFAULT_PROJECT, RIGHTS } from "@/lib/api/caller";
import type { AuditEntryJson } from "@/lib/api/schemas/audit";
import { audit } from "@/lib/server/audit/audit";
import { getDb } from "@/lib/server/db/get-db";
import { findJob } from "@/lib/server/jobs/job-rows";
import { makeSignIn } from "@/lib/server/people/sign-ins";
import { asCaller } from "@/lib/server/process/caller-context";
import { LIMITS } from "@/lib/server/process/limits";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { deleteDue } from "@/lib/server/projects/retention";
import { sweepAudit } from "@/lib/server/start/audit-sweep";
import { apiRoute } from "@/tests/support/api-route";
import { onBothStores } from "@/tests/support/on-both-stores";
import { postBytes, postJson, send, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";

const csvRoute = apiRoute("GET /api/audit/csv");
const auditRoute = apiRoute("GET /api/audit");
const revokeKey = apiRoute("DELETE /api/keys/{id}");
const makeKey = apiRoute("POST /api/keys");
const changes = apiRoute("POST /api/library/changes");
const giveRole = apiRoute("PUT /api/people/{id}/roles/{projectId}");
const takeRole = apiRoute("DELETE /api/people/{id}/roles/{projectId}");
const changePerson = apiRoute("PATCH /api/people/{id}");
const signOutEverywhere = apiRoute("DELETE /api/people/{id}/sign-ins");
const changeProject = apiRoute("PATCH /api/projects/{id}");
const makeProject = apiRoute("POST /api/projects");
const exportSession = apiRoute("GET /api/sessions/{id}/export");
const deleteSession = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");
const changeSettings = apiRoute("PATCH /api/settings");
const signIn = apiRoute("POST /api/sign-in");
const signOut = apiRoute("DELETE /api/sign-in");

const SECRET = "sk-live-THIS-IS-A-SECRET-OF-THE-TRANSCRIPT";
const ADDRESS = { "x-winnow-address": "192.0.2.7" };

const json = (value: object) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
const list = async (query = ""): Promise<AuditEntryJson[]> =>
  (await (await send(auditRoute, `/api/audit${query}`)).json()).entries;
/** The entries that some work added, oldest first, without variable fields. */
async function added(work: () => Promise<unknown>) {
  const last = (await list("?limit=1"))[0]?.id ?? 0;
  await work();
  return (await list()).filter(({ id }) => id > last).reverse();
}
const actionsOf = (entries: readonly AuditEntryJson[]) => entries.map(({ action }) => action);

onBothStores((store) => {
  startTestServer(store);

  test("refused sign-ins of an address share one entry per minute, with their count; so do those of too many addresses", async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: minute + 10_000 });
    forgetProcessState("refusals");
    const refuse = (address: string) =>
      postJson(signIn, "/api/sign-in", { key: "wnw_unknown" }, { headers: { "x-winnow-address": address } });
    const refused = async (work: () => Promise<unknown>) =>
      (await added(work)).map(({ detail, address, actor }) => [detail, address, actor.kind]);
    const [one, two] = ["198.51.100.1", "198.51.100.2"];
    const entries = await added(async () => {
      await Promise.all(Array.from({ length: 30 }, () => refuse(one)));
      await refuse(two);
    });
    expect(entries.map(({ address }) => address)).toEqual([one, two]);
    await vi.waitFor(async () => {
      const [entry] = (await list("?limit=5")).filter(({ address }) => address === one);
      expect(entry?.detail).toBe("unknown-key × 30");
    }, 5_000);
    vi.setSystemTime(minute + 70_000);
    expect(await refused(() => refuse(one))).toEqual([["unknown-key", one, "nobody"]]);
    const { refusalRows } = LIMITS;
    Object.assign(LIMITS, { refusalRows: 2 });
    const many = await refused(async () => {
      for (const end of [2, 3, 4, 5]) await refuse(`203.0.113.${end}`);
    });
    Object.assign(LIMITS, { refusalRows });
    expect(many).toEqual([
      ["unknown-key", "203.0.113.2", "nobody"],
      ["unknown-key", null, "nobody"],
    ]);
    vi.useRealTimers();
  });

  test("each action leaves one entry: what, on what, by whom, from where, in which request", async () => {
    const transcript = makeSession({ turns: 2, output: SECRET });
    let id = "";
    const imported = await added(async () => {
      const answer = await postBytes(upload, transcript, { "x-file-name": `${SECRET}.jsonl`, ...ADDRESS });
      id = (await answer.json()).files[0].sessions[0];
    });
    expect(imported).toEqual([
      expect.objectContaining({
        action: "import",
        subject: id,
        project_id: DEFAULT_PROJECT,
        actor: { kind: "local", id: null, name: null },
        address: "192.0.2.7",
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);

    const out = (query: string) => send(exportSession, `/api/sessions/${id}/export${query}`, { params: { id } });
    const exported = await added(async () => {
      await (await out("")).arrayBuffer();
      await (await out("?format=markdown&redact=mask")).arrayBuffer();
    });
    expect(exported.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
      ["download", id, "raw"],
      ["export", id, "markdown; redact: mask"],
    ]);

    let key = { id: "", key: "" };
    const keys = await added(async () => {
      key = await (await postJson(makeKey, "/api/keys", { name: "laptop", scopes: ["read"] })).json();
      const { loadKeys } = await import("@/lib/server/door/api-keys");
      await loadKeys();
      await postJson(signIn, "/api/sign-in", { key: key.key });
      await postJson(signIn, "/api/sign-in", { key: "wnw_unknown" });
      await asCaller(callerOf("key", key.id), () => send(signOut, "/api/sign-in", { method: "DELETE" }));
      await send(revokeKey, `/api/keys/${key.id}`, { method: "DELETE", params: { id: key.id } });
    });
    expect(keys.map(({ action, subject, actor }) => [action, subject, actor.kind, actor.name])).toEqual([
      ["key-made", key.id, "local", null],
      ["sign-in", key.id, "key", "laptop"],
      ["sign-in-refused", null, "nobody", null],
      ["sign-out", key.id, "key", "laptop"],
      ["key-revoked", key.id, "local", null],
    ]);

    const person = await newPerson("Ada");
    const people = await added(async () => {
      const params = { id: person, projectId: DEFAULT_PROJECT };
      const path = `/api/people/${person}/roles/${DEFAULT_PROJECT}`;
      await send(giveRole, path, { method: "PUT", params, ...json({ role: "member" }) });
      await send(giveRole, path, { method: "PUT", params, ...json({ role: "member" }) }); // changes nothing
      await send(takeRole, path, { method: "DELETE", params });
      const patch = { method: "PATCH", params: { id: person }, ...json({ is_admin: true }) };
      await send(changePerson, `/api/people/${person}`, patch);
      await send(signOutEverywhere, `/api/people/${person}/sign-ins`, { method: "DELETE", params: { id: person } });
    });
    expect(people.map(({ action, project_id, detail }) => [action, project_id, detail])).toEqual([
      ["role-changed", DEFAULT_PROJECT, "none → member"],
      ["role-changed", DEFAULT_PROJECT, "member → none"],
      ["role-changed", null, "server: none → admin"],
      ["signed-out-by-admin", null, "browsers: 1"],
    ]);
    expect(people.every(({ subject }) => subject === person)).toBe(true);

    const settings = await added(() =>
      send(changeSettings, "/api/settings", { method: "PATCH", ...json({ theme: "dark", bin_days: 7 }) }),
    );
    expect(settings.map(({ action, detail }) => [action, detail])).toEqual([["settings-changed", "theme, bin_days"]]);

    const gone = await added(async () => {
      await postJson(changes, "/api/library/changes", { sessions: [id], binned: true, title: SECRET });
      await postJson(changes, "/api/library/changes", { sessions: [id], binned: false });
      await send(deleteSession, `/api/sessions/${id}`, { method: "DELETE", params: { id } });
    });
    expect(actionsOf(gone)).toEqual(["bin", "take-back", "delete"]);
    expect(gone.every(({ subject, project_id }) => subject === id && project_id === DEFAULT_PROJECT)).toBe(true);

    let project = "";
    const projects = await added(async () => {
      const made = await postJson(makeProject, "/api/projects", { name: SECRET, retention_days: 30 });
      project = (await made.json()).id;
      const patch = { method: "PATCH", params: { id: project }, ...json({ retention_days: 1 }) };
      await send(changeProject, `/api/projects/${project}`, patch);
      const old = makeSession({ id: "22222222-2222-4333-8444-555555555555" });
      await postBytes(upload, old, { "x-winnow-project": project });
      await deleteDue(new Date(Date.now() + 2 * 86_400_000));
    });
    expect(projects.map(({ action, project_id, actor, detail }) => [action, project_id, actor.kind, detail])).toEqual([
      ["project-made", project, "local", null],
      ["project-changed", project, "local", "retention_days"],
      ["import", project, "local", "claude-code; sessions: 1"],
      ["delete", project, "server", null],
      ["retention-run", project, "server", "sessions: 1"],
    ]);

    const all = JSON.stringify(await (await getDb()).auditEntry.findMany());
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain(key.key);
    expect(all).not.toContain(key.key.slice(0, 8));
  });

  test("an import done later, by a job, is its sender's", async () => {
    const { synchronousUploadBytes } = LIMITS;
    onTestFinished(() => void Object.assign(LIMITS, { synchronousUploadBytes }));
    Object.assign(LIMITS, { synchronousUploadBytes: 100_000 });
    const big = makeSession({
      id: "33333333-2222-4333-8444-555555555555",
      output: "x".repeat(LIMITS.synchronousUploadBytes),
      turns: 1,
    });
    const entries = await added(async () => {
      const sent = await asCaller(
        { ...callerOf("person", "person_x"), rights: RIGHTS },
        async () => await postBytes(upload, big, ADDRESS),
      );
      expect(sent.status).toBe(202);
      const { job } = await sent.json();
      await vi.waitFor(async () => expect((await findJob(job.id)).state).toBe("done"), { timeout: 30_000 });
    });
    expect(entries).toEqual([
      expect.objectContaining({
        action: "import",
        actor: { kind: "person", id: "person_x", name: null },
        address: "192.0.2.7",
      }),
    ]);
    expect(entries[0]?.request_id).not.toBeNull();
  }, 40_000);

  test("work without an effect leaves no entry", async () => {
    const entries = await added(async () => {
      await send(revokeKey, "/api/keys/key_no", { method: "DELETE", params: { id: "key_no" } });
      await send(deleteSession, "/api/sessions/no", { method: "DELETE", params: { id: "no" } });
      await postBytes(upload, "nothing that is read");
      await send(changeSettings, "/api/settings", { method: "PATCH", ...json({}) });
    });
    expect(entries).toEqual([]);
  });

  test("is paged, filtered and exported as a table; a spreadsheet runs nothing in it", async () => {
    const by = { kind: "key", id: "key_x", name: "=1+1" } as const;
    for (const subject of ["one", "two", "three"])
      await audit({ action: "retention-run", subject, projectId: "p", by });
    const first = await (await send(auditRoute, "/api/audit?actor=key_x&limit=2")).json();
    expect(first.entries.map(({ subject }: AuditEntryJson) => subject)).toEqual(["three", "two"]);
    const second = await (await send(auditRoute, `/api/audit?actor=key_x&limit=2&cursor=${first.next_cursor}`)).json();
    expect([second.entries.length, second.entries[0].subject, second.next_cursor]).toEqual([1, "one", null]);
    expect(actionsOf(await list("?action=retention-run&project=p&subject=two"))).toEqual(["retention-run"]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await list(`?subject=two&from=${today}&to=${today}`)).toHaveLength(1);
    expect(await list("?subject=two&to=2000-01-01")).toEqual([]);
    const csv = await (await send(csvRoute, "/api/audit/csv?actor=key_x")).text();
    const lines = csv.trim().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/,key,key_x,'=1\+1,retention-run,three,p,/);
    for (const wrong of ["?action=x", "?limit=0", "?cursor=x", "?from=2026-13-01", "?who=me"])
      expect((await send(auditRoute, `/api/audit${wrong}`)).status, wrong).toBe(422);
  });

  test("a project's admin sees its entries and no others", async () => {
    await audit({ action: "retention-run", subject: "mine", projectId: DEFAULT_PROJECT });
    await audit({ action: "retention-run", subject: "theirs", projectId: "other" });
    await audit({ action: "settings-changed", detail: "theme" });
    const rights = ["read", "manage"] as const;
    const manager: Caller = { ...callerOf("person", "p"), rights: [], projects: [{ id: DEFAULT_PROJECT, rights }] };
    const { entries } = await asCaller(manager, async () => (await send(auditRoute, "/api/audit")).json());
    expect(new Set(entries.map(({ project_id }: AuditEntryJson) => project_id))).toEqual(new Set([DEFAULT_PROJECT]));
    const csv = await asCaller(manager, async () => (await send(csvRoute, "/api/audit/csv")).text());
    expect(csv).toContain("mine");
    expect(csv).not.toContain("theirs");
    const reader: Caller = { ...manager, projects: [{ id: DEFAULT_PROJECT, rights: ["read"] }] };
    expect(await asCaller(reader, async () => (await send(auditRoute, "/api/audit")).status)).toBe(403);
  });

  test("is kept for the number of days in the setting", async () => {
    await audit({ action: "retention-run", subject: "old" });
    const day = 86_400_000;
    expect(await sweepAudit(new Date(Date.now() + 364 * day))).toBe(0);
    expect(await sweepAudit(new Date(Date.now() + 366 * day))).toBeGreaterThan(0);
    expect(await list()).toEqual([]);
  });
});

function callerOf(kind: "key" | "person", id: string): Caller {
  return { who: { kind, id }, rights: ["admin"], projects: "all" };
}

async function newPerson(name: string): Promise<string> {
  vi.stubEnv("WINNOW_ALLOWED_HOSTS", "");
  const claims = { issuer: "https://id.example", subject: name, name, email: null, isEmailVerified: false };
  const made = await makeSignIn({ claims, state: `state of ${name}`, client: null, address: null });
  vi.unstubAllEnvs();
  return made?.person.id ?? "";
}

test("rows of the log are written in one place, and only the count of refusals changes", () => {
  const files = fs
    .readdirSync("lib/server", { recursive: true })
    .map((name) => `lib/server/${name}`)
    .filter((name) => name.endsWith(".ts"));
  const uses = files.flatMap((name) =>
    [...fs.readFileSync(name, "utf8").matchAll(/\bauditEntry\s*\.(\w+)/g)].map(([, call]) => `${name} ${call}`),
  );
  expect([...new Set(uses)].sort()).toEqual([
    "lib/server/audit/audit-list.ts findMany",
    "lib/server/audit/audit.ts create",
    "lib/server/audit/refusals.ts updateMany",
    "lib/server/start/audit-sweep.ts deleteMany",
    "lib/server/store/steady-clock.ts findFirst",
  ]);
});
