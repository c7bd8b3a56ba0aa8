import fs from "node:fs";
import path from "node:path";
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadAgentPage } from "@/app/sessions/[id]/session-page";
import { drawSessions } from "@/bench/corpus-sessions";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { ListedSession } from "@/lib/api/schemas/library-list";
import { ARTICLE_EXAMPLES } from "@/lib/example/articles";
import { loadAgentCache, loadSessionCache, loadSimulatedCache } from "@/lib/server/sessions/cache-page";
import { show } from "@/package/command/sessions";
import { apiRoute } from "@/tests/support/api-route";
import { callTool, newClient } from "@/tests/support/mcp-calls";
import * as read from "@/tests/support/session-statements";
import { describeShared } from "@/tests/support/shared";
import { send, startTestServer } from "@/tests/support/test-server";

const example = apiRoute("POST /api/example");
const oneExample = apiRoute("POST /api/examples/{id}");
const library = apiRoute("GET /api/library/sessions");
const mcp = apiRoute("POST /api/mcp");
const answerOf = apiRoute("GET /api/sessions/{id}/answer");
const findingsOf = apiRoute("GET /api/sessions/{id}/findings");
const requestsOf = apiRoute("GET /api/sessions/{id}/requests");
const summaryOf = apiRoute("GET /api/sessions/{id}");
const spendOf = apiRoute("GET /api/sessions/{id}/spend");
const upload = apiRoute("POST /api/sessions");

/** Number of corpus sessions in `npm run test:long`; with WINNOW_LONG=full, all of them and every shared transcript. */
const isFull = process.env.WINNOW_LONG === "full";
const SEED = Number(process.env.WINNOW_SEED ?? 34);
const DRAWN = isFull ? 60 : 9;
const MOST_BYTES = isFull ? Number.POSITIVE_INFINITY : 700_000;

const data = startTestServer();
const client: Client = newClient();
beforeAll(() =>
  client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/api/mcp"), {
      fetch: async (input, init = {}) => {
        const given = new Request(input, init);
        if (given.method !== "POST") return new Response(null, { status: 405 });
        return send(mcp, "/api/mcp", {
          method: "POST",
          headers: Object.fromEntries(given.headers),
          body: await given.text(),
        });
      },
    }),
  ),
);
afterAll(() => client.close());

const get = async <Body>(handler: unknown, id: string, rest = ""): Promise<Body> =>
  (await send(handler, `/api/sessions/${id}${rest}`, { params: { id } })).json();

/** The session's row in the library, on any page. */
async function listedSession(id: string, offset = 0): Promise<ListedSession> {
  const page = await send(library, `/api/library/sessions?limit=200&offset=${offset}`);
  const { sessions } = (await page.json()) as { sessions: ListedSession[] };
  if (sessions.length === 0) throw new Error(`the library does not list ${id}`);
  return sessions.find((row) => row.id === id) ?? listedSession(id, offset + sessions.length);
}

/** Imports files as one upload; returns their session ids. */
async function importFiles(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Promise<string[]> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("files", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const body = await send(upload, "/api/sessions?wait=1", { method: "POST", body: form as never });
  const answer = (await body.json()) as { files: { sessions: string[] }[] };
  return [...new Set(answer.files.flatMap(({ sessions }) => sessions))];
}

/** Everything that is shown about a session. `file`: what the command reads; null for nothing. */
async function statementsOf(id: string, file: string | null): Promise<read.Statement[]> {
  const answer = await get<CostAnswer>(answerOf, id, "/answer");
  const { requests } = await get<{ requests: never[] }>(requestsOf, id, "/requests");
  const { findings } = await get<{ findings: never[] }>(findingsOf, id, "/findings");
  const listed = await listedSession(id);
  const shown = await callTool(client, "show_session", { session: id });
  const explained = await callTool(client, "explain_breaks", { session: id, expected: true });
  const found = await callTool(client, "search_sessions", { limit: 50 });
  const page = await loadAgentPage({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) });
  const cachePage = {
    cache: await loadSessionCache(id),
    own: await loadAgentCache(id, page.agent),
    simulated: await loadSimulatedCache(id, page.agent, null),
  };
  const own = (found.value.sessions as ListedSession[]).find((row) => row.id === id);
  return [
    ...read.ofAnswer(answer),
    ...read.ofSummary("session", await get(summaryOf, id)),
    ...read.ofKeyFigures(page.summary),
    ...read.ofListed(listed),
    ...read.ofRows(requests, answer),
    ...read.ofFindings(findings, answer),
    ...read.ofSpend("spend", await get(spendOf, id, "/spend"), answer),
    ...read.ofTools(shown.value, explained.value, own),
    ...(file === null ? [] : read.ofCommand(await shownBy(file), answer)),
    ...(await read.ofSessionPage(page, answer)),
    ...(await read.ofCachePage(page, answer, cachePage)),
  ];
}

async function shownBy(file: string): Promise<string> {
  const lines: string[] = [];
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  const told = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  await show(file, {}).finally(() => {
    out.mockRestore();
    told.mockRestore();
  });
  return lines.join("");
}

async function contradictionsOf(ids: readonly string[], file: string | null): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) found.push(...read.disagreements(await statementsOf(id, ids.length === 1 ? file : null)));
  return found;
}

describeShared("corpus", () => {
  test.each(drawSessions(SEED, DRAWN, MOST_BYTES))("$client $id", async ({ files, read: bytes }) => {
    const named = files.map((name) => ({ name: path.basename(name, ".gz"), bytes: bytes(name) }));
    const ids = await importFiles(named);
    expect(ids.length).toBeGreaterThan(0);
    const folder = path.join(data.dir(), `corpus-${ids[0]}`);
    fs.mkdirSync(folder);
    for (const { name, bytes: text } of named) fs.writeFileSync(path.join(folder, name), text);
    expect(await contradictionsOf(ids, folder)).toEqual([]);
  });
});

const IS_BINARY = /\.(?:db|db-shm|db-wal|eval|cast)$/;

describe.each(["transcripts", "transcripts-2"])("%s", (folder) => {
  describeShared(folder, (place) => {
    const files = fs
      .readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !IS_BINARY.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => isFull || fs.statSync(file).size < 60_000);
    test.each(files.map((file) => [path.relative(place, file), file]))("%s", async (_, file) => {
      const ids = await importFiles([{ name: path.basename(file), bytes: fs.readFileSync(file) }]);
      expect(await contradictionsOf(ids.slice(0, 3), file)).toEqual([]);
    });
  });
});

describe("the examples", () => {
  const idIn = async (response: Response): Promise<string> => (await response.json()).files[0].sessions[0];

  test("the built-in one", async () => {
    expect(await contradictionsOf([await idIn(await send(example, "/api/example", { method: "POST" }))], null)).toEqual(
      [],
    );
  });
  test.each(ARTICLE_EXAMPLES.map(({ id }) => id))("%s", async (id) => {
    const imported = await send(oneExample, `/api/examples/${id}`, { method: "POST", params: { id } });
    expect(await contradictionsOf([await idIn(imported)], null)).toEqual([]);
  });
});
