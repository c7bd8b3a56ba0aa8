import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, DEFAULT_PROJECT, RIGHTS } from "@/lib/api/caller";
import { ROUTES, type Route, type RouteKey } from "@/lib/api/routes";
import type { Job } from "@/lib/api/schemas/job";
import { getDb } from "@/lib/server/db/get-db";
import { stopFollowing } from "@/lib/server/follow/follow-loop";
import { writeRunningNote } from "@/lib/server/follow/running-note";
import { whenIndexed } from "@/lib/server/library/indexer";
import { makeSignIn } from "@/lib/server/people/sign-ins";
import { asCaller } from "@/lib/server/process/caller-context";
import { LIMITS } from "@/lib/server/process/limits";
import { databaseUrl } from "@/lib/server/process/settings";
import { dispatch } from "@/lib/server/routes/dispatch";
import { answered, checkEvents } from "../../support/check-answer";
import { startModelServer } from "../../support/model-server";
import { stopServer } from "../../support/restart";
import { type SendOptions, send, startTestServer } from "../../support/test-server";
import { exampleMorning, makeCompactedSession, makeSession } from "../../support/transcripts";

/** Requests every declared answer of every route. `send` validates each answer against its schema, without unknown keys. */

const data = startTestServer("libsql");
const model = startModelServer();
const transcript = exampleMorning(7);
const routes = Object.entries<Route>(ROUTES);

type Ask = Omit<SendOptions, "body" | "method"> & { readonly query?: string; readonly body?: unknown };

async function ask(key: RouteKey, { query = "", body, headers = {}, ...options }: Ask = {}): Promise<Response> {
  const [method, template] = key.split(" ") as [string, string];
  const at = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(options.params?.[name] ?? ""));
  const isJson = body !== undefined && typeof body !== "string";
  return send(dispatch, `${at}${query}`, {
    method,
    headers: { ...(isJson && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
    ...options,
  });
}

async function read<T>(key: RouteKey, options: Ask = {}): Promise<T> {
  const response = await ask(key, options);
  expect(response.ok, `${key} ${response.status}`).toBe(true);
  return (await response.json()) as T;
}

async function ended(id: string): Promise<Job> {
  for (let round = 0; round < 2_000; round += 1) {
    const job = await read<Job>("GET /api/jobs/{id}", { params: { id } });
    if (job.ended_at !== null) return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the job did not end");
}
const startedJob = async (key: RouteKey, options: Ask): Promise<Job> => (await read<{ job: Job }>(key, options)).job;

const call = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "Bash", arguments: '{"command":"npm test"}' } }],
});
const messages = [
  { role: "system", content: "It is 2026-01-01 10:00:00. Be brief." },
  { role: "user", content: "You must never edit src/generated.ts. Fix the login in src/auth.ts." },
  ...Array.from({ length: 30 }, (_, step) => [
    call(`c${step}`),
    {
      role: "tool",
      tool_call_id: `c${step}`,
      content: `TypeError: login${step} is not a function at src/auth.ts:${step}\n${"more of the same output\n".repeat(200)}`,
    },
  ]).flat(),
  { role: "user", content: "Go on." },
];
const conversation = { messages, format: "openai-chat", model: "gpt-4o" };
const MODEL_SETTINGS = {
  WINNOW_JUDGE_MODEL: "local/judge",
  WINNOW_SUMMARY_MODEL: "local/tiny",
  WINNOW_SUMMARY_BASE_URL: "",
  WINNOW_SUMMARY_RETRIES: "0",
  WINNOW_SUMMARY_TIMEOUT_SECONDS: "30",
};
const before = Object.fromEntries(Object.keys(MODEL_SETTINGS).map((name) => [name, process.env[name]]));

