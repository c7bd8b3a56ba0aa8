import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isGuarded } from "@/lib/server/guard";
import { makeTempData } from "../../support/temp-data";
import { readProblem, send } from "../../support/test-server";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const root = path.resolve("app/api");
const routes = fs
  .readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /(^|\/)route\.tsx?$/.test(name));

async function handlersOf(route: string): Promise<[string, unknown][]> {
  const module = (await import(path.join(root, route))) as Record<string, unknown>;
  return Object.entries(module).filter(([name]) => METHODS.includes(name));
}

makeTempData();

describe("every route of app/api", () => {
  test("there are routes to look at", () => expect(routes.length).toBeGreaterThan(15));

  test.each(routes)("%s exports guarded handlers only, and is dynamic", async (route) => {
    const handlers = await handlersOf(route);
    expect(handlers.length).toBeGreaterThan(0);
    for (const [name, handler] of handlers) expect(isGuarded(handler), `${name} of ${route}`).toBe(true);
    expect(((await import(path.join(root, route))) as { dynamic?: string }).dynamic).toBe("force-dynamic");
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

  test("the proxy leaves the API alone: a matched route would lose body bytes after 10 MB", async () => {
    const { config } = await import("@/proxy");
    const pattern = new RegExp(`^${config.matcher[0]?.source}$`);
    expect(pattern.test("/api/sessions")).toBe(false);
    expect(pattern.test("/sessions/abc")).toBe(true);
    expect(pattern.test("/_next/static/chunk.js")).toBe(true);
    expect(pattern.test("/api-docs")).toBe(true);
  });
});
