import { beforeAll, describe, expect, test } from "vitest";
import { type Caller, callerOfScopes, RIGHTS, type Role, rightsOfRole } from "@/lib/api/caller";
import { mayCall, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import type { RouteKey } from "@/lib/api/routes";
import { getDb } from "@/lib/server/db/get-db";
import { whenIndexed } from "@/lib/server/library/indexer";
import { asCaller, inProject } from "@/lib/server/process/caller-context";
import { deleteDue } from "@/lib/server/projects/retention";
import { isShared } from "@/lib/server/replicas/channel";
import { dispatch } from "@/lib/server/routes/dispatch";
import { type SendOptions, send, startTestServer } from "../../support/test-server";
import { exampleMorning, makeSession } from "../../support/transcripts";

startTestServer();

/** A word that only objects of project B contain. */
const SECRET = "quetzalcoatl";
const OUTPUT = `${SECRET}\n`.repeat(4_000);

/** Ids of the objects in project B. */
const b = { project: "", session: "", comment: "", run: "", job: "", output: "", part: "", sha256: "", state: "" };
let a = "";

type Ask = { readonly params?: Record<string, string>; readonly query?: string; readonly body?: unknown };
type Case =
  /** Names an object of B; for others it does not exist. */
  | { readonly names: () => Ask }
  /**
   * Answers about everything that the caller can see; `tells`: for callers who see B, the answer includes something of
   * B.
   */
  | { readonly lists: () => Ask; readonly tells: boolean }
  /** Why it does not depend on a project's content. */
  | { readonly none: string };

const inSession = (more: Ask = {}) => ({
  names: () => ({
    ...more,
    params: { id: b.session, partId: b.part, index: "0", commentId: b.comment, ...more.params },
  }),
});
const session = (more: object = {}) => ({ names: () => ({ body: { session: { id: b.session }, ...more } }) });
const lists = (tells: boolean, ask: () => Ask = () => ({})): Case => ({ lists: ask, tells });
const none = (why: string): Case => ({ none: why });
const SERVER = "it is of the server, and no caller of one project may call it";
const FACTS = "facts that are the same for everybody";
const OWN_BODY = "it works on the body that it is sent";

/**
 * A missing route is a type error: every route must state what it can reveal of a project, and the test below checks
 * it.
 */
const CASES: Readonly<Record<RouteKey, Case>> = {
  "GET /api/health": none(FACTS),
  "GET /api/ready": none(FACTS),
  "GET /api/openapi.json": none(FACTS),
  "GET /api/strategies": none(FACTS),
  "GET /api/strategies/{id}": none(FACTS),
  "GET /api/models": none(FACTS),
  "GET /api/models/{id}": none(FACTS),
  "GET /api/examples": none(FACTS),
  "GET /api/evaluate": none(FACTS),
  "POST /api/sign-in": none("it says who the caller is"),
  "DELETE /api/sign-in": none("it says who the caller is"),
  "GET /api/sign-in": none("it says who the caller is"),
  "GET /api/sign-in/start": none("it says who the caller is"),
  "GET /api/sign-in/callback": none("it says who the caller is"),
  "DELETE /api/sign-ins/{id}": none("it is of the caller alone"),
  "GET /api/people": lists(false),
  "PATCH /api/people/{id}": none(SERVER),
  "PUT /api/people/{id}/roles/{projectId}": {
    names: () => ({ params: { id: "person_x", projectId: b.project }, body: { role: "reader" } }),
  },
  "DELETE /api/people/{id}/roles/{projectId}": { names: () => ({ params: { id: "person_x", projectId: b.project } }) },
  "DELETE /api/people/{id}/sign-ins": none(SERVER),
  "GET /api/audit": lists(false), // only project admins see its entries; audit.test.ts covers that
  "GET /api/audit/csv": lists(false),
  "POST /v1/compress": none(OWN_BODY),
  "POST /compact": none(OWN_BODY),
  "POST /api/otlp/v1/{signal}": none(OWN_BODY),
  "POST /api/sessions": none("what it tells of a file that another project has is tested below"),
  "POST /api/example": none("it adds to the caller's own project"),
  "POST /api/examples/{id}": none("it adds to the caller's own project"),
  "POST /api/mcp": none("its tools call the routes of this list; tested below"),
  "POST /api/compress": session({ model: "gpt-5", force: true }),
  "POST /api/compress/compare": session({ strategies: ["winnow"], force: true }),
  "POST /api/validate": session(),
  "POST /api/convert": session({ to: "openai-chat" }),
  "POST /api/tokens": session(),
  "POST /api/cache/simulate": session(),
  "POST /api/evaluate": session({ strategy: "winnow" }),
  "POST /api/replay": session({ policies: ["keep-all"] }),
  "POST /api/corpus": { names: () => ({ body: { sessions: [b.session], strategies: ["winnow"] } }) },
  "POST /api/advise": { names: () => ({ body: { sessions: [b.session] } }) },
  "POST /api/two-arms": { names: () => ({ body: { a: { sessions: [b.session] }, b: { sessions: [b.session] } } }) },
  "GET /api/refs/{id}": { names: () => ({ params: { id: b.output } }) },
  "POST /api/imports/known": lists(true, () => ({ body: { sha256: [b.sha256] } })),
  "GET /api/jobs": lists(true),
  "GET /api/jobs/{id}": { names: () => ({ params: { id: b.job } }) },
  "GET /api/jobs/{id}/events": { names: () => ({ params: { id: b.job } }) },
  "DELETE /api/jobs/{id}": { names: () => ({ params: { id: b.job } }) },
  "POST /api/jobs/{id}": { names: () => ({ params: { id: b.job } }) },
  "GET /api/runs": lists(true),
  "POST /api/runs": session({ kind: "replay", result: {} }),
  "GET /api/runs/{id}": { names: () => ({ params: { id: b.run } }) },
  "GET /api/runs/{id}/promise": { names: () => ({ params: { id: b.run } }) },
  "DELETE /api/runs/{id}": { names: () => ({ params: { id: b.run } }) },
  "GET /api/sessions": lists(true),
  "GET /api/sessions/{id}": inSession(),
  "DELETE /api/sessions/{id}": inSession(),
  "GET /api/sessions/{id}/requests": inSession(),
  "GET /api/sessions/{id}/answer": inSession(),
  "GET /api/sessions/{id}/events": inSession(),
  "GET /api/sessions/{id}/spend": inSession(),
  "GET /api/sessions/{id}/findings": inSession(),
  "GET /api/sessions/{id}/comments": inSession(),
  "POST /api/sessions/{id}/comments": inSession({ body: { index_in_agent: 0, text: "mine" } }),
  "PATCH /api/sessions/{id}/comments/{commentId}": inSession({ body: { text: "changed" } }),
  "DELETE /api/sessions/{id}/comments/{commentId}": inSession(),
  "GET /api/sessions/{id}/messages": inSession(),
  "GET /api/sessions/{id}/parts/{partId}": inSession(),
  "GET /api/sessions/{id}/receipt": inSession(),
  "GET /api/sessions/{id}/compactions/{index}": inSession(),
  "GET /api/sessions/{id}/export": inSession(),
  "GET /api/sessions/{id}/model": inSession(),
  "PUT /api/sessions/{id}/model": none(SERVER),
  "DELETE /api/sessions/{id}/model": none(SERVER),
  "GET /api/library/sessions": lists(true, () => ({ query: `?q=${SECRET}` })),
  "GET /api/library/spend": lists(false),
  "GET /api/library/places": lists(true, () => ({ query: `?q=${SECRET}&sessions=${b.session}` })),
  "GET /api/library/bin": lists(false),
  "POST /api/library/changes": { names: () => ({ body: { sessions: [b.session], title: "mine" } }) },
  "GET /api/projects": lists(true),
  "POST /api/projects": none(SERVER),
  "PATCH /api/projects/{id}": { names: () => ({ params: { id: b.project }, body: { name: "mine" } }) },
  "DELETE /api/projects/{id}": none(SERVER),
  "GET /api/settings": lists(false),
  "GET /api/library": none(SERVER),
  "GET /api/follow": none(SERVER),
  "GET /api/metrics": none(SERVER),
  "POST /api/library/rebuild": none(SERVER),
  "POST /api/library/restore": none(SERVER),
  "POST /api/library/backup": none(SERVER),
  "GET /api/discover": none(SERVER),
  "POST /api/discover/import": none(SERVER),
  "PUT /api/follow": none(SERVER),
  "GET /api/recordings": none(SERVER),
  "DELETE /api/recordings/{id}": none(SERVER),
  "GET /api/client-settings": none(SERVER),
  "GET /api/diagnostics": none(SERVER),
  "PATCH /api/models/{id}": none(SERVER),
  "DELETE /api/models/{id}": none(SERVER),
  "PATCH /api/settings": none(SERVER),
  "PUT /api/settings/clients": none(SERVER),
  "POST /api/settings/test": none(SERVER),
  "GET /api/keys": none(SERVER),
  "POST /api/keys": none(SERVER),
  "DELETE /api/keys/{id}": none(SERVER),
};
const ROUTE_KEYS = Object.keys(CASES) as RouteKey[];

const person = (id: string, project: string, role: Role): Caller => ({
  who: { kind: "person", id },
  rights: [],
  projects: [{ id: project, rights: rightsOfRole(role) }],
});
const ADMIN: Caller = { who: { kind: "key", id: "admin" }, rights: RIGHTS, projects: "all" };

/** Everybody for whom project B does not exist; an admin has all the rights of a reader and a member. */
const STRANGERS: readonly (readonly [string, () => Caller])[] = [
  ["the admin of another project", () => person("admin", a, "admin")],
  ["a key of another project", () => callerOfScopes({ kind: "key", id: "k" }, ["admin"], a)],
  ["a person of no project", () => ({ who: { kind: "person", id: "p" }, rights: [], projects: [] })],
];

/** Sends a request and admits it as the gate does: refuses it if the caller may use the route in no project. */
async function ask(caller: Caller, key: RouteKey, { params = {}, query = "", body }: Ask, more: SendOptions = {}) {
  if (!mayCall(ROUTE_ACCESS[key], caller)) return { status: 403, text: "" };
  const [method = "", template = ""] = key.split(" ");
  const at = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": "application/json", ...more.headers };
  const response = await asCaller(caller, () =>
    send(dispatch, `${at}${query}`, { method, params, ...json, ...more, headers }),
  );
  return { status: response.status, text: await response.text() };
}

const asManager = <T>(work: () => Promise<T>) => asCaller(person("owner", b.project, "admin"), work);
const upload = (caller: Caller, body: string, query = "") =>
  ask(caller, "POST /api/sessions", { query }, { body, headers: { "content-type": "application/octet-stream" } });

beforeAll(async () => {
  const made = async (name: string) =>
    (JSON.parse((await ask(ADMIN, "POST /api/projects", { body: { name } })).text) as { id: string }).id;
  a = await made("Alder");
  b.project = await made("Birch");
  const owner = person("owner", b.project, "admin");
  const imported = JSON.parse((await upload(owner, makeSession({ output: OUTPUT, turns: 6 }))).text);
  b.session = imported.files[0].sessions[0];
  b.sha256 = imported.files[0].sha256;
  await upload(person("other", a, "admin"), exampleMorning(7));
  const comment = await ask(owner, "POST /api/sessions/{id}/comments", {
    params: { id: b.session },
    body: { index_in_agent: 0, text: SECRET },
  });
  b.comment = JSON.parse(comment.text).id;
  const messages = JSON.parse(
    (await ask(owner, "GET /api/sessions/{id}/messages", { params: { id: b.session } })).text,
  );
  b.part = messages.messages[0].parts[0].id;
  const body = { session: { id: b.session }, strategy: "centagent-externalise", force: true };
  const compressed = await ask(owner, "POST /api/compress", { body });
  b.output = JSON.parse(compressed.text).refs[0].id;
  const replayed = JSON.parse(
    (await ask(owner, "POST /api/replay", { body: { session: { id: b.session }, policies: ["keep-all"] } })).text,
  );
  const run = await ask(owner, "POST /api/runs", {
    body: { kind: "replay", session: { id: b.session }, title: SECRET, result: replayed },
  });
  b.run = JSON.parse(run.text).id;
  b.job = `job_${"b".repeat(8)}`;
  await inProject(b.project, async () => {
    const data = {
      id: b.job,
      kind: "replay",
      state: "failed",
      paramsJson: JSON.stringify({ session: { id: b.session } }),
    };
    await (await getDb()).job.create({ data });
  });
  await whenIndexed();
}, 60_000);

const idsOfB = () => [b.session, b.comment, b.run, b.job, b.output, b.project, SECRET];
const told = (text: string) => idsOfB().filter((id) => text.includes(id));

describe.each(STRANGERS)("for %s", (_, stranger) => {
  test.each(ROUTE_KEYS)("%s reveals nothing of project B, and changes nothing there", async (key) => {
    const caller = stranger();
    const asked = CASES[key];
    const isOpen = mayCall(ROUTE_ACCESS[key], caller);
    if ("none" in asked) {
      if (asked.none === SERVER) expect(isOpen).toBe(false);
      return;
    }
    const { status, text } = await ask(caller, key, "names" in asked ? asked.names() : asked.lists());
    if (!isOpen) expect(status).toBe(403);
    else if ("names" in asked) expect([key, status, text]).toEqual([key, 404, expect.any(String)]);
    else {
      expect([200, 404]).toContain(status);
      expect(told(text).filter((id) => !(asked.lists().query ?? "").includes(id))).toEqual([]);
    }
  });
});

test("a session or state of another project is not found under winnow or original either", async () => {
  const session = { id: b.session, number: 1 };
  const cases = [
    ["POST /api/compress", { model: "gpt-5", winnow: { session, force: true } }],
    [
      "POST /api/compress",
      { messages: [], winnow: { state: { version: 1, cycle: 1, ref: `state_${"0".repeat(64)}` } } },
    ],
    ["POST /api/compress/compare", { winnow: { session, strategies: ["winnow"] } }],
    ["POST /api/tokens", { winnow: { session } }],
    ["POST /api/evaluate", { original: { session }, strategy: "winnow" }],
  ] as const;
  for (const [key, body] of cases) {
    const { status, text } = await ask(person("x", a, "admin"), key, { body });
    expect([key, status, told(text)]).toEqual([key, key === "POST /api/evaluate" ? 422 : 404, []]);
  }
});

test("the same history in two projects puts its outputs aside in each of them", async () => {
  const messages = Array.from({ length: 30 }, (_, at) => [
    { role: "user", content: `Read file ${at}.` },
    {
      role: "assistant",
      tool_calls: [{ id: `c${at}`, type: "function", function: { name: "read", arguments: `{"path":"f${at}"}` } }],
    },
    { role: "tool", tool_call_id: `c${at}`, content: `line ${at}\n`.repeat(1_000) },
  ]).flat();
  const body = { model: "gpt-5", messages, strategy: "winnow", target: { tokens: 20_000 } };
  for (const project of [a, b.project]) {
    const member = person(`m ${project}`, project, "member");
    const answer = JSON.parse((await ask(member, "POST /api/compress", { body })).text) as { refs: { id: string }[] };
    expect(answer.refs.length).toBeGreaterThan(0);
    for (const { id } of answer.refs)
      expect((await ask(member, "GET /api/refs/{id}", { params: { id } })).status).toBe(200);
  }
});

describe("for those who see project B", () => {
  const READS = ROUTE_KEYS.filter((key) => {
    const asked = CASES[key];
    const isTold = "lists" in asked ? asked.tells : "names" in asked;
    return isTold && (key.startsWith("GET ") || ["POST /api/imports/known", "POST /api/replay"].includes(key));
  });
  test.each(READS)("%s does include it, so that the check above could have failed", async (key) => {
    if (key.endsWith("/events") || key.endsWith("/promise") || key.includes("compactions") || key.endsWith("/receipt"))
      return;
    const asked = CASES[key];
    const of = "names" in asked ? asked.names() : "lists" in asked ? asked.lists() : {};
    for (const caller of [person("r", b.project, "member"), ADMIN]) {
      // The server admin has to name the project.
      const named = caller === ADMIN ? { headers: { "x-winnow-project": b.project } } : {};
      const { status, text } = await ask(caller, key, of, named);
      expect([key, status]).toEqual([key, 200]);
      if ("lists" in asked) expect([...told(text), ...(text.includes(b.sha256) ? [b.sha256] : [])]).not.toEqual([]);
    }
  });

  test("a reader changes nothing; a member imports and comments but does not delete; its admin deletes", async () => {
    const may = (role: Role, key: RouteKey) => mayCall(ROUTE_ACCESS[key], person("x", b.project, role));
    const rights = (key: RouteKey) => (["reader", "member", "admin"] as const).map((role) => may(role, key));
    for (const key of ["POST /api/sessions", "POST /api/sessions/{id}/comments", "POST /api/compress"] as const)
      expect([key, ...rights(key)]).toEqual([key, false, true, true]);
    for (const key of ["DELETE /api/sessions/{id}", "PATCH /api/projects/{id}"] as const)
      expect([key, ...rights(key)]).toEqual([key, false, false, true]);
    for (const key of ["POST /api/projects", "POST /api/keys"] as const)
      expect([key, ...rights(key)]).toEqual([key, false, false, false]);
    const bin = { body: { sessions: [b.session], binned: true } };
    expect((await ask(person("m", b.project, "member"), "POST /api/library/changes", bin)).status).toBe(403);
  });

  test("somebody with two roles has in each project exactly the rights of the role there", async () => {
    const both: Caller = {
      who: { kind: "person", id: "both" },
      rights: [],
      projects: [
        { id: a, rights: rightsOfRole("admin") },
        { id: b.project, rights: rightsOfRole("reader") },
      ],
    };
    expect((await ask(both, "GET /api/sessions/{id}", { params: { id: b.session } })).status).toBe(200);
    expect((await ask(both, "DELETE /api/sessions/{id}", { params: { id: b.session } })).status).toBe(404);
    const commented = { params: { id: b.session }, body: { index_in_agent: 0, text: "mine" } };
    expect((await ask(both, "POST /api/sessions/{id}/comments", commented)).status).toBe(404);
    // Through MCP too: its tools call the same handlers, with their checks.
    const mcp = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "compress", arguments: { session: b.session, strategy: "centagent-externalise" } },
    };
    expect((await ask(person("r", b.project, "reader"), "POST /api/mcp", { body: mcp })).text).not.toContain("out_");
  });
});

