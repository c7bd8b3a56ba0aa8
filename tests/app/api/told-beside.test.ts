import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Scope } from "@/lib/api/caller";
import { ACROSS_PROJECTS, type Caller, callerOfScopes, RIGHTS, type Role, rightsOfRole } from "@/lib/api/caller";
import { getDb } from "@/lib/server/db/get-db";
import { loadKeys, makeKey, revokeKey } from "@/lib/server/door/api-keys";
import { decide } from "@/lib/server/door/gate";
import { abortJob, newJobId, startJob } from "@/lib/server/jobs/jobs";
import { accessChanged, whenAccessChanges } from "@/lib/server/people/access-changes";
import { asCaller, asServer, inProject, requireCallers, visibleProjects } from "@/lib/server/process/caller-context";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { dataDir } from "@/lib/server/process/settings";
import { backupNow, missingFiles } from "@/lib/server/repair/repair";
import { isShared } from "@/lib/server/replicas/channel";
import { rememberMissing } from "@/lib/server/store/missing-imports";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const health = apiRoute("GET /api/health");
const events = apiRoute("GET /api/jobs/{id}/events");
const look = apiRoute("GET /api/jobs/{id}");
const stop = apiRoute("DELETE /api/jobs/{id}");
const jobs = apiRoute("GET /api/jobs");
const rebuild = apiRoute("POST /api/library/rebuild");
const library = apiRoute("GET /api/library");
const models = apiRoute("GET /api/models");
const makeProject = apiRoute("POST /api/projects");
const growth = apiRoute("GET /api/sessions/{id}/events");
const upload = apiRoute("POST /api/sessions");
const clients = apiRoute("PUT /api/settings/clients");
const settings = apiRoute("GET /api/settings");
const signIn = apiRoute("POST /api/sign-in");

/** What answers reveal besides sessions: about the machine, about other projects, and to callers who lost their rights. */
startTestServer();

const ADMIN: Caller = { who: { kind: "key", id: "admin" }, rights: RIGHTS, projects: "all" };
const person = (role: Role, ...projects: string[]): Caller => ({
  who: { kind: "person", id: `person_${role}` },
  rights: [],
  projects: projects.map((id) => ({ id, rights: rightsOfRole(role) })),
});
const keyOf = (project: string, ...scopes: Scope[]) => callerOfScopes({ kind: "key", id: "key_x" }, scopes, project);

let a = "";
let b = "";
beforeAll(async () => {
  const make = async (name: string) =>
    (await (await asCaller(ADMIN, () => postJson(makeProject, "/api/projects", { name }))).json()).id as string;
  [a, b] = [await make("Alder"), await make("Birch")];
});
afterEach(() => vi.unstubAllEnvs());

/** Starts work that continues until it is stopped. */
const startPending = (kind: "import" | "replay" | "rebuild") =>
  startJob(kind, ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)));