let id = "";
beforeAll(async () => {
  answered.clear();
  process.env.WINNOW_DISCOVERY_HOME = path.join(data.dir(), "home");
  for (const [name, value] of Object.entries(MODEL_SETTINGS)) process.env[name] = value || model.url;
});
afterAll(async () => {
  await stopFollowing();
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test("the contract lists every route in app, with its methods", async () => {
  const files = fs
    .readdirSync("app", { recursive: true })
    .map(String)
    .filter((name) => /(^|\/)route\.ts$/.test(name));
  expect(files.sort()).toEqual(["api/[[...path]]/route.ts", "compact/route.ts", "v1/compress/route.ts"]);
  const taken = await Promise.all(
    [...new Set(Object.keys(ROUTES).map((key) => key.slice(key.indexOf(" ") + 1)))].map(async (template) => {
      const address = template.replaceAll(/\{\w+\}/g, "x");
      const allow = (await send(dispatch, address, { method: "OPTIONS" })).headers.get("allow") ?? "";
      return allow
        .split(", ")
        .filter((method) => !["HEAD", "OPTIONS"].includes(method))
        .map((method) => `${method} ${template}`);
    }),
  );
  expect(taken.flat().sort()).toEqual(Object.keys(ROUTES).sort());
});

test("every route refuses an unknown query parameter, except those that other programs call in their own way", async () => {
  const accepted: string[] = [];
  for (const [key] of routes) {
    const params = Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "x"]));
    const response = await ask(key as RouteKey, { params, query: "?stragety=x" });
    if (response.status !== 422 || !(await response.text()).includes('"unknown-parameter"')) accepted.push(key);
  }
  expect(accepted.sort()).toEqual([
    "GET /api/health",
    "GET /api/metrics",
    "GET /api/ready",
    "GET /api/sign-in/callback",
    "POST /api/mcp",
    "POST /api/otlp/v1/{signal}",
  ]);
});