test("the same file in two projects is two sessions, and neither reveals the other", async () => {
  const file = makeSession({ output: OUTPUT, turns: 6 });
  const admin = person("a", a, "admin");
  const known = () => ask(admin, "POST /api/imports/known", { body: { sha256: [b.sha256] } });
  expect(JSON.parse((await known()).text)).toEqual({ known: [] });
  const first = await upload(admin, file);
  expect(first.status).toBe(201);
  const own = JSON.parse(first.text).files[0].sessions[0];
  expect(own).not.toBe(b.session);
  expect((await upload(admin, file)).status).toBe(200);
  expect(JSON.parse((await known()).text)).toEqual({ known: [b.sha256] });
  // Deleting one leaves the other complete, with the bytes that both shared.
  expect((await ask(admin, "DELETE /api/sessions/{id}", { params: { id: own } })).status).toBe(200);
  const raw = await ask(ADMIN, "GET /api/sessions/{id}/export", { params: { id: b.session } });
  expect([raw.status, raw.text]).toEqual([200, file]);
  expect((await ask(admin, "GET /api/sessions/{id}", { params: { id: own } })).status).toBe(404);
  // A program that re-sends it learns that it was deleted here, and nothing about the other project.
  expect((await upload(admin, file, "?wait=1&unattended=1")).status).toBe(422);
  const other = person("default", "default", "admin");
  expect((await upload(other, file, "?wait=1&unattended=1")).status).toBe(201);
});