describe("of the machine and the whole server", () => {
  const read = (caller: Caller, handler: unknown, at: string) =>
    asCaller(caller, async () => (await send(handler, at)).json());

  test("only server admins learn where files are", async () => {
    fs.writeFileSync(path.join(dataDir(), "models.json"), "{");
    const { data } = await read(ADMIN, settings, "/api/settings");
    const { overrides } = await read(ADMIN, models, "/api/models");
    expect([data.directory, overrides.path]).toEqual([dataDir(), path.join(dataDir(), "models.json")]);
    expect(overrides.error).toContain(dataDir());
    for (const caller of [person("reader", a), person("admin", a), keyOf(a, "admin")]) {
      expect(JSON.stringify(await read(caller, settings, "/api/settings"))).not.toContain(dataDir());
      expect(JSON.stringify(await read(caller, models, "/api/models"))).not.toContain(dataDir());
    }
    expect(JSON.stringify(await read(keyOf(a, "import"), models, "/api/models"))).not.toContain(dataDir());
    fs.rmSync(path.join(dataDir(), "models.json"));
  });

  test("only server admins learn of a client that only other projects have", async () => {
    const db = await getDb();
    await db.modelStatement.create({ data: { subject: "client:secret-client", model: "gpt-5" } });
    const clients = async (caller: Caller) => (await read(caller, settings, "/api/settings")).client_models;
    expect(await clients(ADMIN)).toMatchObject([{ client: "secret-client", model: "gpt-5" }]);
    expect(await clients(person("admin", a))).toEqual([]);
    await db.modelStatement.deleteMany();
  });

  test("only server admins learn the names of imported files that no row names", () => {
    const note = { name: "secret.jsonl", companions: [] };
    rememberMissing([{ sha256: "0".repeat(64), note: note as never }]);
    expect(asCaller(ADMIN, missingFiles)).toEqual({ files: 1, names: ["secret.jsonl"] });
    expect(asCaller(person("admin", a), missingFiles)).toEqual({ files: 0, names: [] });
    rememberMissing([]);
  });

  test("monitoring callers learn how many files are missing, but neither their names nor the backups", async () => {
    const note = { name: "secret.jsonl", companions: [] };
    rememberMissing([{ sha256: "0".repeat(64), note: note as never }]);
    const copies = isShared() ? [] : [{ name: (await backupNow()).name }]; // PostgreSQL is backed up with its own tools
    const all = await read(ADMIN, library, "/api/library");
    expect(all).toMatchObject({ missing: { files: 1, names: ["secret.jsonl"] }, backups: copies });
    const watcher = callerOfScopes({ kind: "key", id: "key_w" }, ["read"], null);
    const told = await read(watcher, library, "/api/library");
    expect(told).toMatchObject({ database: "ok", missing: { files: 1, names: [] }, backups: [] });
    rememberMissing([]);
  });

  test("the rebuild's report about files belongs to no project", async () => {
    const answer = await asCaller(ADMIN, () => send(rebuild, "/api/library/rebuild", { method: "POST" }));
    const { job } = await answer.json();
    const seen = (caller: Caller) =>
      asCaller(caller, async () => (await send(look, `/api/jobs/${job.id}`, { params: { id: job.id } })).status);
    expect([await seen(ADMIN), await seen(person("admin", "default"))]).toEqual([200, 404]);
  });

  test("only callers who see all projects see, list and stop it, even while they view one project", async () => {
    const job = await asCaller(ADMIN, () => inProject(ACROSS_PROJECTS, () => startPending("rebuild")), a);
    const params = { id: job.id };
    const at = `/api/jobs/${job.id}`;
    const call = (caller: Caller, handler: unknown, method: string, place: string, chosen: string | null) =>
      asCaller(caller, () => send(handler, place, { method, params }), chosen);
    const listed = async (caller: Caller, chosen: string | null) =>
      JSON.stringify(await (await call(caller, jobs, "GET", "/api/jobs", chosen)).json()).includes(job.id);
    for (const chosen of [null, a]) {
      expect((await call(ADMIN, look, "GET", at, chosen)).status).toBe(200);
      expect(await listed(ADMIN, chosen)).toBe(true);
      const stream = await call(ADMIN, events, "GET", `${at}/events`, chosen);
      expect(stream.status).toBe(200);
      await stream.body?.cancel();
    }
    // The row alone decides this too, as when the work runs in another process.
    const alone = await inProject(ACROSS_PROJECTS, async () =>
      (await getDb()).job.create({ data: { id: newJobId(), kind: "rebuild", state: "failed" } }),
    );
    const ofRow = { params: { id: alone.id } };
    const seenAt = (caller: Caller) => asCaller(caller, () => send(look, `/api/jobs/${alone.id}`, ofRow), a);
    expect([(await seenAt(ADMIN)).status, (await seenAt(person("admin", a))).status]).toEqual([200, 404]);
    for (const caller of [person("admin", a), person("admin", a, b), keyOf(a, "admin")]) {
      expect((await call(caller, look, "GET", at, null)).status).toBe(404);
      expect((await call(caller, events, "GET", `${at}/events`, null)).status).toBe(404);
      expect((await call(caller, stop, "DELETE", at, null)).status).toBe(404);
      expect(await listed(caller, null)).toBe(false);
    }
    const watcher = callerOfScopes({ kind: "key", id: "key_r" }, ["read"], null);
    expect((await call(watcher, stop, "DELETE", at, a)).status).toBe(403);
    expect((await call(ADMIN, stop, "DELETE", at, a)).status).toBe(200);
    await expect.poll(async () => (await (await call(ADMIN, look, "GET", at, a)).json()).state).toBe("cancelled");
  });
});