describe("import and read", () => {
  test("sessions can be imported, once", async () => {
    await ask("GET /api/examples");
    await ask("POST /api/examples/{id}", { params: { id: "roo-window" } });
    await ask("POST /api/examples/{id}", { params: { id: "roo-window" } });
    await ask("POST /api/example");
    await ask("POST /api/example");
    const { files } = await read<{ files: { sessions: string[] }[] }>("POST /api/sessions", { body: transcript });
    id = files[0]?.sessions[0] ?? "";
    await ask("POST /api/sessions", { body: transcript });
    const { synchronousUploadBytes } = LIMITS;
    Object.assign(LIMITS, { synchronousUploadBytes: 1_000 });
    const job = await startedJob("POST /api/sessions", { body: makeSession() });
    Object.assign(LIMITS, { synchronousUploadBytes });
    expect((await ended(job.id)).state).toBe("done");
  });

  test("sessions can be read", async () => {
    const { sessions } = await read<{ sessions: unknown[] }>("GET /api/sessions", { query: "?limit=2" });
    expect(sessions.length).toBe(2);
    await ask("GET /api/sessions/{id}", { params: { id } });
    await ask("GET /api/sessions/{id}/model", { params: { id } });
    await ask("PUT /api/sessions/{id}/model", { params: { id }, body: { window: 300_000 } });
    await ask("DELETE /api/sessions/{id}/model", { params: { id }, query: "?scope=session" });
    await ask("GET /api/sessions/{id}/requests", { params: { id }, query: "?agent=main" });
    await ask("GET /api/sessions/{id}/requests", { params: { id } });
    await ask("GET /api/sessions/{id}/answer", { params: { id } });
    await ask("GET /api/sessions/{id}/spend", { params: { id } });
    await ask("GET /api/sessions/{id}/findings", { params: { id } });
    const written = { params: { id }, body: { index_in_agent: 0, text: "Here it begins." } };
    const { id: commentId } = await read<{ id: string }>("POST /api/sessions/{id}/comments", written);
    await ask("GET /api/sessions/{id}/comments", { params: { id } });
    const one = { params: { id, commentId } };
    await ask("PATCH /api/sessions/{id}/comments/{commentId}", { ...one, body: { text: "Here it ends." } });
    await ask("DELETE /api/sessions/{id}/comments/{commentId}", one);
    const page = { params: { id }, query: `?limit=${LIMITS.messagesPerPage}` };
    const { messages: rows } = await read<{ messages: { parts: { id: string; type: string }[] }[] }>(
      "GET /api/sessions/{id}/messages",
      page,
    );
    const kinds = new Map(rows.flatMap(({ parts }) => parts.map((part) => [part.type, part.id] as const)));
    expect(kinds.size).toBeGreaterThan(2);
    for (const partId of kinds.values()) await ask("GET /api/sessions/{id}/parts/{partId}", { params: { id, partId } });
    const { files } = await read<{ files: { sessions: string[] }[] }>("POST /api/sessions", {
      body: makeCompactedSession(randomUUID(), new Date(Date.UTC(2026, 0, 5))),
    });
    const compacted = files[0]?.sessions[0] ?? "";
    await ask("GET /api/sessions/{id}/receipt", { params: { id: compacted } });
    await ask("GET /api/sessions/{id}/compactions/{index}", { params: { id: compacted, index: "0" } });
    for (const format of ["raw", "openai-chat", "winnow", "markdown", "html", "csv", "redactions"])
      expect((await ask("GET /api/sessions/{id}/export", { params: { id }, query: `?format=${format}` })).ok).toBe(
        true,
      );
  });

  test("keys", async () => {
    const { id: keyId, key } = await read<{ id: string; key: string }>("POST /api/keys", {
      body: { name: "reader", scopes: ["read"] },
    });
    await ask("GET /api/keys");
    await ask("POST /api/imports/known", { body: { sha256: ["0".repeat(64)] } });
    await ask("POST /api/sign-in", { body: { key } });
    await ask("DELETE /api/sign-in");
    await ask("DELETE /api/keys/{id}", { params: { id: keyId } });
  });

  test("projects", async () => {
    const body = { name: "Birch", retention_days: 30 };
    const { id: project } = await read<{ id: string }>("POST /api/projects", { body });
    await ask("GET /api/projects");
    await ask("PATCH /api/projects/{id}", { params: { id: project }, body: { retention_days: null } });
    await ask("DELETE /api/projects/{id}", { params: { id: project } });
  });

  test("people and the audit log", async () => {
    await ask("GET /api/sign-in");
    await ask("GET /api/sign-in/start");
    await ask("GET /api/sign-in/callback");
    const claims = { issuer: "https://id.example", subject: "ada", name: "Ada", email: null, isEmailVerified: false };
    const signIn = async () => makeSignIn({ claims, state: randomUUID(), client: null, address: null });
    const person = (await signIn())?.person.id ?? "";
    const params = { id: person, projectId: DEFAULT_PROJECT };
    await ask("PUT /api/people/{id}/roles/{projectId}", { params, body: { role: "member" } });
    await ask("DELETE /api/people/{id}/roles/{projectId}", { params });
    await ask("PATCH /api/people/{id}", { params, body: { is_admin: true } });
    await ask("DELETE /api/people/{id}/sign-ins", { params });
    await signIn();
    const caller: Caller = { who: { kind: "person", id: person }, rights: RIGHTS, projects: "all" };
    const own = await asCaller(caller, () => read<{ sign_ins: { id: string }[] }>("GET /api/sign-in"));
    await asCaller(caller, () => ask("DELETE /api/sign-ins/{id}", { params: { id: own.sign_ins[0]?.id ?? "" } }));
    expect((await read<{ people: unknown[] }>("GET /api/people")).people).toHaveLength(1);
    expect((await read<{ entries: unknown[] }>("GET /api/audit")).entries.length).toBeGreaterThan(5);
    await ask("GET /api/audit/csv");
  });

  test("found files can be listed, imported and followed", async () => {
    const folder = path.join(data.dir(), "home", ".claude", "projects", "p");
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "one.jsonl"), makeSession({ id: "dddddddd-0000-4000-8000-000000000001" }));
    const { roots } = await read<{ roots: { id: string; files: { path: string }[] }[] }>("GET /api/discover");
    const [root] = roots;
    const found = { root: root?.id, paths: root?.files.map((file) => file.path) };
    const job = await startedJob("POST /api/discover/import", { body: found });
    expect((await ended(job.id)).state).toBe("done");
    await ask("PUT /api/follow", { body: { root: root?.id, on: true } });
    expect((await read<{ roots: unknown[] }>("GET /api/follow")).roots).toHaveLength(1);
    await ask("PUT /api/follow", { body: { root: root?.id, on: false } });
  });
});

describe("recordings", () => {
  test("are listed while the command runs, and can be stopped", async () => {
    const file = path.join(data.dir(), "recordings", "2026-one.jsonl");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const startedAt = "2026-11-29T00:00:00.000Z";
    writeRunningNote(file, { pid: process.pid, title: "Codex", started_at: startedAt, requests: 2 });
    expect(await read("GET /api/recordings")).toEqual({
      recordings: [
        { id: "2026-one", client: "Codex", started_at: startedAt, requests: 2, is_running: true, session: null },
      ],
    });
    await ask("DELETE /api/recordings/{id}", { params: { id: "2026-one" } });
    expect(await read("GET /api/recordings")).toEqual({ recordings: [] });
  });
});

const INCLUDE = { include: ["edits", "provenance", "evaluation"] };

