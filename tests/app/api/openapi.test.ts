import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { chooseStrategy } from "@/examples/api/choose-strategy";
import { createWinnow } from "@/examples/api/client";
import { costlyBreaks } from "@/examples/api/read-session";
import { shrinkBody } from "@/examples/api/shrink-body";
import { findRoute } from "@/lib/api/find-route";
import { openApiDocument, shapeOf } from "@/lib/api/openapi";
import { apiReference, withFieldTables } from "@/lib/api/reference";
import { generateExample } from "@/lib/example/generate-example";
import { send, startTestServer } from "../../support/test-server";

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

test("a document with a fault is not valid", async () => {
  const document = openApiDocument("1.0.0");
  const { valid } = await new Validator().validate({ ...document, paths: { "/x": { get: { responses: 7 } } } });
  expect(valid).toBe(false);
});

/** `node scripts/run-ts.mjs scripts/api-docs.ts` writes them anew, with `--types` also the types of the client. */
test("the pages and the types of the client are made from the schemas as they are", async () => {
  const document = openApiDocument("1.0.0");
  await expect(apiReference(document)).toMatchFileSnapshot("../../../docs/api-reference.md");
  const page = fs.readFileSync("docs/api.md", "utf8");
  expect(page).toContain("<!-- fields: CompressBody -->");
  expect(withFieldTables(page, document)).toBe(page);
  const digest = createHash("sha256").update(shapeOf(document)).digest("hex");
  expect(fs.readFileSync("examples/api/openapi.d.ts", "utf8").split("\n")[0]).toContain(digest);
});

/** What a client sends over the network, handed to the handlers themselves. */
async function reach(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const found = findRoute(request.method, pathname);
  if (!found) throw new Error(`no route answers ${request.method} ${pathname}`);
  const template = found.key.split(" ")[1] ?? "";
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "([^/]+)")}$`).exec(pathname)?.slice(1) ?? [];
  const file = `app${template.replaceAll(/\{(\w+)\}/g, "[$1]")}/route.ts`;
  const handlers = (await import(path.resolve(file))) as Record<string, unknown>;
  return send(handlers[request.method], `${pathname}${search}`, {
    method: request.method,
    params: Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? "")])),
    headers: Object.fromEntries(request.headers),
    body: request.method === "GET" ? null : await request.text(),
  });
}

test("three programs use the typed client; they compile with the project, and run", async () => {
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
    body: generateExample(7),
    bodySerializer: (text) => text,
    headers: { "content-type": "application/octet-stream" },
  });
  const id = data && "files" in data ? (data.files[0]?.sessions[0] ?? "") : "";
  const breaks = await costlyBreaks(winnow, id);
  expect(breaks.length).toBeGreaterThan(1);
  expect(breaks[0]?.lostTokens).toBeGreaterThanOrEqual(breaks[1]?.lostTokens ?? 0);
  const strategies = ["winnow", "roo-truncate", "swe-agent-last-n"];
  expect(strategies).toContain(await chooseStrategy(winnow, id, strategies));
});
