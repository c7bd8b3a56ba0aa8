import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { LIMITS } from "@/lib/server/process/limits";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, sha256, startTestServer } from "../../support/test-server";
import { makeAgentFile, makeSession } from "../../support/transcripts";

const exportRaw = apiRoute("GET /api/sessions/{id}/export");
const remove = apiRoute("DELETE /api/sessions/{id}");
const show = apiRoute("GET /api/sessions/{id}");
const list = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer();
const countFiles = (folder: string): number => {
  const root = path.join(data.dir(), folder);
  return fs.existsSync(root)
    ? fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;
};

describe("POST /api/sessions", () => {
  test("imports bytes, answers with the report, and returns the same bytes", async () => {
    const text = makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000001" });
    const answer = await postBytes(upload, text, {
      "x-file-name": "dir%2Fone.jsonl",
      "x-content-sha256": sha256(text),
    });
    expect(answer.status).toBe(201);
    const { files } = await answer.json();
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      file_name: "dir/one.jsonl",
      sha256: sha256(text),
      bytes: text.length,
      format: "claude-code",
      duplicate: false,
      error: null,
    });
    expect(files[0].rows).toEqual({ read: 8, interpreted: 8, kept: 0, bad: 0, blank: 0, pending_bytes: 0 });
    const [id] = files[0].sessions;
    const summary = await (await send(show, `/api/sessions/${id}`, { params: { id } })).json();
    expect(files[0]).toMatchObject({ notes: { limitations: [], unchecked: null }, shape: null });
    expect(summary.notes).toEqual({ limitations: [], unchecked: null });
    expect(summary.counts).toMatchObject({
      user_prompts: 2,
      responses: 4,
      tool_calls: 2,
      tool_results: 2,
      orphan_calls: 0,
    });
    const raw = await send(exportRaw, `/api/sessions/${id}/export`, { params: { id } });
    expect(await raw.text()).toBe(text);
    expect(raw.headers.get("content-disposition")).toMatch(/^attachment; filename="one.jsonl"/);
    expect(raw.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("an unrecognised file is described by its client or its keys, with its shape but none of its content", async () => {
    const text = JSON.stringify({ alpha: "secret words", beta: [{ gamma: 1 }] }, null, 2);
    const { code, files } = await (await postBytes(upload, text)).json();
    expect(code).toBe("not-a-transcript");
    expect(JSON.parse(files[0].shape)).toMatchObject({ value: { alpha: "string", beta: [{ gamma: "number" }] } });
    expect(files[0].shape).not.toContain("secret");
    expect(files[0].notes).toBeNull();
  });

  test("the report and the session list what a format leaves out; an unverified format reports its shape", async () => {
    const text = JSON.stringify({
      v: 41,
      id: "T-1",
      messages: [
        { role: "user", messageId: 0, content: [{ type: "text", text: "secret words" }] },
        { role: "assistant", messageId: 1, content: [{ type: "text", text: "Hello." }] },
      ],
    });
    const { files } = await (await postBytes(upload, text)).json();
    expect(files[0]).toMatchObject({ format: "amp", notes: { unchecked: "Amp's threads" } });
    expect(JSON.parse(files[0].shape)).toMatchObject({
      rows: 1,
      row: { v: "number", messages: [{ messageId: "number" }] },
    });
    expect(files[0].shape).not.toContain("secret");
    const [id] = files[0].sessions;
    const summary = await (await send(show, `/api/sessions/${id}`, { params: { id } })).json();
    expect(summary.notes).toEqual(files[0].notes);
  });

  test("the same file sent ten times concurrently is one session, one blob and nine duplicates", async () => {
    const text = makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000002", turns: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => postBytes(upload, text)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(9).fill(200), 201]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map((body) => body.files[0].sessions[0])).size).toBe(1);
    const duplicates = bodies.filter((body) => body.duplicate === true);
    expect(duplicates).toHaveLength(9);
    expect(duplicates[0].id).toBe(bodies[0].files[0].sessions[0]);
    const { sessions } = await (await send(list, "/api/sessions")).json();
    expect(sessions.filter((row: { id: string }) => row.id === duplicates[0].id)).toHaveLength(1);
    expect(fs.existsSync(path.join(data.dir(), "blobs", sha256(text).slice(0, 2), sha256(text)))).toBe(true);
    expect(countFiles("incoming")).toBe(0);
  });

  test("refuses fewer or other bytes than announced, and keeps nothing", async () => {
    const text = makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000003" });
    const blobs = countFiles("blobs");
    const truncated = await postBytes(upload, text, { "content-length": String(text.length + 10) });
    expect(await readProblem(truncated)).toMatchObject({ status: 400, code: "body-truncated" });
    const mismatch = await postBytes(upload, text, { "x-content-sha256": sha256("other") });
    expect(await readProblem(mismatch)).toMatchObject({ status: 400, code: "checksum-mismatch" });
    expect(countFiles("blobs")).toBe(blobs);
    expect(countFiles("incoming")).toBe(0);
  });

  test("refuses a body over the limit before reading it", async () => {
    const answer = await postBytes(upload, "x", { "content-length": String(LIMITS.uploadBytes + 1) });
    expect(await readProblem(answer)).toMatchObject({ status: 413, code: "too-large" });
  });

  test("a form imports a session with its sub-agents, in any order", async () => {
    const id = "aaaaaaaa-0000-4000-8000-000000000004";
    const form = new FormData();
    form.append("file", new Blob([makeAgentFile(id, "b1")]), `${id}/subagents/agent-b1.jsonl`);
    form.append("file", new Blob([makeSession({ id })]), `${id}.jsonl`);
    form.append("file", new Blob([makeAgentFile(id, "a2")]), "agent-a2.jsonl");
    const encoded = new Response(form);
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    const answer = await postBytes(upload, bytes, { "content-type": encoded.headers.get("content-type") ?? "" });
    expect(answer.status).toBe(201);
    const { files } = await answer.json();
    expect(files).toHaveLength(3);
    expect(new Set(files.flatMap((file: { sessions: string[] }) => file.sessions)).size).toBe(1);
    expect(files[0].detected_by).toBe(`companion of ${id}.jsonl`);
    const session = files[1].sessions[0];
    const summary = await (await send(show, `/api/sessions/${session}`, { params: { id: session } })).json();
    expect(summary.agents.filter((agent: { kind: string }) => agent.kind === "sub-agent")).toHaveLength(2);
  });

  test("an import with more sub-agents replaces the one without", async () => {
    const id = "aaaaaaaa-0000-4000-8000-000000000005";
    const main = makeSession({ id, turns: 1 });
    const first = await (await postBytes(upload, main, { "x-file-name": `${id}.jsonl` })).json();
    const form = new FormData();
    form.append("file", new Blob([main]), `${id}.jsonl`);
    form.append("file", new Blob([makeAgentFile(id, "c1")]), "agent-c1.jsonl");
    const encoded = new Response(form);
    const second = await postBytes(upload, new Uint8Array(await encoded.arrayBuffer()), {
      "content-type": encoded.headers.get("content-type") ?? "",
    });
    expect(second.status).toBe(201);
    const again = await postBytes(upload, main, { "x-file-name": `${id}.jsonl` });
    expect(again.status).toBe(200);
    expect((await again.json()).files[0].sessions).toEqual(first.files[0].sessions);
  });

  test("deleting removes rows, derived files and bytes; the same file can be imported again", async () => {
    const text = makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000006" });
    const [id] = (await (await postBytes(upload, text)).json()).files[0].sessions;
    expect((await send(remove, `/api/sessions/${id}`, { method: "DELETE", params: { id } })).status).toBe(200);
    expect((await send(show, `/api/sessions/${id}`, { params: { id } })).status).toBe(404);
    expect(fs.existsSync(path.join(data.dir(), "blobs", sha256(text).slice(0, 2), sha256(text)))).toBe(false);
    expect(
      fs.readdirSync(path.join(data.dir(), "derived"), { recursive: true }).some((name) => String(name).includes(id)),
    ).toBe(false);
    expect((await postBytes(upload, text)).status).toBe(201);
  });
});

describe("GET /api/sessions", () => {
  test("pages by cursor without gaps or repeats", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `&cursor=${cursor}`;
      const page = await (await send(list, `/api/sessions?limit=2${query}`)).json();
      expect(page.sessions.length).toBeLessThanOrEqual(2);
      seen.push(...page.sessions.map((row: { id: string }) => row.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    const all = (await (await send(list, "/api/sessions?limit=100")).json()).sessions.map(
      (row: { id: string }) => row.id,
    );
    expect(seen).toEqual(all);
    expect(seen.length).toBeGreaterThan(3);
  });

  test("names bad parameters", async () => {
    expect(await readProblem(await send(list, "/api/sessions?limit=0"))).toMatchObject({
      status: 422,
      errors: [{ pointer: "limit" }],
    });
    expect(await readProblem(await send(list, "/api/sessions?limti=5"))).toMatchObject({ code: "unknown-parameter" });
    expect(await readProblem(await send(list, "/api/sessions?cursor=%00"))).toMatchObject({ code: "bad-cursor" });
  });
});
