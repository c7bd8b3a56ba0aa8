import path from "node:path";
import { describe, expect, test } from "vitest";
import { methodsAt } from "@/lib/api/find-route";
import { ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { ROUTES } from "@/lib/api/routes";
import { dispatch } from "@/lib/server/routes/dispatch";
import { makeTempData } from "../../support/temp-data";
import { readProblem, send } from "../../support/test-server";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const FILES = ["api/[[...path]]", "compact", "v1/compress"];
const templates = [...new Set(Object.keys(ROUTES).map((key) => key.slice(key.indexOf(" ") + 1)))];
const addressOf = (template: string) => template.replaceAll(/\{\w+\}/g, "x");

makeTempData();

test.each(FILES)("app/%s hands every method to the dispatcher, and is dynamic", async (file) => {
  const { dynamic, ...handlers } = (await import(path.resolve("app", file, "route.ts"))) as Record<string, unknown>;
  expect(dynamic).toBe("force-dynamic");
  expect(Object.keys(handlers).sort()).toEqual([...METHODS, "OPTIONS"].sort());
  for (const handler of Object.values(handlers)) expect(handler).toBe(dispatch);
});

describe("every address of the API", () => {
  test("there are routes to check", () => expect(templates.length).toBeGreaterThan(60));

  test.each(templates)("%s has a scope for each of its methods if keys are required", (template) => {
    for (const method of methodsAt(addressOf(template))) expect(ROUTE_ACCESS).toHaveProperty([`${method} ${template}`]);
  });

  test.each([...templates, "/api/nowhere"])(
    "%s refuses foreign hosts and foreign pages with every method",
    async (template) => {
      for (const method of [...METHODS, "HEAD", "OPTIONS"]) {
        for (const headers of [
          { host: "evil.example" },
          { origin: "http://evil.example" },
          { "sec-fetch-site": "cross-site" },
        ]) {
          const answer = await send(dispatch, addressOf(template), { method, headers: headers as never });
          expect((await readProblem(answer)).status, `${method} ${template}`).toBe(403);
        }
      }
    },
  );

  test.each(templates)(
    "%s answers an unsupported method with a 405 that lists the supported ones",
    async (template) => {
      const address = addressOf(template);
      const allow = (await send(dispatch, address, { method: "OPTIONS" })).headers.get("allow") ?? "";
      const refused = METHODS.filter((method) => !allow.includes(method));
      expect(refused).not.toEqual([]);
      for (const method of refused) {
        const response = await send(dispatch, address, { method, body: method === "GET" ? null : "a body" });
        expect(response.headers.get("allow")).toBe(allow);
        expect(await readProblem(response)).toMatchObject({ status: 405, code: "method-not-allowed" });
      }
      const headers = { "x-winnow-method": "TRACE" }; // as scripts/front-door.mjs passes it on
      const traced = await send(dispatch, address, { method: "OPTIONS", headers });
      expect(traced.headers.get("allow")).toBe(allow);
      expect(await readProblem(traced)).toMatchObject({
        status: 405,
        detail: expect.stringMatching(/^TRACE is not allowed on this route/),
      });
    },
  );

  test("an unknown API address returns a problem for every method", async () => {
    for (const method of [...METHODS, "OPTIONS"]) {
      const problem = await readProblem(await send(dispatch, "/api/nowhere", { method }));
      expect(problem).toMatchObject({ status: 404, code: "no-such-route" });
    }
  });

  test("pages check the host, accept only a page's methods, and are never cached", async () => {
    const { proxy } = await import("@/proxy");
    const { NextRequest } = await import("next/server");
    const ask = (method: string, headers: Record<string, string> = {}) =>
      proxy(new NextRequest("http://127.0.0.1/sessions/x", { method, headers: { host: "127.0.0.1", ...headers } }));
    expect(ask("GET").headers.get("cache-control")).toBe("no-store");
    expect(ask("GET", { host: "evil.example" }).status).toBe(403);
    expect(ask("OPTIONS").status).toBe(204);
    for (const refused of [ask("POST"), ask("DELETE"), ask("OPTIONS", { "x-winnow-method": "TRACE" })]) {
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
    expect(ask("OPTIONS", { "x-winnow-method": "TRACE", host: "evil.example" }).status).toBe(403);
  });

  test("the proxy does not match API routes, because a matched route loses body bytes after 10 MB", async () => {
    const { config } = await import("@/proxy");
    const pattern = new RegExp(`^${config.matcher[0]?.source}$`);
    for (const taken of ["/api/sessions", "/v1/compress", "/compact"]) expect(pattern.test(taken)).toBe(false);
    expect(pattern.test("/compact-page")).toBe(true);
    expect(pattern.test("/sessions/abc")).toBe(true);
    expect(pattern.test("/_next/static/chunk.js")).toBe(true);
    expect(pattern.test("/api-docs")).toBe(true);
  });
});