describe("compress", () => {
  test.each([
    ["a body", { ...conversation, ...INCLUDE, strategy: "swe-agent-last-n" }],
    ["a body with a target", { ...conversation, ...INCLUDE, target: { fraction: 0.5 } }],
    [
      "our parameters under winnow",
      { messages, model: "gpt-4o", temperature: 0, winnow: { target: { fraction: 0.5 } } },
    ],
    ["a dry run", { ...conversation, dry_run: true, target: { fraction: 0.5 } }],
    ["nothing to do", { ...conversation, strategy: "kilo-truncate", context_window: 1_000_000 }],
    ["without its window", { messages, format: "openai-chat", strategy: "kilo-truncate" }],
  ])("%s", async (_, body) => {
    expect((await ask("POST /api/compress", { body })).status).toBe(200);
  });

  test("a stored session, its state sent back, and put-aside outputs", async () => {
    const body = { session: { id }, ...INCLUDE, target: { fraction: 0.4 }, format: "anthropic" };
    const { refs } = await read<{ refs: { id: string }[] }>("POST /api/compress", { body });
    const ref = { params: { id: refs[0]?.id ?? "" } };
    await ask("GET /api/refs/{id}", ref);
    await ask("GET /api/refs/{id}", { ...ref, query: "?grep=e&start=1&end=5" });
    const first = await read<{ state: unknown }>("POST /api/compress", {
      body: { ...conversation, target: { fraction: 0.5 } },
    });
    expect(first.state).not.toBeNull();
    await ask("POST /api/compress", { body: { ...conversation, target: { fraction: 0.5 }, state: first.state } });
  });

  test("as events, with a model-written summary", async () => {
    model.behave = (answer) => {
      answer.write("<summary>The login is being fixed. ");
      answer.write("Tests fail.</summary>");
      answer.end();
    };
    const body = { ...conversation, strategy: "claude-code", force: true };
    const stream = await ask("POST /api/compress", { body, headers: { accept: "text/event-stream" } });
    const names = checkEvents(ROUTES["POST /api/compress"], "POST /api/compress", await stream.text());
    expect(names.at(-1)).toBe("completed");
    const cut = { ...conversation, strategy: "kilo-truncate", force: true, tokenizer: "o200k" };
    const other = await ask("POST /api/compress", { body: cut, headers: { accept: "text/event-stream" } });
    const text = await other.text();
    checkEvents(ROUTES["POST /api/compress"], "POST /api/compress", text);
    const unknown = { messages, format: "openai-chat", strategy: "kilo-truncate" };
    const third = await ask("POST /api/compress", { body: unknown, headers: { accept: "text/event-stream" } });
    checkEvents(ROUTES["POST /api/compress"], "POST /api/compress", await third.text());
  });

  test("compare: rows that changed something, did nothing, failed, or used a model", async () => {
    const strategies = ["winnow", "kilo-truncate", "claude-code", { id: "swe-agent-last-n", params: { n: 3 } }];
    await ask("POST /api/compress/compare", { body: { ...conversation, ...INCLUDE, force: true, strategies } });
    await ask("POST /api/compress/compare", {
      body: { session: { id }, ...INCLUDE, strategies, target: { tokens: 1 } },
    });
  });

  test("validate, convert, count", async () => {
    await ask("POST /api/validate", {
      body: { ...conversation, lint: true, repair: true, previous: { messages: [] } },
    });
    const broken = {
      contents: [
        { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] },
        { role: "user", parts: [{ text: "x" }] },
      ],
    };
    await ask("POST /api/validate", { body: { ...broken, lint: true, repair: true } });
    await ask("POST /api/validate", { body: { messages: "?", format: "anthropic" } });
    for (const to of ["anthropic", "gemini", "openai-responses", "ai-sdk-ui"])
      await ask("POST /api/convert", { body: { ...conversation, to } });
    await ask("POST /api/convert", { body: { ...broken, to: "anthropic" } });
    await ask("POST /api/tokens", { body: { text: "hello", tokenizers: ["o200k", "claude"], include: ["offsets"] } });
    await ask("POST /api/tokens", { body: { ...conversation, model: "nobody-knows-it" } });
  });
});

test("OpenTelemetry", async () => {
  for (const signal of ["traces", "logs", "metrics"])
    await ask("POST /api/otlp/v1/{signal}", { params: { signal }, body: { resourceSpans: [] } });
});

test("other products' routes", async () => {
  await ask("POST /v1/compress", { body: { messages, model: "gpt-4o", token_budget: 5_000 } });
  await ask("POST /compact", { body: { messages, model: "gpt-4o" }, query: "?strategy=centagent-externalise" });
});

