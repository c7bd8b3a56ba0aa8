import { beforeAll, describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const messages = apiRoute("GET /api/sessions/{id}/messages");
const part = apiRoute("GET /api/sessions/{id}/parts/{partId}");
const requests = apiRoute("GET /api/sessions/{id}/requests");
const show = apiRoute("GET /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const OUTPUT = `first line\n${"é😀".repeat(6_000)}`;
let id = "";
beforeAll(async () => {
  const answer = await postBytes(upload, makeSession({ turns: 5, output: OUTPUT }));
  id = (await answer.json()).files[0].sessions[0];
});

const get = async (handler: unknown, path: string, params: Record<string, string> = {}) =>
  (await send(handler, `/api/sessions/${id}${path}`, { params: { id, ...params } })).json();

describe("GET /api/sessions/:id", () => {
  test("has the shape that the API promises", async () => {
    const summary = await get(show, "");
    expect(Object.keys(summary)).toEqual(
      expect.arrayContaining([
        "id",
        "title",
        "format",
        "client",
        "client_version",
        "models",
        "started_at",
        "ended_at",
        "agents",
        "counts",
        "usage",
        "window",
        "cost",
        "cache",
        "files",
      ]),
    );
    expect(summary.usage).toMatchObject({ uncached_input: 100, cache_read: 55_000, output: 500 });
    expect(summary.counts.messages).toMatchObject({ user: 5, assistant: 10, tool: 5 });
  });

  test("unknown and hostile ids are 404", async () => {
    for (const hostile of ["nope", "..", "../../etc/passwd", "%2e%2e", "a\0b", "x".repeat(500)]) {
      expect(await readProblem(await send(show, "/api/sessions/x", { params: { id: hostile } }))).toMatchObject({
        status: 404,
        code: "no-such-session",
      });
    }
  });
});

describe("GET /api/sessions/:id/requests", () => {
  test("returns one row per response, disjoint counters, and a composition that adds up to the prompt", async () => {
    const { requests: rows } = await get(requests, "/requests?agent=main");
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({
      index: 0,
      agent: "main",
      cache_read: 1000,
      cache_write: 500,
      uncached: 10,
      prompt_tokens: 1510,
      output: 50,
    });
    for (const row of rows) {
      const sum = Object.values(row.composition as Record<string, number>).reduce((total, tokens) => total + tokens, 0);
      expect(sum).toBe(row.prompt_tokens);
    }
    expect((await get(requests, "/requests")).requests).toHaveLength(10);
  });

  test("an unknown agent is a 404", async () => {
    expect(await get(requests, "/requests?agent=nobody")).toMatchObject({ status: 404, code: "no-such-agent" });
  });
});

describe("GET /api/sessions/:id/messages", () => {
  test("pages add up to all messages", async () => {
    const seen: number[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const page: { total: number; messages: { index: number }[]; next_from: number | null } = await get(
        messages,
        `/messages?from=${from}&limit=7`,
      );
      expect(page.total).toBe(20);
      seen.push(...page.messages.map((message) => message.index));
      from = page.next_from;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test("cuts long texts between characters; a separate route returns the full part", async () => {
    const page = await get(messages, "/messages?from=2&limit=1&max_chars=12");
    const [row] = page.messages[0].parts;
    expect(row).toMatchObject({ type: "tool-result", truncated: true, chars: OUTPUT.length });
    expect(row.text).toBe(OUTPUT.slice(0, 12));
    const odd = (await get(messages, "/messages?from=2&limit=1&max_chars=13")).messages[0].parts[0];
    expect(odd.text.isWellFormed()).toBe(true);
    const whole = await get(part, "/parts/x", { partId: row.id });
    expect(whole.text).toBe(OUTPUT);
    expect(whole.message_index).toBe(2);
  });

  test("an unknown part is a 404, invalid paging a 422", async () => {
    expect(await get(part, "/parts/x", { partId: "nope" })).toMatchObject({ status: 404, code: "no-such-part" });
    expect(await get(messages, "/messages?limit=100000")).toMatchObject({
      status: 422,
      errors: [{ pointer: "limit" }],
    });
  });
});
