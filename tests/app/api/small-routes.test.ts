import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { JobResult } from "@/lib/api/schemas/job";
import { loadJob } from "@/lib/server/jobs/jobs";
import { offerExample } from "@/lib/server/sessions/example";
import { deleteSession, listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { makeAgentFile, makeSession } from "../../support/transcripts";

const importFound = apiRoute("POST /api/discover/import");
const discover = apiRoute("GET /api/discover");
const example = apiRoute("POST /api/example");
const health = apiRoute("GET /api/health");
const models = apiRoute("GET /api/models");
const ready = apiRoute("GET /api/ready");
const strategy = apiRoute("GET /api/strategies/{id}");
const strategies = apiRoute("GET /api/strategies");
const tokens = apiRoute("POST /api/tokens");

const data = startTestServer();

test("health and readiness", async () => {
  expect(await (await send(health, "/api/health")).json()).toEqual({ status: "ok" });
  expect(await (await send(ready, "/api/ready")).json()).toEqual({
    status: "ready",
    checks: { database: "ok", storage: "ok", worker: "ok" },
  });
});

test("lists strategies with their facts and parameter schemas", async () => {
  const { strategies: all } = await (await send(strategies, "/api/strategies")).json();
  const ids = all.map((entry: { id: string }) => entry.id);
  expect(ids).toEqual(
    expect.arrayContaining([
      "roo-truncate",
      "kilo-truncate",
      "swe-agent-last-n",
      "centagent-externalise",
      "centagent-budget",
    ]),
  );
  for (const entry of all) {
    expect(entry).toMatchObject({
      title: expect.any(String),
      product: { name: expect.any(String) },
      needs_model: false,
      deterministic: true,
    });
    expect(entry.params.type).toBe("object");
  }
  expect(await (await send(strategy, "/x", { params: { id: "kilo-truncate" } })).json()).toEqual(
    all[ids.indexOf("kilo-truncate")],
  );
  expect(await readProblem(await send(strategy, "/x", { params: { id: "nope" } }))).toMatchObject({ status: 404 });
});

test("settings for a strategy without its own trigger must include one", async () => {
  const settings = apiRoute("GET /api/client-settings");
  for (const trigger of ["", "&trigger=0", "&trigger=x"])
    expect(await readProblem(await send(settings, `/x?strategy=roo-truncate${trigger}`))).toMatchObject({
      status: 422,
      errors: [{ pointer: "trigger" }],
    });
  expect((await send(settings, "/x?strategy=winnow")).status).toBe(200);
});

test("models include sources", async () => {
  const { models: all } = await (await send(models, "/api/models")).json();
  expect(all.length).toBeGreaterThan(5);
  expect(all[0]).toMatchObject({ id: expect.any(String), window: expect.any(Number), sources: expect.any(Array) });
});

describe("POST /api/tokens", () => {
  test("counts exactly if the vocabulary is known", async () => {
    const { counts } = await (
      await postJson(tokens, "/api/tokens", { text: "hello world", tokenizers: ["o200k", "cl100k", "claude"] })
    ).json();
    expect(
      counts.map((count: { tokenizer: string; tokens: number; basis: string }) => [count.tokenizer, count.basis]),
    ).toEqual([
      ["o200k", "exact"],
      ["cl100k", "exact"],
      ["claude", "estimated"],
    ]);
    expect(counts[0]).toMatchObject({ tokens: 2, messages: [{ index: 0, tokens: 2, parts: [2] }] });
  });

  test("counts a conversation per message and part; parts add up", async () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What is up?" },
    ];
    const { counts } = await (
      await postJson(tokens, "/api/tokens", { messages, format: "openai-chat", model: "gpt-4o" })
    ).json();
    expect(counts[0].messages).toHaveLength(2);
    expect(counts[0].tokens).toBe(counts[0].messages[0].tokens + counts[0].messages[1].tokens);
    expect(await readProblem(await postJson(tokens, "/api/tokens", { text: "x", tokenizers: ["nope"] }))).toMatchObject(
      { errors: [{ pointer: "$.tokenizers[0]" }] },
    );
  });
});

