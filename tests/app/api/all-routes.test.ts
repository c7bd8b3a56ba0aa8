import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { isGuarded } from "@/lib/server/door/guard";
import { makeTempData } from "../../support/temp-data";
import { readProblem, send } from "../../support/test-server";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const root = path.resolve("app");
const routes = fs
  .readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /(^|\/)route\.tsx?$/.test(name));

async function handlersOf(route: string): Promise<[string, unknown][]> {
  const module = (await import(path.join(root, route))) as Record<string, unknown>;
  return Object.entries(module).filter(([name]) => METHODS.includes(name));
}

makeTempData();

describe("every route of app", () => {
  test("there are routes to look at", () => expect(routes.length).toBeGreaterThan(15));

  test.each(routes)("%s exports guarded handlers only, and is dynamic", async (route) => {
    const handlers = await handlersOf(route);
    expect(handlers.length).toBeGreaterThan(0);
    for (const [name, handler] of handlers) expect(isGuarded(handler), `${name} of ${route}`).toBe(true);
    expect(((await import(path.join(root, route))) as { dynamic?: string }).dynamic).toBe("force-dynamic");
  });

  test.each(routes)("%s has a scope for each of its methods, where keys are needed", async (route) => {
    if (route.includes("[[...path]]")) return; // it answers 404 to each
    const { OPTIONS } = Object.fromEntries(await handlersOf(route));
    const allow = (await send(OPTIONS, "/api/x", { method: "OPTIONS" })).headers.get("allow") ?? "";
    const template = `/${path.dirname(route)}`.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
    const methods = allow.split(", ").filter((method) => !["OPTIONS", "HEAD"].includes(method));
    expect(methods).not.toEqual([]);
    for (const method of methods) expect(ROUTE_ACCESS).toHaveProperty([`${method} ${template}`]);
  });

  test.each(routes)("%s refuses a foreign host and a foreign page with every method", async (route) => {
    for (const [method, handler] of await handlersOf(route)) {
      const params = { id: "x", partId: "x" };
      for (const headers of [
        { host: "evil.example" },
        { origin: "http://evil.example" },
        { "sec-fetch-site": "cross-site" },
      ]) {
        const problem = await readProblem(await send(handler, "/api/x", { method, params, headers: headers as never }));
        expect(problem.status, `${method} ${route}`).toBe(403);
      }
    }
  });

  test.each(routes)(
    "%s answers every method itself: what it does not take is a 405 that says what it takes",
    async (route) => {
      const handlers = new Map(await handlersOf(route));
      expect([...handlers.keys()]).toEqual(
        expect.arrayContaining(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
      );
      if (route.includes("[[...path]]")) return; // it answers 404 to each
      const allow = (await send(handlers.get("OPTIONS"), "/api/x", { method: "OPTIONS" })).headers.get("allow") ?? "";
      const refused = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allow.includes(method));
      expect(refused).not.toEqual([]);
      for (const method of refused) {
        const response = await send(handlers.get(method), "/api/x", {
          method,
          body: method === "GET" ? null : "a body",
        });
        expect(response.headers.get("allow")).toBe(allow);
        expect(await readProblem(response)).toMatchObject({ status: 405, code: "method-not-allowed" });
      }
      const headers = { "x-winnow-method": "TRACE" }; // as scripts/front-door.mjs hands it on
      const traced = await send(handlers.get("OPTIONS"), "/api/x", { method: "OPTIONS", headers });
      expect(traced.headers.get("allow")).toBe(allow);
      expect(await readProblem(traced)).toMatchObject({
        status: 405,
        detail: expect.stringMatching(/^TRACE is not for this route/),
      });
    },
  );

  test("pages: the host, the methods of a page, and nothing kept by a cache", async () => {
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

  test("the proxy leaves the API alone: a matched route would lose body bytes after 10 MB", async () => {
    const { config } = await import("@/proxy");
    const pattern = new RegExp(`^${config.matcher[0]?.source}$`);
    for (const taken of ["/api/sessions", "/v1/compress", "/compact"]) expect(pattern.test(taken)).toBe(false);
    expect(pattern.test("/compact-page")).toBe(true);
    expect(pattern.test("/sessions/abc")).toBe(true);
    expect(pattern.test("/_next/static/chunk.js")).toBe(true);
    expect(pattern.test("/api-docs")).toBe(true);
  });
});
