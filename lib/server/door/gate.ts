import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Caller, RIGHTS, type Right, rightsSomewhere } from "@/lib/api/caller";
import { findRoute } from "@/lib/api/find-route";
import { type Access, mayCall, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { cookieValue } from "../http/cookies";
import { keyInCookies } from "../http/key-cookies";
import { oidcSettings } from "../people/oidc-settings";
import { callerOfPerson, type KnownPerson } from "../people/people";
import { whomToAsk } from "../people/people-admin";
import { tokenIn } from "../people/sign-in-cookies";
import { findSignIn, type KnownSignIn } from "../people/sign-ins";
import { asCaller, asServer, NOBODY } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir, isExposed } from "../process/settings";
import { isShared } from "../replicas/channel";
import { currentSettings } from "../store/preferences";
import { callerOfKey, loadKeys } from "./api-keys";
import { isKnownProject } from "./known-projects";

/**
 * Access control if the server is reachable beyond loopback: callers with a key, and people signed in with the
 * provider. scripts/front-door.mjs asks the gate before Next sees a request, so no page, file or handler can be reached
 * without it. Until the gate is open, everything is refused.
 */

/** scripts/front-door.mjs finds the function under this symbol. */
const GATE = Symbol.for("winnow.gate");
/** The symbol for the sign-in page's texts and styles. */
const SIGN_IN_PAGE = Symbol.for("winnow.sign-in-page");
/** Keys are reloaded at this interval, because another process may have made or revoked some. */
const RELOAD_MS = 10_000;

export type Asked = {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly authorization: string | null;
  readonly cookie: string | null;
  /** A proxy reports that the browser used https. A forged report is refused and gains nothing. */
  readonly isByTls?: boolean;
};
export type Decision =
  | {
      readonly status: 200;
      readonly caller: Caller;
      readonly rights: readonly Right[];
      readonly as: <T>(work: () => T) => T;
    }
  | {
      readonly status: 401 | 403;
      readonly code: string;
      readonly detail: string;
      /** Somebody who signed in but has no role: name and contacts for the page. */
      readonly stranger?: { readonly name: string; readonly ask: readonly string[] };
    };

/**
 * Decides about a request and in which context its work runs. A path without a route is a page, which needs `read` and
 * only allows reading. Returns a promise if the session must be looked up.
 */
export const decide = (asked: Asked): Decision | Promise<Decision> => asServer(() => decideFor(asked));

function decideFor(asked: Asked): Decision | Promise<Decision> {
  const { authorization, cookie, isByTls = false } = asked;
  const key = keyIn(authorization);
  const token = key === null ? tokenIn(cookie) : null;
  const signIn = token === null ? null : findSignIn(token);
  const conclude = (known: KnownSignIn | null) =>
    known ? decideForPerson(asked, known.person) : decideForKey(asked, key ?? keyInCookies(cookie, isByTls));
  return signIn instanceof Promise ? signIn.then(conclude) : conclude(signIn);
}

function decideForKey(asked: Asked, key: string | null): Decision {
  const access = accessTo(asked.method, asked.path);
  const caller = key === null ? null : key === ownKey() ? OWN : callerOfKey(key);
  if (mayCall(access, caller)) return letIn(caller ?? NOBODY, asked);
  if (caller === null)
    return { status: 401, code: "key-needed", detail: "this server needs a key: Authorization: Bearer <key>" };
  return {
    status: 403,
    code: "scope-missing",
    detail: `this key does not allow this call; required: ${listOf(access)}`,
  };
}

function decideForPerson(asked: Asked, person: KnownPerson): Decision | Promise<Decision> {
  const access = accessTo(asked.method, asked.path);
  const caller = callerOfPerson(person);
  if (mayCall(access, caller)) return letIn(caller, asked);
  if (person.isAdmin || person.roles.size > 0)
    return {
      status: 403,
      code: "scope-missing",
      detail: `your roles do not allow this call; required: ${listOf(access)}`,
    };
  const detail = "you are signed in but belong to no project; ask an admin of this server to add you";
  const named = person.email && person.email !== person.name ? `${person.name} (${person.email})` : person.name;
  return whomToAsk().then((ask) => ({ status: 403, code: "no-membership", detail, stranger: { name: named, ask } }));
}