test("a project is chosen by id or name, including Chinese names; callers with several must choose one to write", async () => {
  const made = await ask(ADMIN, "POST /api/projects", { body: { name: "结算" } });
  const { id } = JSON.parse(made.text) as { id: string };
  const taken = await ask(ADMIN, "POST /api/projects", { body: { name: "结算" } });
  expect([made.status, taken.status]).toEqual([201, 409]);
  const into = (caller: Caller, headers: Record<string, string>) =>
    ask(
      caller,
      "POST /api/sessions",
      {},
      { body: makeSession({ turns: 3 }), headers: { "content-type": "application/octet-stream", ...headers } },
    );
  const several: Caller = {
    who: { kind: "person", id: "several" },
    rights: [],
    projects: [a, id].map((project) => ({ id: project, rights: rightsOfRole("member") })),
  };
  expect((await into(several, {})).status).toBe(422);
  expect((await into(several, { "x-winnow-project": b.project })).status).toBe(404);
  const named = await into(several, { "x-winnow-project": encodeURIComponent("结算") });
  expect(named.status).toBe(201);
  const session = JSON.parse(named.text).files[0].sessions[0];
  const row = await (await getDb()).session.findUniqueOrThrow({ where: { id: session } });
  expect(row.projectId).toBe(id);
  // Without a name, the server admin writes into the default project.
  const unnamed = JSON.parse((await into(ADMIN, {})).text).files[0].sessions[0];
  expect((await (await getDb()).session.findUniqueOrThrow({ where: { id: unnamed } })).projectId).toBe("default");
});