test("a statement about a client applies in every project, whichever the admin's pages show", async () => {
  const into = async (project: string) => {
    const headers = { "x-winnow-project": project };
    const answer = await asCaller(ADMIN, () => postBytes(upload, makeSession({ turns: 2 }), headers));
    return (await answer.json()).files[0].sessions[0] as string;
  };
  const [own, other] = [await into(a), await into(b)];
  const db = await getDb();
  const rowOf = async (id: string) => (await db.session.findUniqueOrThrow({ where: { id } })).fileId;
  const before = [await rowOf(own), await rowOf(other)];
  const { client, format } = await db.session.findUniqueOrThrow({ where: { id: own } });
  const body = { client: client ?? format, model: "gpt-5" };
  const put = () => postJson(clients, "/api/settings/clients", body, { method: "PUT" });
  expect((await asCaller(ADMIN, put, a)).status).toBe(200);
  const isReadAgain = async () => [(await rowOf(own)) !== before[0], (await rowOf(other)) !== before[1]];
  await expect.poll(isReadAgain, { timeout: 20_000 }).toEqual([true, true]);
  await asCaller(ADMIN, () => postJson(clients, "/api/settings/clients", { ...body, model: null }, { method: "PUT" }));
});

test("an Idempotency-Key in one project is a different call in another", async () => {
  const body = { format: "openai-chat", messages: [{ role: "user", content: "hello" }], strategy: "winnow" };
  const call = (caller: Caller, project: string) => {
    const headers = { "idempotency-key": "k-1", "x-winnow-project": project };
    return asCaller(caller, () => postJson(compress, "/api/compress", body, { headers }));
  };
  const both = person("member", a, b);
  expect((await call(both, a)).headers.get("idempotency-replayed")).toBeNull();
  expect((await call(both, a)).headers.get("idempotency-replayed")).toBe("true");
  expect((await call(both, b)).headers.get("idempotency-replayed")).toBeNull();
  expect((await call(person("member", b), b)).headers.get("idempotency-replayed")).toBe("true");
});

describe("of jobs", () => {
  const pending = (kind: "import" | "replay") => inProject(a, () => startPending(kind));
  const status = async (caller: Caller, handler: unknown, id: string, method = "GET") =>
    asCaller(caller, async () => (await send(handler, `/api/jobs/${id}`, { method, params: { id } })).status);

  test("callers who may only import see and stop only imports; readers stop none", async () => {
    const [replayed, imported] = [await pending("replay"), await pending("import")];
    const importer = keyOf(a, "import");
    expect([await status(importer, look, replayed.id), await status(importer, look, imported.id)]).toEqual([404, 200]);
    expect(await status(importer, stop, replayed.id, "DELETE")).toBe(404);
    const reader = person("reader", a);
    expect(await status(reader, look, imported.id)).toBe(200);
    expect(await status(reader, stop, imported.id, "DELETE")).toBe(403);
    expect(await status(reader, stop, replayed.id, "DELETE")).toBe(200);
    expect(await status(importer, stop, imported.id, "DELETE")).toBe(200);
  });

  test.each([
    ["whose key was revoked or who was signed out", () => null],
    ["who lost the project", () => person("reader", b)],
    ["who may neither read nor import there now", () => keyOf(a, "compress")],
  ])("an open stream ends immediately for somebody %s", async (_, now) => {
    const job = await pending("import");
    let caller: Caller | null = person("reader", a);
    const open = () => send(events, `/api/jobs/${job.id}/events`, { params: { id: job.id } });
    const stream = (await asCaller(person("reader", a), open, null, () => caller)).body?.getReader();
    const first = await stream?.read();
    expect(new TextDecoder().decode(first?.value)).toContain("event: progress");
    accessChanged(); // nothing has changed for this caller
    caller = person("admin", a);
    accessChanged();
    const next = stream?.read();
    const isOpen = () => Promise.race([next?.then(() => false), new Promise((done) => setTimeout(done, 300, true))]);
    expect(await isOpen()).toBe(true);
    caller = now();
    accessChanged();
    expect(await next).toEqual({ done: true, value: undefined });
    abortJob(job.id);
  });
});