test("the Model Context Protocol: a call and a notification", async () => {
  const headers = { accept: "application/json, text/event-stream" };
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  await ask("POST /api/mcp", { body: list, headers });
  await ask("POST /api/mcp", { body: { jsonrpc: "2.0", method: "notifications/initialized" }, headers });
});

describe("measure", () => {
  test("a simulated cache", async () => {
    const block = (hash: string) => ({ hash, tokens: 5_000, kind: "message", text: `text ${hash}`, breakpoint: "5m" });
    const requests = [
      ["a", "b"],
      ["a", "c"],
      ["a", "c"],
    ].map((hashes, at) => ({
      model: "claude-sonnet-4-5",
      started_at: `2026-01-01T0${at}:00:00Z`,
      blocks: hashes.map(block),
    }));
    for (const policy of ["anthropic-breakpoints", "gemini-implicit", "usage-ledger"])
      await ask("POST /api/cache/simulate", { body: { policy, requests } });
  });

  test("an evaluation, judged, and as a job", async () => {
    await ask("GET /api/evaluate");
    const compressed = { messages: messages.slice(0, 12), format: "openai-chat" };
    const original = { messages, format: "openai-chat" };
    await ask("POST /api/evaluate", { body: { original, compressed } });
    await ask("POST /api/evaluate", { body: { session: { id, request: 60 }, strategy: "swe-agent-last-n" } });
    await ask("POST /api/evaluate", { body: { original, compressed, judge: { dry_run: true } } });
    model.behave = (answer, body) => {
      const asked = String(body.messages.at(-1)?.content);
      const letters = [...asked.matchAll(/^## Answer (\w+)/gm)].map(([, letter]) => letter);
      answer.write(letters.length > 0 ? JSON.stringify({ letters }) : "src/auth.ts");
      answer.end();
    };
    const judge = { per_family: 1, repeats: 1, against: ["original"] };
    const job = await startedJob("POST /api/evaluate", { query: "?job=true", body: { original, compressed, judge } });
    expect((await ended(job.id)).state).toBe("done");
  });

  test("a direct replay, and a large one as a job with events", async () => {
    const policies = ["keep-all", { id: "cut", recipe: "roo-truncate", trigger: { tokens: 60_000 } }];
    const result = await read<{ replays: unknown[] }>("POST /api/replay", { body: { session: { id }, policies } });
    const saved = await read<{ id: string }>("POST /api/runs", { body: { kind: "replay", session: { id }, result } });
    await ask("GET /api/runs/{id}", { params: { id: saved.id } });
    const large = await read<{ files: { sessions: string[] }[] }>("POST /api/sessions", {
      body: makeSession({ id: "99999999-2222-4333-8444-555555555555", turns: 760 }),
      query: "?wait=true",
    });
    const session = { id: large.files[0]?.sessions[0] };
    const job = await startedJob("POST /api/replay", { body: { session, policies: [] } });
    const stream = await ask("GET /api/jobs/{id}/events", { params: { id: job.id } });
    checkEvents(ROUTES["GET /api/jobs/{id}/events"], "GET /api/jobs/{id}/events", await stream.text());
    await ask("DELETE /api/jobs/{id}", { params: { id: job.id } });
  });

  test("the list of jobs, and a retry of a failed one", async () => {
    const data = { state: "failed", errorJson: '{"code":"internal","message":"it failed"}', paramsJson: "{}" };
    const { id: failed } = await (await getDb()).job.create({ data: { id: "job_failed", kind: "replay", ...data } });
    const { jobs } = await read<{ jobs: { id: string }[] }>("GET /api/jobs");
    expect(jobs.map((job) => job.id)).toContain(failed);
    await ask("POST /api/jobs/{id}", { params: { id: failed } });
    await ended(failed);
  });

  test("saved runs of each kind", async () => {
    const body = { session: { id, request: 40 }, include: ["evaluation"], strategies: ["winnow", "roo-truncate"] };
    const comparison = await read("POST /api/compress/compare", { body });
    await ask("POST /api/runs", { body: { kind: "comparison", session: { id }, result: comparison } });
    const evaluation = await read("POST /api/evaluate", { body: { session: { id, request: 40 }, strategy: "winnow" } });
    await ask("POST /api/runs", { body: { kind: "evaluation", session: { id }, result: evaluation } });
    const job = await startedJob("POST /api/corpus", {
      body: { strategies: ["roo-truncate"], sessions: [id], cuts: 1, seconds_per_session: 60 },
    });
    const { result } = await ended(job.id);
    await ask("GET /api/runs/{id}", { params: { id: (result as { run: string }).run } });
    const advice = await startedJob("POST /api/advise", {
      body: { sessions: [id], strategies: ["roo-truncate"], policies: 3 },
    });
    const advised = await ended(advice.id);
    const saved = { params: { id: (advised.result as { run: string }).run } };
    await ask("GET /api/runs/{id}", saved);
    await ask("GET /api/runs/{id}/promise", saved);
    await ask("GET /api/client-settings", { query: "?strategy=roo-truncate&trigger=60000" });
    const { runs } = await read<{ runs: { id: string; kind: string }[] }>("GET /api/runs");
    expect(new Set(runs.map(({ kind }) => kind)).size).toBe(5);
    for (const run of runs) await ask("GET /api/runs/{id}", { params: { id: run.id } });
    await ask("DELETE /api/runs/{id}", { params: { id: runs[0]?.id ?? "" } });
  });
});

test("two arms", async () => {
  const arms = { a: { sessions: [id] }, b: { from: "2000-01-01", before: "2000-01-02" } };
  await ask("POST /api/two-arms", { body: { ...arms, pair_by: "none", unit: "tokens" } });
});

test("facts", async () => {
  const { strategies } = await read<{ strategies: { id: string }[] }>("GET /api/strategies");
  await ask("GET /api/strategies/{id}", { params: { id: strategies[0]?.id ?? "" } });
  await ask("GET /api/models");
  const gpt = { params: { id: "openai/gpt-5" } };
  await ask("GET /api/models/{id}", gpt);
  await ask("PATCH /api/models/{id}", { ...gpt, body: { window: 123_000 } });
  await ask("GET /api/models/{id}", gpt);
  await ask("DELETE /api/models/{id}", gpt);
  await ask("GET /api/openapi.json");
});

test("the library", async () => {
  await ask("GET /api/library/sessions", { query: "?q=list&sort=cost" });
  await ask("GET /api/library/spend", { query: "?has=compaction" });
  await whenIndexed();
  await ask("GET /api/library/places", { query: `?q=files&sessions=${id}` });
  await ask("POST /api/library/changes", { body: { sessions: [id], add_tags: ["kept"], binned: true } });
  await ask("GET /api/library/bin");
  await ask("POST /api/library/changes", { body: { sessions: [id], binned: false } });
});

test("settings", async () => {
  await ask("GET /api/settings");
  await ask("PATCH /api/settings", { body: { theme: "dark" } });
  await ask("PUT /api/settings/clients", { body: { client: "nobody", model: "gpt-5" } });
  await ask("PATCH /api/settings", { body: { summary_model: "local/test" } });
  await ask("POST /api/settings/test", { body: { role: "summary" } });
  await ask("PATCH /api/settings", { body: { summary_model: null } });
});

test("the server, and deleting a session", async () => {
  await ask("GET /api/health");
  await ask("GET /api/metrics");
  await ask("GET /api/diagnostics");
  await ask("GET /api/ready");
  await ask("GET /api/library");
  await ask("POST /api/library/backup");
  const rebuilt = await startedJob("POST /api/library/rebuild", {});
  expect((await ended(rebuilt.id)).state).toBe("done");
  const stream = await ask("GET /api/sessions/{id}/events", { params: { id } });
  await ask("DELETE /api/sessions/{id}", { params: { id } });
  const names = checkEvents(
    ROUTES["GET /api/sessions/{id}/events"],
    "GET /api/sessions/{id}/events",
    await stream.text(),
  );
  expect(names).toEqual(["session", "gone"]);
});

test("restoring a damaged database", async () => {
  await stopServer();
  const file = path.join(data.dir(), "winnow.db");
  const client = createClient({ url: `file:${file}` });
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
  const bytes = fs.readFileSync(file);
  bytes.fill(0, 16_384, 16_384 * 4);
  fs.writeFileSync(file, bytes);
  await expect(getDb()).rejects.toThrow();
  expect((await ask("GET /api/ready")).status).toBe(503);
  await ask("GET /api/library");
  expect((await ask("POST /api/library/restore", { body: {} })).status).toBe(200);
  expect(databaseUrl()).toContain("winnow.db");
});

test("every declared answer and event occurred and matched its schema", () => {
  const declared = routes.flatMap(([key, { answers, events = {} }]) => [
    ...Object.keys(answers).map((status) => `${key} ${status}`),
    ...Object.keys(events).map((name) => `${key} event ${name}`),
  ]);
  expect([...answered].sort()).toEqual(declared.sort());
});
