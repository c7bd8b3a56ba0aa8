import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import type { PeopleListJson, WhoAmIJson } from "@/lib/api/schemas/people";
import { BUCKET, startObjectServer } from "@/tests/support/object-server";
import { CLIENT_ID, CLIENT_SECRET, makeOpenIdProvider } from "@/tests/support/openid-provider";
import { findPostgres } from "@/tests/support/postgres-binaries";
import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";

/** Less than a server's cache time, so that only a message between servers can be fast enough. */
const AT_ONCE = { timeout: 2_500, interval: 50 };
const SOON = { timeout: 60_000, interval: 200 };

const provider = makeOpenIdProvider();
let cluster: PostgresCluster;
let directory = "";
let one: ProductionServer;
let other: ProductionServer;

/** A browser behind a proxy that alternates servers; it keeps the cookies of both. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async ask(server: ProductionServer, at: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { cookie, origin: server.origin, ...(init.headers as Record<string, string> | undefined) };
    const { origin: _, ...reading } = own;
    const headers = (init.method ?? "GET") === "GET" ? reading : own;
    const answer = await fetch(server.origin + at, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (line.includes("Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Starts at one server and returns from the provider to another. */
  async signIn(from: ProductionServer, to: ProductionServer, person: object): Promise<void> {
    provider.person = person as typeof provider.person;
    const begun = await this.ask(from, "/api/sign-in/start");
    const back = await provider.signIn(begun.headers.get("location") ?? "");
    const answer = await this.ask(to, `${back.pathname}${back.search}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  }

  status = async (server: ProductionServer, at: string) => (await this.ask(server, at)).status;
}

const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.org", email_verified: true };
const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.org", email_verified: true };
const json = (method: string, value: object) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});
const bearer = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });

const isPossible = isBuilt && findPostgres() !== null;

describe.skipIf(!isPossible)("two servers on one PostgreSQL database, each with its own directory", () => {
  startObjectServer();
  beforeAll(async () => {
    await provider.start();
    cluster = (await PostgresCluster.start()) as PostgresCluster;
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-two-"));
    const url = await cluster.createDatabase();
    const start = (name: string) =>
      startProductionServer({
        DATABASE_URL: url,
        WINNOW_DATA_DIR: path.join(directory, name),
        WINNOW_OBJECTS: `s3://${BUCKET}/two`,
        WINNOW_DISCOVERY_HOME: directory,
        WINNOW_WORKERS: "0",
        WINNOW_ALLOWED_HOSTS: "winnow.example",
        WINNOW_PUBLIC_URL: "http://winnow.example",
        WINNOW_OIDC_ISSUER: provider.issuer(),
        WINNOW_OIDC_CLIENT_ID: CLIENT_ID,
        WINNOW_OIDC_CLIENT_SECRET: CLIENT_SECRET,
        WINNOW_OIDC_ADMINS: "ada@example.org",
      });
    [one, other] = await Promise.all([start("web-1"), start("web-2")]);
  }, 180_000);
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await cluster?.remove();
    provider.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  });

  const whoIs = async (browser: Browser, server: ProductionServer) =>
    (await (await browser.ask(server, "/api/sign-in")).json()) as WhoAmIJson;
  async function adaSignsIn(): Promise<Browser> {
    const ada = new Browser();
    await ada.signIn(one, other, ADA);
    return ada;
  }

  test("signing in at one works at the other, and signing out works at both", async () => {
    const ada = await adaSignsIn();
    for (const server of [one, other]) expect((await whoIs(ada, server)).person?.name).toBe("Ada Lovelace");
    const thief = new Browser(); // stores the cookie and keeps it when the browser forgets it
    await thief.signIn(one, one, ADA);
    const [{ sign_ins }] = [await whoIs(thief, one)];
    const own = sign_ins.find(({ is_this }) => is_this)?.id ?? "";
    expect((await ada.ask(other, `/api/sign-ins/${own}`, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => thief.status(one, "/api/sign-in"), AT_ONCE).toBe(401);
    expect((await ada.ask(other, "/api/sign-in", { method: "DELETE" })).status).toBe(200);
    await expect.poll(() => ada.status(one, "/api/sign-in"), AT_ONCE).toBe(401);
  });

  test("a role granted or removed at one applies at the other immediately", async () => {
    const [ada, grace] = [await adaSignsIn(), new Browser()];
    await grace.signIn(other, one, GRACE);
    expect(await grace.status(one, "/api/sessions")).toBe(403);
    const { people } = (await (await ada.ask(other, "/api/people")).json()) as PeopleListJson;
    const id = people.find(({ name }) => name === "Grace Hopper")?.id;
    const place = `/api/people/${id}/roles/default`;
    expect((await ada.ask(other, place, json("PUT", { role: "reader" }))).status).toBe(200);
    await expect.poll(() => grace.status(one, "/api/sessions"), AT_ONCE).toBe(200);
    expect((await ada.ask(other, place, { method: "DELETE" })).status).toBe(200);
    await expect.poll(() => grace.status(one, "/api/sessions"), AT_ONCE).toBe(403);
  });

  test("a key revoked at one opens nothing at the other, and ends its open event stream there", async () => {
    const ada = await adaSignsIn();
    const body = { name: "watcher", scopes: ["read", "import"] };
    const made = (await (await ada.ask(other, "/api/keys", json("POST", body))).json()) as { id: string; key: string };
    const ask = (at: string, init: RequestInit = {}) => fetch(one.origin + at, { ...init, headers: bearer(made.key) });
    await expect.poll(async () => (await ask("/api/sessions")).status, AT_ONCE).toBe(200);
    const messages = [{ role: "user", content: "hello" }];
    const asked = JSON.stringify({ messages, strategy: "winnow", model: "gpt-5" });
    const accepted = await ask("/api/evaluate?job=true", { method: "POST", body: asked });
    const { job } = (await accepted.json()) as { job: { id: string } };
    const stream = (await ask(`/api/jobs/${job.id}/events`)).body?.getReader(); // no worker takes the job, so it stays open
    expect(new TextDecoder().decode((await stream?.read())?.value)).toContain("event: progress");
    const end = (async () => {
      for (;;) if ((await stream?.read())?.done) return "ended";
    })();
    expect((await ada.ask(other, `/api/keys/${made.id}`, { method: "DELETE" })).status).toBe(204);
    const late = new Promise((resolve) => setTimeout(resolve, AT_ONCE.timeout, "still open"));
    expect(await Promise.race([end, late])).toBe("ended");
    expect((await ask("/api/sessions")).status).toBe(401);
  });

  test("spans of one conversation that arrive at both become one session, once", async () => {
    const ada = await adaSignsIn();
    const { key } = (await (
      await ada.ask(one, "/api/keys", json("POST", { name: "exporter", scopes: ["import"] }))
    ).json()) as { key: string };
    const attribute = (name: string, value: string | number) => ({
      key: name,
      value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
    });
    const said = (role: string, text: string) => JSON.stringify([{ role, parts: [{ type: "text", content: text }] }]);
    const CALLS = 12;
    const span = (at: number) => ({
      traceId: `trace${at % 3}`,
      spanId: `span${at}`,
      name: "chat gpt-5",
      startTimeUnixNano: `${1_767_225_600 + at * 2}000000000`,
      endTimeUnixNano: `${1_767_225_601 + at * 2}000000000`,
      attributes: [
        attribute("gen_ai.operation.name", "chat"),
        attribute("gen_ai.request.model", "gpt-5"),
        attribute("gen_ai.input.messages", said("user", `Question ${at}`)),
        attribute("gen_ai.output.messages", said("assistant", `Answer ${at}`)),
        attribute("gen_ai.usage.input_tokens", 1_000 + at),
        attribute("gen_ai.usage.output_tokens", 20),
        attribute("gen_ai.conversation.id", "conversation-1"),
      ],
    });
    const send = (server: ProductionServer, at: number) =>
      fetch(`${server.origin}/api/otlp/v1/traces`, {
        method: "POST",
        headers: bearer(key),
        body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: {}, spans: [span(at)] }] }] }),
      }).then((answer) => answer.json());
    await expect
      .poll(async () => (await fetch(`${other.origin}/api/models`, { headers: bearer(key) })).status, AT_ONCE)
      .toBe(200);
    const sent = Array.from({ length: CALLS }, (_, at) => send(at % 2 === 0 ? one : other, at));
    for (const answer of await Promise.all(sent)) expect(answer).toEqual({});
    const found = async (server: ProductionServer) => {
      const { sessions } = (await (await ada.ask(server, "/api/library/sessions")).json()) as LibraryList;
      return sessions.filter(({ is_example }) => !is_example).map(({ requests }) => requests);
    };
    for (const server of [one, other]) await expect.poll(() => found(server), SOON).toEqual([CALLS]);
  });

  test("each renders the pages of a session that arrived at the other", async () => {
    const ada = await adaSignsIn();
    const { sessions } = (await (await ada.ask(one, "/api/library/sessions")).json()) as LibraryList;
    const session = sessions.find(({ is_example }) => !is_example)?.id ?? "";
    for (const server of [one, other])
      for (const view of [
        "/",
        "/imports",
        ...["", "/spend", "/cache", "/compare"].map((of) => `/sessions/${session}${of}`),
      ]) {
        const page = await ada.ask(server, view);
        expect([view, page.status]).toEqual([view, 200]);
        expect(await page.text(), view).toContain('id="main"');
      }
  });
});