test("deletes what exceeds a project's retention period, and reports the amount beforehand", async () => {
  const keeper = person("keeper", a, "admin");
  const own = JSON.parse((await upload(keeper, makeSession({ turns: 4 }))).text).files[0].sessions[0];
  const db = await getDb();
  const DAY = 86_400_000;
  await db.session.update({ where: { id: own }, data: { createdAt: new Date(Date.now() - 40 * DAY) } });
  const due = async (query: string) => {
    const { projects } = JSON.parse((await ask(keeper, "GET /api/projects", { query })).text);
    return projects.map((project: { id: string; due: number }) => [project.id, project.due]);
  };
  expect(await due("?retention_days=41")).toEqual([[a, 0]]);
  expect(await due("?retention_days=30")).toEqual([[a, 1]]);
  expect(await deleteDue(new Date())).toBe(0);
  const reader = person("reader", a, "reader");
  const kept = { params: { id: a }, body: { retention_days: 30 } };
  expect((await ask(reader, "PATCH /api/projects/{id}", kept)).status).toBe(403);
  expect((await ask(keeper, "PATCH /api/projects/{id}", kept)).status).toBe(200);
  expect(await due("")).toEqual([[a, 1]]);
  const before = await db.session.count();
  expect(await deleteDue(new Date())).toBe(1);
  expect(await db.session.count()).toBe(before - 1);
  expect((await ask(ADMIN, "GET /api/sessions/{id}", { params: { id: own } })).status).toBe(404);
});