test("the open stream of a growing session ends immediately when its reader's key is revoked", async () => {
  const session = await asCaller(person("reader", a), async () => (await getDb()).session.findFirstOrThrow());
  let caller: Caller | null = person("reader", a);
  const open = () => send(growth, `/api/sessions/${session.id}/events`, { params: { id: session.id } });
  const stream = (await asCaller(person("reader", a), open, null, () => caller)).body?.getReader();
  expect(new TextDecoder().decode((await stream?.read())?.value)).toContain("event: session");
  caller = null;
  accessChanged();
  expect(await stream?.read()).toEqual({ done: true, value: undefined });
});

describe("if callers need a key", () => {
  test("work without a caller is refused, while the server's own work continues", async () => {
    const db = await getDb();
    const all = await db.session.count();
    expect(all).toBeGreaterThan(1);
    requireCallers();
    try {
      await expect((async () => await db.session.count())()).rejects.toThrow("lost its caller");
      expect(() => visibleProjects()).toThrow("lost its caller");
      expect(await asServer(async () => await db.session.count())).toBe(all);
      expect(await asCaller(person("reader", a), async () => await db.session.count())).toBe(1);
    } finally {
      forgetProcessState("caller-rule");
    }
  });

  test("a starting server reports its health before anybody can be authenticated", async () => {
    vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.internal"); // counts the callers' rate
    requireCallers();
    try {
      expect((await send(health, "/api/health")).status).toBe(200);
      const list = apiRoute("GET /api/sessions");
      expect((await send(list, "/api/sessions")).status).toBe(500);
    } finally {
      forgetProcessState("caller-rule");
    }
  });

  test("re-reading keys announces a change of access only if there was one", async () => {
    await loadKeys();
    let changes = 0;
    const forget = whenAccessChanges(() => (changes += 1));
    await loadKeys();
    expect(changes).toBe(0);
    const made = await makeKey(new TextEncoder().encode(JSON.stringify({ name: "new", scopes: ["read"] })));
    expect(changes).toBe(1);
    await (await getDb()).apiKey.update({ where: { id: made.id }, data: { scopes: "import" } }); // by another server
    await loadKeys();
    expect(changes).toBe(2);
    await revokeKey(made.id);
    expect(changes).toBe(3);
    forget();
  });

  test("a browser that sees all projects no longer chooses a deleted one", async () => {
    vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.internal");
    const { key } = await makeKey(new TextEncoder().encode(JSON.stringify({ name: "all", scopes: ["admin"] })));
    const seen = async (project: string) => {
      const decision = await decide({
        method: "GET",
        path: "/",
        authorization: `Bearer ${key}`,
        cookie: `winnow-project=${project}`,
      });
      return decision.status === 200 ? decision.as(visibleProjects) : decision.status;
    };
    expect(await seen(a)).toEqual([a]);
    expect(await seen("prj_gone")).toBe("all");
    await (await getDb()).project.create({ data: { id: "prj_other", name: "made by another server" } });
    await loadKeys();
    expect(await seen("prj_other")).toEqual(["prj_other"]);
  });

  test("a browser that came by https sends its key only over https", async () => {
    vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.internal");
    const { key } = await makeKey(new TextEncoder().encode(JSON.stringify({ name: "browser", scopes: ["read"] })));
    const cookies = async (origin: string) =>
      (await postJson(signIn, "/api/sign-in", { key }, { headers: { origin } })).headers.getSetCookie()[0];
    expect(await cookies("https://127.0.0.1:3000")).toMatch(
      /^__Host-winnow-key=wnw_.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await cookies("http://127.0.0.1:3000")).toMatch(/^winnow-key=wnw_.*; HttpOnly; SameSite=Strict$/);
  });
});
