import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { callTool, newClient, TOOL_NAMES } from "../../support/mcp-calls";
import { connectToRoute } from "../../support/mcp-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { exampleToCompaction } from "../../support/transcripts";
import { BODIES } from "../../support/wire-bodies";

const POST = apiRoute("POST /api/mcp");
const upload = apiRoute("POST /api/sessions");

/** The official client against the route, without a socket between them. */

startTestServer();
const client: Client = newClient();
let id = "";

beforeAll(async () => {
  id = (await (await postBytes(upload, exampleToCompaction(7))).json()).files[0].sessions[0];
  await connectToRoute(client);
}, 60_000);
afterAll(() => client.close());

const call = (name: string, given: Record<string, unknown>) => callTool(client, name, given);
const body = { model: "gpt-5", ...BODIES["openai-chat"], force: true };

test("lists every tool with its schemas, in few words", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  for (const { description, inputSchema, outputSchema } of tools) {
    expect(description?.length).toBeGreaterThan(80);
    expect(inputSchema.additionalProperties).toBe(false);
    expect(outputSchema?.type).toBe("object");
  }
  // What a client includes in every prompt: names, descriptions and inputs.
  const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(JSON.stringify(told).length).toBeLessThan(22_000);
});

describe("every answer states, before any transcript text, that such texts are data", () => {
  test("in a tool's structured and written output", async () => {
    const { value, text } = await call("show_session", { session: id, messages_from: 0, messages_limit: 3 });
    expect(Object.keys(value)[0]).toBe("notice");
    expect(value.notice).toMatch(/quoted from transcripts.*Nothing they say/);
    expect(text.startsWith('{"notice":"Texts in this answer')).toBe(true);
  });

  test("in a resource", async () => {
    const { contents } = await client.readResource({ uri: `winnow://sessions/${id}/messages/0` });
    expect((contents[0] as { text: string }).text).toMatch(/^\{"notice":"Texts in this answer/);
  });
});

describe("tools", () => {
  test("search_sessions finds a session and pages", async () => {
    const { value } = await call("search_sessions", { limit: 1 });
    expect(value).toMatchObject({ total: 1, found: 1, next_offset: null, sessions: [{ id }] });
    expect((await call("search_sessions", { q: "zzzznothing" })).value).toMatchObject({ found: 0, places: [] });
  });

  test("show_session returns the summary, the answer, and messages page by page", async () => {
    const { value } = await call("show_session", { session: id });
    expect(value).toMatchObject({ session: { id, client: expect.any(String) }, messages: null });
    const first = await call("show_session", { session: id, messages_from: 0, messages_limit: 3 });
    expect(first.value).toMatchObject({ next_messages_from: 3 });
    const second = await call("show_session", { session: id, messages_from: 3, messages_limit: 3 });
    expect(second.value.messages).not.toEqual(first.value.messages);
  });

  test("explain_breaks lists causes with evidence, costliest first", async () => {
    const { value } = await call("explain_breaks", { session: id, expected: true, limit: 2 });
    const breaks = value.breaks as { cause: string; evidence: string; lost_tokens: number }[];
    expect(breaks.length).toBe(2);
    expect(breaks[0]?.evidence.length).toBeGreaterThan(10);
    expect(breaks[0]?.lost_tokens).toBeGreaterThanOrEqual(breaks[1]?.lost_tokens ?? 0);
    expect(value.next_offset).toBe(2);
  });

  test("compress returns a smaller body, and fetch_reference what was put aside", async () => {
    const { value, failed } = await call("compress", { ...body, strategy: "centagent-externalise" });
    expect(failed).toBe(false);
    expect(value).toMatchObject({ status: "applied", next_messages_from: null });
    const { messages } = value.conversation as { messages: unknown[] };
    expect(messages).toHaveLength(BODIES["openai-chat"].messages.length);
    const [ref] = value.refs as { id: string }[];
    const fetched = await call("fetch_reference", { id: ref?.id, start: 1, end: 1 });
    expect(fetched.value).toMatchObject({ id: ref?.id, matches: null });
    expect(JSON.stringify(value)).toContain(String(ref?.id));
  });

  test("a long result comes in pages that add up to all of it", async () => {
    const pages: unknown[] = [];
    let from: number | null = 0;
    let total = 0;
    while (from !== null) {
      const { value } = await call("compress", { session: { id }, format: "anthropic", messages_from: from });
      const { messages } = value.conversation as { messages: unknown[] };
      pages.push(...messages);
      total = value.messages_total as number;
      expect(value.next_messages_from === null || Number(value.next_messages_from) > from).toBe(true);
      from = value.next_messages_from as number | null;
    }
    expect(pages).toHaveLength(total);
  });

  test("compare returns a row per strategy", async () => {
    const { value } = await call("compare", { ...body, strategies: ["winnow", "centagent-externalise"] });
    const rows = value.results as { strategy: string }[];
    expect(rows.map(({ strategy }) => strategy)).toEqual(["winnow", "centagent-externalise"]);
  });

  test("advise reports progress and ends with a verdict", async () => {
    const told: unknown[] = [];
    const { structuredContent } = await client.callTool(
      { name: "advise", arguments: { sessions: [id], policies: 4 } },
      { onprogress: ({ message }) => told.push(message), timeout: 110_000 },
    );
    const value = structuredContent as { state: string; verdict: { sentence: string } | null; job: string };
    expect(["done", "running"]).toContain(value.state);
    if (value.state === "done") expect(value.verdict?.sentence.length).toBeGreaterThan(10);
    const again = await call("advise", { job: value.job });
    expect(again.value.job).toBe(value.job);
  }, 120_000);
});

describe("resources", () => {
  test("lists and reads sessions, their messages and the strategies", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["winnow://strategies", `winnow://sessions/${id}`]);
    for (const uri of [...resources.map((entry) => entry.uri), `winnow://sessions/${id}/messages/0`]) {
      const { contents } = await client.readResource({ uri });
      expect(JSON.parse(String((contents[0] as { text: string }).text))).toBeTypeOf("object");
    }
  });

  test.each(["winnow://sessions/..%2F..%2Fsettings", "winnow://sessions/nobody", "winnow://other"])(
    "%s",
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toThrow();
    },
  );
});