describe("found on this machine", () => {
  const home = () => path.join(data.dir(), "home");
  const project = () => path.join(home(), ".claude", "projects", "-work");
  const id = "dddddddd-0000-4000-8000-000000000001";

  test("lists regular files under the root, without following links", async () => {
    process.env.WINNOW_DISCOVERY_HOME = home();
    fs.mkdirSync(path.join(project(), id, "subagents"), { recursive: true });
    fs.writeFileSync(path.join(project(), `${id}.jsonl`), makeSession({ id }));
    fs.writeFileSync(path.join(project(), id, "subagents", "agent-a1.jsonl"), makeAgentFile(id, "a1"));
    fs.writeFileSync(path.join(project(), "agent-b2.jsonl"), makeAgentFile(id, "b2"));
    fs.writeFileSync(path.join(project(), "agent-c3.jsonl"), makeAgentFile("another-session", "c3"));
    fs.writeFileSync(path.join(data.dir(), "outside.jsonl"), makeSession());
    fs.symlinkSync(path.join(data.dir(), "outside.jsonl"), path.join(project(), "link.jsonl"));
    fs.symlinkSync(data.dir(), path.join(project(), "loop"));
    const { roots } = await (await send(discover, "/api/discover")).json();
    expect(roots).toHaveLength(1);
    expect(roots[0]).toMatchObject({ id: "claude-code", sessions: 1, truncated: false });
    expect(roots[0].files).toEqual([expect.objectContaining({ path: `-work/${id}.jsonl`, companions: 1 })]);
    expect(JSON.stringify(roots)).not.toContain(data.dir());
  });

  test("imports a session with its sub-agents as a job", async () => {
    const answer = await postJson(importFound, "/api/discover/import", {
      root: "claude-code",
      paths: [`-work/${id}.jsonl`],
    });
    expect(answer.status).toBe(202);
    const jobId = answer.headers.get("location")?.split("/").at(-1) ?? "";
    let job = await loadJob(jobId);
    for (let round = 0; round < 500 && job.ended_at === null; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      job = await loadJob(jobId);
    }
    expect(job).toMatchObject({ state: "done", error: null });
    const { files } = job.result as JobResult<"import">;
    expect(files.map((file) => path.basename(file.file_name)).sort()).toEqual([
      "agent-a1.jsonl",
      "agent-b2.jsonl",
      `${id}.jsonl`,
    ]);
    expect(new Set(files.flatMap((file) => file.sessions)).size).toBe(1);
  });

  test.each([
    "../../outside.jsonl",
    "/etc/passwd",
    "/etc/x.jsonl",
    "-work/link.jsonl",
    "-work/loop/outside.jsonl",
    "-work\\..\\..\\x.jsonl",
  ])("never reads %s", async (hostile) => {
    const answer = await postJson(importFound, "/api/discover/import", { root: "claude-code", paths: [hostile] });
    const jobId = answer.headers.get("location")?.split("/").at(-1) ?? "";
    let job = await loadJob(jobId);
    for (let round = 0; round < 200 && job.ended_at === null; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      job = await loadJob(jobId);
    }
    expect(job.state).toBe("failed");
    expect(["path-not-allowed", "not-readable"]).toContain(job.error?.code);
  });
});

test("the example is offered once: it stays away when deleted, and returns on request", async () => {
  await offerExample(); // adds nothing, because the library is not empty
  expect((await listLibrary()).sessions.some((row) => row.is_example)).toBe(false);
  const answer = await send(example, "/api/example", { method: "POST" });
  expect(answer.status).toBe(201);
  expect((await send(example, "/api/example", { method: "POST" })).status).toBe(200);
  const [id] = (await answer.json()).files[0].sessions;
  expect((await listLibrary()).sessions.find((row) => row.id === id)).toMatchObject({ is_example: true });
  await deleteSession(id);
  await offerExample();
  expect((await listLibrary()).sessions.some((row) => row.is_example)).toBe(false);
});
