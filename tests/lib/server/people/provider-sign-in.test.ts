import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/api/caller";
import { getDb } from "@/lib/server/db/get-db";
import { type Asked, type Decision, decide } from "@/lib/server/door/gate";
import { forgetOwnSignIns } from "@/lib/server/people/sign-ins";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { apiRoute } from "@/tests/support/api-route";
import { onBothStores } from "@/tests/support/on-both-stores";
import { CLIENT_ID, CLIENT_SECRET, makeOpenIdProvider, type Tampering } from "@/tests/support/openid-provider";
import { readProblem, send, startTestServer } from "@/tests/support/test-server";

const signOutEverywhere = apiRoute("DELETE /api/people/{id}/sign-ins");
const callback = apiRoute("GET /api/sign-in/callback");
const signOut = apiRoute("DELETE /api/sign-in");
const start = apiRoute("GET /api/sign-in/start");

const provider = makeOpenIdProvider();
beforeAll(() => provider.start());
afterAll(() => provider.stop());
const PUBLIC = "https://winnow.internal";

beforeEach(() => {
  vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.internal");
  vi.stubEnv("WINNOW_RATE_LIMIT", "10000"); // a fast machine makes more than 50 calls per second
  vi.stubEnv("WINNOW_PUBLIC_URL", PUBLIC);
  vi.stubEnv("WINNOW_OIDC_ISSUER", provider.issuer());
  vi.stubEnv("WINNOW_OIDC_CLIENT_ID", CLIENT_ID);
  vi.stubEnv("WINNOW_OIDC_CLIENT_SECRET", CLIENT_SECRET);
  vi.stubEnv("WINNOW_OIDC_NAME", "Test");
  provider.tampering = {};
  provider.person = { sub: "ada", name: "Ada", email: "ada@example.org", email_verified: true };
});
afterEach(() => vi.unstubAllEnvs());

/** A browser: it stores cookies and sends them back. */
class Browser {
  readonly cookies = new Map<string, string>();

  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async get(handler: unknown, path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#keep(await send(handler, path, { headers: { cookie: this.header(), ...headers } }));
  }

  async leave(): Promise<Response> {
    const headers = { cookie: this.header(), origin: "http://127.0.0.1:3000" };
    return this.#keep(await send(signOut, "/api/sign-in", { method: "DELETE", headers }));
  }

  #keep(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (line.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Goes to the identity provider; returns the address to which it redirects the browser. */
  async begin(next = "/"): Promise<URL> {
    const answer = await this.get(start, `/api/sign-in/start?next=${encodeURIComponent(next)}`);
    return provider.signIn(answer.headers.get("location") ?? "");
  }

  /** Follows the redirect of the identity provider's page back to this server. */
  comeBack(address: URL): Promise<Response> {
    const led = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    return this.get(callback, `${address.pathname}${address.search}`, led);
  }

  async signIn(next = "/"): Promise<Response> {
    return this.comeBack(await this.begin(next));
  }

  async ask(method = "GET", path = "/api/sessions"): Promise<Decision> {
    const asked: Asked = { method, path, authorization: null, cookie: this.header() };
    return decide(asked);
  }
}
const SESSION = "__Host-winnow-session";
const wherefrom = (answer: Response) => answer.headers.get("location");
const auditRows = async () => (await getDb()).auditEntry.findMany({ orderBy: { id: "desc" } });