function letIn(caller: Caller, asked: Asked): Decision {
  const chosen = chosenProject(caller, asked.cookie);
  const again = async () => {
    const decision = await decide(asked);
    return decision.status === 200 ? decision.caller : null;
  };
  const as = <T>(work: () => T): T => asCaller(caller, work, chosen, again);
  return { status: 200, caller, rights: rightsSomewhere(caller), as };
}

const OWN: Caller = { who: { kind: "own" }, rights: RIGHTS, projects: "all" };

const listOf = (access: Access) => (typeof access === "string" ? "read" : access.join(" or "));

/** Spellings that Next may read as another path: dot segments, empty segments, a full URL instead of a path. */
const UNUSUAL = /^[^/]|\/(?:\.|%2e){1,2}(?:\/|$)|\/\/|\\/i;

/** An unusual spelling of a possible API route needs `admin`, so no spelling widens access. */
function accessTo(method: string, asked: string): Access {
  if (UNUSUAL.test(asked)) return ["admin"];
  const found = findRoute(method === "HEAD" ? "GET" : method, asked);
  if (found) return ROUTE_ACCESS[found.key];
  const isPage = (method === "GET" || method === "HEAD") && !/^\/(?:api|v1|compact)(?:\/|$)/i.test(asked);
  return isPage && (isAsset(asked) || !asked.includes("%")) ? ["read"] : ["admin"];
}

/**
 * A file of the built pages. Only here are escapes expected: in development some are named
 * `[root-of-the-server]__….js`.
 */
function isAsset(asked: string): boolean {
  try {
    const path = decodeURIComponent(asked);
    return asked.startsWith("/_next/static/") && /^[\w./[\]@()~+ -]+$/.test(path) && !UNUSUAL.test(path);
  } catch {
    return false;
  }
}

const keyIn = (authorization: string | null): string | null =>
  /^Bearer ([\w-]{1,200})$/i.exec(authorization?.trim() ?? "")?.[1] ?? null;

/** Ignores a deleted project, because a caller who sees all projects would otherwise write into nothing. */
function chosenProject({ projects }: Caller, cookie: string | null): string | null {
  const chosen = projectInCookie(cookie);
  return chosen !== null && projects === "all" && !isKnownProject(chosen) ? null : chosen;
}

/** The project chosen in the menu: pages and their calls show only this one. */
const projectInCookie = (cookie: string | null): string | null =>
  cookieValue("winnow-project", cookie, /^[\w-]{1,100}$/);

/** The key of this start, readable only by the owner of the data folder: the command-line tool uses it. */
const ownKey = (): string | null => processState("own-key", () => ({ key: null as string | null })).key;
export const ownKeyFile = (): string => path.join(dataDir(), "own.key");

/** Makes one key per start. Servers that share a directory share it, so the command can enter any of them. */
function makeOwnKey(): void {
  const key = (isShared() ? keptOwnKey() : null) ?? `own_${randomBytes(32).toString("base64url")}`;
  fs.writeFileSync(ownKeyFile(), key, { mode: 0o600 });
  fs.chmodSync(ownKeyFile(), 0o600); // the file of an earlier start may have had other rights
  processState("own-key", () => ({ key: null as string | null })).key = key;
}

/** The key of servers already running; null if there is none, or if anyone but the owner could read it. */
function keptOwnKey(): string | null {
  const found = fs.statSync(ownKeyFile(), { throwIfNoEntry: false });
  if (!found || (process.platform !== "win32" && (found.mode & 0o077) !== 0)) return null;
  const key = fs.readFileSync(ownKeyFile(), "utf8");
  return /^own_[\w-]{43}$/.test(key) ? key : null;
}

function signInPageSetup() {
  const { theme, contrast, language } = currentSettings();
  return { provider: oidcSettings()?.providerName ?? null, theme, contrast, language };
}

/** Opens the gate for keys and people. On loopback alone there is no gate. */
export async function openGate(): Promise<void> {
  if (!isExposed()) return;
  await loadKeys();
  makeOwnKey();
  Object.defineProperty(globalThis, SIGN_IN_PAGE, { value: signInPageSetup, configurable: true });
  Object.defineProperty(globalThis, GATE, { value: decide, configurable: true });
  const again = () =>
    loadKeys().catch((error: Error) => log().warn({ name: error.name }, "the keys could not be read again"));
  processState("keys-watch", () => setInterval(again, RELOAD_MS).unref());
}
