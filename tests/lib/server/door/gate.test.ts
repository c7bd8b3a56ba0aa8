import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callerOfScopes, SCOPES, type Scope } from "@/lib/api/caller";
import { mayCall, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { ROUTES, type RouteKey } from "@/lib/api/routes";
import { loadKeys } from "@/lib/server/door/api-keys";
import { type Asked, decide, openGate, ownKeyFile } from "@/lib/server/door/gate";
import { asCaller } from "@/lib/server/process/caller-context";
import { apiRoute } from "@/tests/support/api-route";
import { postJson, readProblem, send, startTestServer } from "@/tests/support/test-server";
import { BODIES } from "@/tests/support/wire-bodies";

const compress = apiRoute("POST /api/compress");
const revoke = apiRoute("DELETE /api/keys/{id}");
const list = apiRoute("GET /api/keys");
const make = apiRoute("POST /api/keys");
const signIn = apiRoute("POST /api/sign-in");

startTestServer();
beforeEach(() => vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.internal"));
afterEach(() => vi.unstubAllEnvs());

const newKey = async (scopes: readonly Scope[], name = "test") =>
  (await (await postJson(make, "/api/keys", { name, scopes })).json()) as { id: string; key: string };
function ask(key: string | null, method: string, path: string, more: Partial<Asked> = {}) {
  const decision = decide({ method, path, authorization: key && `Bearer ${key}`, cookie: null, ...more });
  if (decision instanceof Promise) throw new Error("only who signed in has to be looked up");
  return decision.status;
}
const addressOf = (route: RouteKey) => {
  const [method = "", path = ""] = route.split(" ");
  return [method, path.replaceAll(/\{\w+\}/g, "x1")] as const;
};
const ALL = Object.keys(ROUTES) as RouteKey[];

describe("every route of the manifest", () => {
  test("without a key, only health and signing in are open", () => {
    const open = ALL.filter((route) => ask(null, ...addressOf(route)) === 200);
    expect(open.sort()).toEqual([
      "DELETE /api/sign-in",
      "GET /api/health",
      "GET /api/sign-in/callback",
      "GET /api/sign-in/start",
      "POST /api/sign-in",
    ]);
    for (const route of ALL) expect([200, 401]).toContain(ask("wnw_unknown", ...addressOf(route)));
  });

  test.each(SCOPES)("%s opens its routes and no others", async (scope) => {
    const { key } = await newKey([scope]);
    for (const route of ALL) {
      const isMeant = mayCall(ROUTE_ACCESS[route], callerOfScopes({ kind: "key", id: "x" }, [scope], null));
      expect(ask(key, ...addressOf(route)), route).toBe(isMeant ? 200 : 403);
    }
  });

  test("the smallest scopes open these routes; adding one is a visible decision", async () => {
    const openedBy = async (scope: Scope) => {
      const { key } = await newKey([scope]);
      const anyKey = ALL.filter((route) => typeof ROUTE_ACCESS[route] === "string");
      return ALL.filter((route) => ask(key, ...addressOf(route)) === 200 && !anyKey.includes(route)).sort();
    };
    expect(await openedBy("import")).toMatchInlineSnapshot(`
      [
        "DELETE /api/jobs/{id}",
        "GET /api/jobs/{id}",
        "GET /api/jobs/{id}/events",
        "POST /api/example",
        "POST /api/examples/{id}",
        "POST /api/imports/known",
        "POST /api/otlp/v1/{signal}",
        "POST /api/sessions",
      ]
    `);
    expect(await openedBy("compress")).toMatchInlineSnapshot(`
      [
        "GET /api/refs/{id}",
        "POST /api/cache/simulate",
        "POST /api/compress",
        "POST /api/compress/compare",
        "POST /api/convert",
        "POST /api/tokens",
        "POST /api/validate",
        "POST /compact",
        "POST /v1/compress",
      ]
    `);
    const writes = (await openedBy("read")).filter((route) => !route.startsWith("GET "));
    expect(writes).toMatchInlineSnapshot(`
      [
        "DELETE /api/jobs/{id}",
        "POST /api/advise",
        "POST /api/cache/simulate",
        "POST /api/compress",
        "POST /api/compress/compare",
        "POST /api/convert",
        "POST /api/corpus",
        "POST /api/evaluate",
        "POST /api/mcp",
        "POST /api/replay",
        "POST /api/tokens",
        "POST /api/two-arms",
        "POST /api/validate",
        "POST /compact",
        "POST /v1/compress",
      ]
    `);
  });

  test("a reader changes nothing, an importer reads no session, and only admins create keys", async () => {
    const { key: reader } = await newKey(["read"]);
    const { key: importer } = await newKey(["import"]);
    const { key: both } = await newKey(["read", "import"]);
    for (const route of ALL) {
      const [method, path] = addressOf(route);
      const isOfSession = path.startsWith("/api/sessions/") || path.startsWith("/api/library");
      if (isOfSession) expect(ask(importer, method, path), route).toBe(403);
      if (isOfSession && method !== "GET") expect(ask(reader, method, path), route).toBe(403);
      if (path.startsWith("/api/keys")) expect(ask(both, method, path), route).toBe(403);
    }
    expect([ask(reader, "POST", "/api/sessions"), ask(both, "POST", "/api/sessions")]).toEqual([403, 200]);
  });

  test("pages and files need read; another spelling of a path opens no more", async () => {
    const { key: reader } = await newKey(["read"]);
    const { key: other } = await newKey(["compress", "import"]);
    const asset = "/_next/static/chunks/%5Broot-of-the-server%5D__0a1b._.js";
    for (const path of ["/", "/sessions/abc", "/_next/static/x.js", asset, "/settings"]) {
      expect([ask(null, "GET", path), ask(other, "GET", path), ask(reader, "GET", path)]).toEqual([401, 403, 200]);
      expect(ask(reader, "POST", path)).toBe(403);
    }
    for (const path of [
      "/api/models/../keys",
      "/api/models/%2e%2e/keys",
      "/api/%6beys",
      "/API/keys",
      "//api/keys",
      "/api//keys",
      "/api/keys/",
      "/./api/keys",
      "\\api\\keys",
      "http://winnow.internal/api/keys",
      "/%61pi/keys",
      "/compact/x",
      "/_next/static/%2e%2e/%2e%2e/api/keys",
      "/_next/static/..%2f..%2fapi/keys",
      "/_next/static/%252e%252e/x.js",
      "/_next/static/%5c..%5capi",
      "/_next/static/%ff",
      "/_next/data/%6beys",
    ])
      expect([path, ask(reader, "GET", path), ask(other, "GET", path)]).toEqual([path, 403, 403]);
  });
});

describe("a key", () => {
  test("is shown once, stored as a hash, recorded when used, and opens nothing once revoked", async () => {
    const { id, key } = await newKey(["read"], "  laptop ");
    expect(key).toMatch(/^wnw_[\w-]{43}$/);
    expect(ask(key, "GET", "/api/sessions")).toBe(200);
    await vi.waitFor(async () => {
      const { keys, required } = await (await send(list, "/api/keys")).json();
      expect(required).toBe(true);
      const row = keys.find((one: { id: string }) => one.id === id);
      expect(row).toMatchObject({ name: "laptop", scopes: ["read"], hint: key.slice(0, 8), revoked_at: null });
      expect(row.last_used_at).not.toBeNull();
      expect(JSON.stringify(keys)).not.toContain(key);
    });
    const gone = () => send(revoke, `/api/keys/${id}`, { method: "DELETE", params: { id } });
    expect((await gone()).status).toBe(204);
    expect(ask(key, "GET", "/api/sessions")).toBe(401);
    await loadKeys();
    expect(ask(key, "GET", "/api/sessions")).toBe(401);
    expect((await readProblem(await gone())).code).toBe("no-such-key");
  });

  test("with only compress, a body may not name a stored session", async () => {
    const named = { session: { id: "0123456789abcdef", request: 0 }, model: "gpt-5" };
    const as = (scope: Scope, body: object) =>
      asCaller(callerOfScopes({ kind: "key", id: "x" }, [scope], null), () =>
        postJson(compress, "/api/compress", body),
      );
    expect(await readProblem(await as("compress", named))).toMatchObject({ status: 403, code: "scope-missing" });
    expect((await as("read", named)).status).toBe(404);
    expect((await as("compress", { model: "gpt-5", ...BODIES["openai-chat"] })).status).toBe(200);
  });

  test("signs a browser in with a cookie that no script can read, where it opens pages", async () => {
    const { key } = await newKey(["read"]);
    const answer = await postJson(signIn, "/api/sign-in", { key });
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(ask(null, "GET", "/", { cookie: `a=b; ${cookie.split(";")[0]}` })).toBe(200);
    const { key: other } = await newKey(["compress"]);
    for (const wrong of [other, "wnw_no"])
      expect([401, 403]).toContain((await readProblem(await postJson(signIn, "/api/sign-in", { key: wrong }))).status);
  });
});

describe("a key in a browser's cookie", () => {
  const opens = (cookie: string, isByTls?: boolean) =>
    ask(null, "GET", "/", { cookie, ...(isByTls !== undefined && { isByTls }) }) === 200;

  test("is not trusted if two cookies have its name, because another host set one of them", async () => {
    const [{ key: mine }, { key: planted }] = [await newKey(["read"]), await newKey(["read"])];
    expect(opens(`winnow-key=${mine}`)).toBe(true);
    expect(opens(`winnow-key=${planted}; winnow-key=${mine}`)).toBe(false);
    expect(opens(`__Host-winnow-key=${planted}; __Host-winnow-key=${mine}`)).toBe(false);
  });

  test("is read under the name that no neighbouring host can set, before the plain one", async () => {
    const { key } = await newKey(["read"]);
    expect(opens(`winnow-key=wnw_planted; __Host-winnow-key=${key}`)).toBe(true);
    expect(opens(`winnow-key=${key}; __Host-winnow-key=wnw_revoked`)).toBe(false);
  });

  test("has the plain name if no proxy reports https: on loopback, and for earlier sign-ins", async () => {
    const { key } = await newKey(["read"]);
    expect([opens(`winnow-key=${key}`), opens(`winnow-key=${key}`, false)]).toEqual([true, true]);
    expect([opens(`winnow-key=${key}`, true), opens(`__Host-winnow-key=${key}`, true)]).toEqual([false, true]);
  });
});

test("the front door checks before anything else sees a request, and removes scopes that a caller sends", async () => {
  const { putDoorBefore } = (await import("../../../../scripts/front-door.mjs" as string)) as {
    putDoorBefore(server: ReturnType<typeof createServer>, options: object): ReturnType<typeof createServer>;
  };
  const seen: (string | undefined)[] = [];
  const server = putDoorBefore(
    createServer((request, response) => {
      seen.push(request.headers["x-winnow-rights"] as string | undefined);
      response.end("inside");
    }),
    { isDevelopment: false, isExposed: true },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
  try {
    expect((await get("/api/sessions")).status).toBe(503); // no gate decides yet
    expect(await (await get("/api/health")).text()).toBe("inside");
    await openGate();
    const refused = await get("/api/sessions", { "x-winnow-rights": "admin" });
    expect([refused.status, (await refused.json()).code]).toEqual([401, "key-needed"]);
    const page = await get("/", { accept: "text/html", "accept-language": "zh-CN" });
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      401,
      expect.stringContaining("'none'"),
    ]);
    expect(await page.text()).toContain("密钥");
    const { key } = await newKey(["read"]);
    const given = await get("/api/sessions", { authorization: `Bearer ${key}`, "x-winnow-rights": "admin" });
    expect([given.status, seen.at(-1)]).toEqual([200, "read compress watch"]);
    const own = fs.readFileSync(ownKeyFile(), "utf8");
    expect(fs.statSync(ownKeyFile()).mode & 0o077).toBe(0);
    expect((await get("/api/keys", { authorization: `Bearer ${own}` })).status).toBe(200);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