test("a request that lost its caller is refused, not answered without limits", async () => {
  const response = await send(dispatch, "/api/sessions", { headers: { "x-winnow-rights": "read" } });
  expect(response.status).toBe(500);
});

test("deleting a session deletes its put-aside outputs, comments, runs and job results", async () => {
  const { status, text } = await asManager(() =>
    ask(person("owner", b.project, "admin"), "DELETE /api/sessions/{id}", { params: { id: b.session } }),
  );
  const backups = isShared() ? null : []; // PostgreSQL databases are backed up elsewhere
  expect([status, JSON.parse(text)]).toEqual([200, { id: b.session, files: "gone", backups }]);
  const db = await getDb();
  const left = [
    await db.storedOutput.count({ where: { id: b.output, projectId: b.project } }),
    await db.comment.count({ where: { sessionId: b.session } }),
    await db.run.count({ where: { sessionId: b.session } }),
    await db.searchState.count({ where: { sessionId: b.session } }),
    await db.sessionNote.count({ where: { sessionId: b.session } }),
  ];
  expect(left).toEqual([0, 0, 0, 0, 0]);
  expect((await ask(ADMIN, "GET /api/refs/{id}", { params: { id: b.output } })).status).toBe(404);
});

test("a project's bin contains and counts only its own sessions", async () => {
  const [busy, quiet] = [a, b.project];
  const binOf = async (project: string, sessions: readonly string[]) => {
    const change = { body: { sessions, binned: true } };
    expect((await ask(person("x", project, "admin"), "POST /api/library/changes", change)).status).toBe(200);
  };
  const add = async (project: string, turns: number) =>
    JSON.parse((await upload(person("x", project, "admin"), makeSession({ turns }))).text).files[0]
      .sessions[0] as string;
  const own = [await add(quiet, 7), await add(quiet, 8)];
  const others = [await add(busy, 9), await add(busy, 10), await add(busy, 11)];
  await binOf(quiet, own);
  await binOf(busy, others); // newer, so that they would fill the first page
  const page = async (caller: Caller, query: string) =>
    JSON.parse((await ask(caller, "GET /api/library/bin", { query })).text) as {
      total: number;
      sessions: { id: string }[];
    };
  const reader = person("reader", quiet, "reader");
  const pages = [
    await page(reader, "?limit=2"),
    await page(reader, "?limit=1"),
    await page(reader, "?limit=1&offset=1"),
  ];
  expect(pages.map(({ total }) => total)).toEqual([2, 2, 2]);
  expect(pages.map(({ sessions }) => sessions.length)).toEqual([2, 1, 1]);
  expect(pages[0]?.sessions.map(({ id }) => id).sort()).toEqual([...own].sort());
  expect(pages.slice(1).flatMap(({ sessions }) => sessions.map(({ id }) => id))).toEqual(
    pages[0]?.sessions.map(({ id }) => id),
  );
  const all = await page(ADMIN, "?limit=3");
  expect([all.total, all.sessions.map(({ id }) => id).sort()]).toEqual([5, [...others].sort()]);
});
