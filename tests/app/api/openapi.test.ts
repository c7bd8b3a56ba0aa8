import fs from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi";
import { apiReference, withFieldTables } from "@/lib/api/reference";
import { dispatch } from "@/lib/server/routes/dispatch";
import { apiRoute } from "../../support/api-route";
import { send, startTestServer } from "../../support/test-server";
import { exampleToCompaction } from "../../support/transcripts";

const GET = apiRoute("GET /api/openapi.json");

startTestServer();

test("GET /api/openapi.json is a valid OpenAPI 3.1 document", async () => {
  const document = await (await send(GET, "/api/openapi.json")).json();
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
  expect(JSON.stringify(document)).not.toMatch(/#\/components\/schemas\/(schema\d|__shared)/);
});

test("detects an invalid document", async () => {
  const document = openApiDocument("1.0.0");
  const { valid } = await new Validator().validate({ ...document, paths: { "/x": { get: { responses: 7 } } } });
  expect(valid).toBe(false);
});

/** `node scripts/run-ts.mjs scripts/api-docs.ts` regenerates them. */
test("the tables of docs/api.md match the schemas", () => {
  const document = openApiDocument("1.0.0");
  const page = fs.readFileSync("docs/api.md", "utf8");
  expect(page).toContain("<!-- fields: CompressBody -->");
  expect(withFieldTables(page, document)).toBe(page);
});

test("the reference has every route, and every type that it links to", () => {
  const document = openApiDocument("1.0.0");
  const page = apiReference(document);
  const titles = new Set([...page.matchAll(/^### (.+)$/gm)].map(([, title = ""]) => title));
  const routes = Object.entries(document.paths as object).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path}\``),
  );
  expect(routes.length).toBeGreaterThan(70);
  expect(routes.filter((route) => !titles.has(route))).toEqual([]);
  const links = [...page.matchAll(/\[(\w+)\]\(#\w+\)/g)].map(([, name = ""]) => name);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((name) => !titles.has(name))).toEqual([]);
});

/** Passes what a client sends over the network to the API itself. */
async function reach(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  return send(dispatch, `${pathname}${search}`, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.method === "GET" ? null : await request.text(),
  });
}

/** Typed by the output of `npm run docs`, which tests/long/package/made-docs.test.ts checks. */
async function programs() {
  const load = (name: string) => import(path.resolve("examples/api", `${name}.ts`)) as Promise<unknown>;
  type Winnow = { POST(path: string, call: object): Promise<{ data: unknown }> };
  type Breaks = { lostTokens: number }[];
  return {
    ...((await load("client")) as { createWinnow(send: typeof reach): Winnow }),
    ...((await load("shrink-body")) as {
      shrinkBody(w: Winnow, body: object, room: number): Promise<{ body: unknown; saved: number }>;
    }),
    ...((await load("read-session")) as { costlyBreaks(winnow: Winnow, id: string): Promise<Breaks> }),
    ...((await load("choose-strategy")) as { chooseStrategy(w: Winnow, id: string, ids: string[]): Promise<string> }),
  };
}

test("three programs compile with the typed client, and run", async () => {
  const { createWinnow, shrinkBody, costlyBreaks, chooseStrategy } = await programs();
  const winnow = createWinnow(reach);
  const messages = [
    { role: "user", content: "Fix the login." },
    ...Array.from({ length: 20 }, (_, at) => [
      { role: "assistant", content: `step ${at}: ${"words that say little ".repeat(60)}` },
      { role: "user", content: `go on with step ${at}` },
    ]).flat(),
  ];
  const { body, saved } = await shrinkBody(winnow, { model: "gpt-4o", messages }, 2_000);
  expect(saved).toBeGreaterThan(2_000);
  expect((body as { messages: unknown[] }).messages.length).toBeLessThan(messages.length);

  const { data } = await winnow.POST("/api/sessions", {
    body: exampleToCompaction(7),
    bodySerializer: (text: unknown) => text,
    headers: { "content-type": "application/octet-stream" },
  });
  const id = (data as { files: { sessions: string[] }[] }).files[0]?.sessions[0] ?? "";
  const breaks = await costlyBreaks(winnow, id);
  expect(breaks.length).toBeGreaterThan(1);
  expect(breaks[0]?.lostTokens).toBeGreaterThanOrEqual(breaks[1]?.lostTokens ?? 0);
  const strategies = ["winnow", "roo-truncate", "swe-agent-last-n"];
  expect(strategies).toContain(await chooseStrategy(winnow, id, strategies));
});