onBothStores((store) => {
  startTestServer(store);

  describe("a person who signs in through the identity provider", () => {
    test("returns to the requested page, identified by a cookie that no script can read", async () => {
      const browser = new Browser();
      const answer = await browser.signIn("/sessions/abc?agent=main");
      expect([answer.status, wherefrom(answer)]).toEqual([303, "/sessions/abc?agent=main"]);
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(SESSION));
      expect(cookie).toMatch(
        /^__Host-winnow-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
      expect(browser.cookies.has("__Host-winnow-flow")).toBe(false);

      const db = await getDb();
      const token = browser.cookies.get(SESSION) ?? "";
      const row = await db.signIn.findUniqueOrThrow({
        where: { tokenHash: createHash("sha256").update(token).digest("hex") },
        include: { person: true },
      });
      expect(row.person).toMatchObject({ issuer: provider.issuer(), subject: "ada", name: "Ada", isAdmin: false });
      expect(JSON.stringify(await db.signIn.findMany())).not.toContain(token);
      const form = provider.exchanges.at(-1);
      expect(form?.get("redirect_uri")).toBe(`${PUBLIC}/api/sign-in/callback`);
      expect(form?.get("code_verifier")).toMatch(/^[\w-]{43,}$/);
      expect((await auditRows())[0]).toMatchObject({ action: "sign-in", actorKind: "person", actorName: "Ada" });
    });

    test("gets immediately what their roles allow, and nothing before they have one", async () => {
      const browser = new Browser();
      await browser.signIn();
      expect(await browser.ask()).toMatchObject({ status: 403, code: "no-membership" });
      const db = await getDb();
      const { id: personId } = await db.person.findFirstOrThrow({ where: { subject: "ada" } });
      await db.membership.create({ data: { personId, projectId: DEFAULT_PROJECT, role: "reader" } });
      forgetOwnSignIns();
      const opened = async () => [
        (await browser.ask()).status,
        (await browser.ask("POST", "/api/sessions")).status,
        (await browser.ask("DELETE", "/api/sessions/x")).status,
        (await browser.ask("GET", "/api/keys")).status,
      ];
      expect(await opened()).toEqual([200, 403, 403, 403]);
      for (const [role, expected] of [
        ["member", [200, 200, 403, 403]],
        ["admin", [200, 200, 200, 403]],
      ] as const) {
        await db.membership.updateMany({ where: { personId }, data: { role } });
        forgetOwnSignIns();
        expect(await opened()).toEqual(expected);
      }
      await db.membership.deleteMany({ where: { personId } });
    });

    test("is an admin while a setting names the verified address or the subject", async () => {
      const isAdmin = async (named: string, claims: object = {}) => {
        vi.stubEnv("WINNOW_OIDC_ADMINS", named);
        provider.person = { sub: "eve", name: "Eve", email: "eve@example.org", ...claims };
        const browser = new Browser();
        await browser.signIn();
        return (await browser.ask("GET", "/api/keys")).status === 200;
      };
      expect(await isAdmin("Eve@example.org", { email_verified: true })).toBe(true);
      expect(await isAdmin("eve@example.org", { email_verified: false })).toBe(false);
      expect(await isAdmin("eve@example.org")).toBe(false);
      expect(await isAdmin("eve@example.org", { email_verified: "true" })).toBe(false);
      expect(await isAdmin("x, eve")).toBe(true);
      expect(await isAdmin("")).toBe(false);
    });

    test("is an admin if only UserInfo states that the address is verified", async () => {
      vi.stubEnv("WINNOW_OIDC_ADMINS", "ada@example.org");
      provider.tampering = { without: ["email_verified"] };
      const browser = new Browser();
      await browser.signIn();
      expect((await browser.ask("GET", "/api/keys")).status).toBe(200);
    });

    test("is not an admin through one source's address that another source calls verified", async () => {
      const isAdmin = async (named: string) => {
        vi.stubEnv("WINNOW_OIDC_ADMINS", named);
        const browser = new Browser();
        await browser.signIn();
        return (await browser.ask("GET", "/api/keys")).status === 200;
      };
      provider.person = { sub: "mallory", email: "mallory@example.net", email_verified: true }; // of UserInfo
      provider.tampering = { claims: { email: "ada@example.org" }, without: ["name", "email_verified"] }; // of the ID token
      expect(await isAdmin("ada@example.org")).toBe(false);
      expect(await isAdmin("mallory@example.net")).toBe(true);
      provider.tampering = { claims: { email: "ada@example.org", email_verified: false } };
      expect(await isAdmin("ada@example.org, mallory@example.net")).toBe(false);
    });

    test("is signed out here and at the identity provider, and by an admin everywhere", async () => {
      const [one, two] = [new Browser(), new Browser()];
      await one.signIn();
      await two.signIn();
      const stolen = one.header();
      const { address } = await (await one.leave()).json();
      const end = new URL(address);
      expect([end.origin + end.pathname, end.searchParams.get("post_logout_redirect_uri")]).toEqual([
        `${provider.issuer()}/end`,
        `${PUBLIC}/`,
      ]);
      expect(one.cookies.size).toBe(0);
      const asked = { method: "GET", path: "/api/sessions", authorization: null };
      expect(await decide({ ...asked, cookie: stolen })).toMatchObject({ status: 401 });
      expect(await two.ask()).toMatchObject({ status: 403 });
      const { id } = await (await getDb()).person.findFirstOrThrow({ where: { subject: "ada" } });
      await send(signOutEverywhere, `/api/people/${id}/sign-ins`, { method: "DELETE", params: { id } });
      expect(await two.ask()).toMatchObject({ status: 401 });
    });

    test("must sign in again after an unused day, and after a week in any case", async () => {
      const browser = new Browser();
      await browser.signIn();
      const db = await getDb();
      const ends = async (data: { expiresAt?: Date; revokedAt?: Date }) => {
        const row = await db.signIn.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
        await db.signIn.update({ where: { id: row.id }, data });
        forgetOwnSignIns();
        return (await browser.ask()).status;
      };
      const row = await db.signIn.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
      expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(24 * 3_600_000);
      expect(await ends({ expiresAt: new Date(Date.now() + 1_000) })).toBe(403);
      expect(await ends({ expiresAt: new Date(Date.now() - 1) })).toBe(401);
    });
  });

  describe("nobody is signed in", () => {
    const refusedWith = async (tampering: Tampering): Promise<string | null> => {
      forgetProcessState("refusals"); // refusals of one address share a row for a minute; here each has a separate address
      const browser = new Browser();
      const back = await browser.begin();
      provider.tampering = { ...provider.tampering, ...tampering };
      const answer = await browser.comeBack(back);
      provider.tampering = {};
      expect(browser.cookies.has(SESSION)).toBe(false);
      expect((await auditRows())[0]).toMatchObject({ action: "sign-in-refused", actorKind: "nobody" });
      return wherefrom(answer);
    };
    const now = () => Math.floor(Date.now() / 1000);

    test.each<[string, () => Tampering]>([
      ["another nonce", () => ({ claims: { nonce: "n".repeat(43) } })],
      ["no nonce", () => ({ without: ["nonce"] })],
      ["another audience", () => ({ claims: { aud: "somebody-else" } })],
      ["an ID token of another issuer", () => ({ claims: { iss: "https://evil.example" } })],
      ["an expired ID token", () => ({ claims: { iat: now() - 7_200, exp: now() - 3_600 } })],
      ["an ID token without an end", () => ({ without: ["exp"] })],
      ["an unsigned ID token, even if the identity provider lists `none` as an algorithm", () => ({ signing: "none" })],
      ["an ID token signed by another key", () => ({ signing: "other-key" })],
      ["an ID token signed with the client's secret", () => ({ signing: "shared-secret" })],
    ])("by %s", async (_, tampering) => {
      expect(await refusedWith(tampering())).toBe("/?sign-in=refused");
    });

    test("by another identity provider's answer (mix-up)", async () => {
      provider.tampering = { callbackIssuer: "https://evil.example" };
      expect(await refusedWith({})).toBe("/?sign-in=refused");
    });

    test("by a callback that another browser began (login CSRF), or nobody", async () => {
      const attacker = new Browser();
      const back = await attacker.begin();
      const victim = new Browser();
      expect(wherefrom(await victim.comeBack(back))).toBe("/?sign-in=expired");
      await victim.begin(); // it has its own flow
      expect(wherefrom(await victim.comeBack(back))).toBe("/?sign-in=refused");
      expect(victim.cookies.has(SESSION)).toBe(false);
    });

    test("by a used callback, even with its flow's cookie and a new code", async () => {
      const browser = new Browser();
      const back = await browser.begin();
      const flow = browser.cookies.get("__Host-winnow-flow") ?? "";
      expect(wherefrom(await browser.comeBack(back))).toBe("/");
      const replay = new Browser();
      replay.cookies.set("__Host-winnow-flow", flow);
      expect(wherefrom(await replay.comeBack(back))).toBe("/?sign-in=refused"); // the identity provider refuses the code
      const { state, nonce, verifier } = JSON.parse(Buffer.from(flow, "base64url").toString());
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const query = new URLSearchParams({
        state,
        nonce,
        code_challenge: challenge,
        redirect_uri: `${PUBLIC}/api/sign-in/callback`,
      });
      replay.cookies.set("__Host-winnow-flow", flow);
      const again = await replay.comeBack(await provider.signIn(`${provider.issuer()}/authorize?${query}`));
      expect(wherefrom(again)).toBe("/?sign-in=expired"); // we refuse the state
      expect(replay.cookies.has(SESSION)).toBe(false);
    });

    test("by a different state, a different code, or two cookies with one name", async () => {
      for (const [name, value] of [
        ["state", "s".repeat(43)],
        ["code", "another"],
      ] as const) {
        const browser = new Browser();
        const back = await browser.begin();
        back.searchParams.set(name, value);
        expect(wherefrom(await browser.comeBack(back))).toBe("/?sign-in=refused");
      }
      const browser = new Browser();
      const back = await browser.begin();
      const twice = `${browser.header()}; ${browser.header()}`;
      const led = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", cookie: twice };
      const answer = await browser.get(callback, `${back.pathname}${back.search}`, led);
      expect(wherefrom(answer)).toBe("/?sign-in=expired");
    });

    test("if the person declines at the identity provider", async () => {
      const browser = new Browser();
      const back = await browser.begin("/settings");
      back.searchParams.delete("code");
      back.searchParams.set("error", "access_denied");
      expect(wherefrom(await browser.comeBack(back))).toBe("/?sign-in=declined&next=%2Fsettings");
    });

    test("while the identity provider is down: the sign-in page says so, and keys still work", async () => {
      provider.tampering = { isDown: true };
      vi.stubEnv("WINNOW_OIDC_CLIENT_ID", "another"); // so that its metadata is requested again
      const browser = new Browser();
      const answer = await browser.get(start, "/api/sign-in/start?next=/corpus");
      expect(wherefrom(answer)).toBe("/?sign-in=provider-unavailable&next=%2Fcorpus");
    });

    test("and `next` leads nobody to another server", async () => {
      for (const next of ["https://evil.example", "//evil.example", "/\\evil.example"])
        expect(wherefrom(await new Browser().signIn(next))).toBe("/");
      const browser = new Browser();
      const back = await browser.begin();
      const flow = JSON.parse(Buffer.from(browser.cookies.get("__Host-winnow-flow") ?? "", "base64url").toString());
      const changed = Buffer.from(JSON.stringify({ ...flow, next: "//evil.example" })).toString("base64url");
      browser.cookies.set("__Host-winnow-flow", changed);
      expect(wherefrom(await browser.comeBack(back))).toBe("/");
    });

    test("by another site's script, image or frame that requests the callback", async () => {
      const browser = new Browser();
      const back = await browser.begin();
      for (const headers of [
        { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
        { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
        {
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "cors",
          "sec-fetch-dest": "empty",
          origin: "https://evil.example",
        },
      ]) {
        const answer = await browser.get(callback, `${back.pathname}${back.search}`, headers);
        expect((await readProblem(answer)).code).toBe("cross-origin");
      }
    });
  });
});