describe("hostile calls", () => {
  test.each([
    ["show_session", { session: "nobody" }, "no-such-session"],
    ["show_session", { session: "../../settings" }, "no-such-session"],
    ["show_session", { session: "/etc/passwd" }, "no-such-session"],
    ["explain_breaks", { session: "\u0000" }, "no-such-session"],
    ["fetch_reference", { id: `out_${"0".repeat(24)}` }, "no-such-ref"],
    ["compress", { messages: [{ role: "user", content: "x" }], strategy: "none-such" }, "unknown-strategy"],
    ["compress", { messages: "no list" as never }, "invalid"],
    ["advise", { sessions: ["nobody"] }, "no-such-session"],
    ["advise", { job: "job_none" }, "no-such-job"],
  ])("%s %j is a tool error", async (name, given, code) => {
    const { failed, text } = await call(name, given);
    expect(failed).toBe(true);
    expect(text.toLowerCase()).toContain(code);
    expect(text).not.toMatch(/\n\s+at |node_modules|\/lib\//);
  });

  test("a wrong or unknown argument is a tool error that names it; an unknown tool is refused", async () => {
    expect(await call("search_sessions", { limit: 51 })).toMatchObject({ failed: true });
    expect((await call("search_sessions", { limitt: 5 })).text).toContain("limitt");
    expect((await call("fetch_reference", { id: "../x" })).failed).toBe(true);
    await expect(client.callTool({ name: "rm", arguments: {} })).rejects.toThrow();
  });

  test("what cannot be shortened to fit is an error that says how to ask for less", async () => {
    const long = "a word ".repeat(20_000);
    const { failed, value } = await call("compress", { messages: [{ role: "user", content: long }], model: "gpt-5" });
    expect([failed, value.code]).toEqual([true, "answer-too-large"]);
  });

  test("the route has the same guards as the others", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const foreign = await postJson(POST, "/api/mcp", ping, { headers: { host: "evil.example" } });
    expect((await readProblem(foreign)).code).toBe("host-not-allowed");
    const page = await postJson(POST, "/api/mcp", ping, { headers: { origin: "http://evil.example" } });
    expect((await readProblem(page)).code).toBe("cross-origin");
    const text = await send(POST, "/api/mcp", {
      method: "POST",
      body: "ping",
      headers: { "content-type": "text/plain" },
    });
    expect(text.status).toBe(415);
  });
});

test.each(["*/*", null])("a browser or curl, which accept %s, get an answer", async (accept) => {
  const said = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const headers = { "content-type": "application/json", ...(accept && { accept }) };
  const answer = await send(POST, "/api/mcp", { method: "POST", headers, body: JSON.stringify(said) });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"search_sessions"');
});
