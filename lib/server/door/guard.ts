import { createHash, randomUUID } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import type { Access } from "../../api/route-scopes";
import { getDb } from "../db/get-db";
import { admit } from "../http/admission";
import { withEntityTag } from "../http/entity-tag";
import { assertTrustedRequest } from "../http/host-check";
import { networkOf } from "../http/network-of";
import { clientGone, problemOfPlatform, problemResponse } from "../http/problem";
import { tellCall } from "../process/call-listener";
import { currentCaller, forRoute, orForNobody, settleIn } from "../process/caller-context";
import { assertCallerKnown } from "../process/granted-rights";
import { LIMITS } from "../process/limits";
import { bugFacts, log } from "../process/log";
import { processState } from "../process/process-state";
import { addressIn, callerAddress, withFacts } from "../process/request-facts";
import { serverTiming, withStages } from "../process/server-timing";
import { allowedHosts } from "../process/settings";
import { refuseWhileStopping } from "../process/stopping";
import { isShared } from "../replicas/channel";
import { atNewAddress } from "../store/session-aliases";
import { sentMethod } from "./front-door";
import { takeShared } from "./shared-rate";

/** The remaining calls of one caller at a moment in milliseconds. */
type Bucket = { calls: number; at: number };

const buckets = () => processState("rate-limit", () => new Map<string, Bucket>());

/**
 * API calls per second and caller: WINNOW_RATE_LIMIT, or 50 by default once others can reach the server
 * (WINNOW_ALLOWED_HOSTS). Null: no limit, because a local caller only slows itself down.
 */
function callsPerSecond(): number | null {
  const stated = Number(process.env.WINNOW_RATE_LIMIT?.trim() || Number.NaN);
  if (stated >= 1) return Math.floor(stated);
  return allowedHosts().length > 0 ? LIMITS.callsPerSecond : null;
}

/**
 * Identifies the caller: the authenticated person or key; else, if no key is required, the hash of the key sent; else
 * the address. An unknown key never identifies a caller, because anybody can make up a new one for each call.
 */
function callerOf({ headers }: Request): string {
  const { who, rights } = currentCaller();
  if ("id" in who) return who.id;
  const key = rights.length === 0 ? null : (headers.get("authorization") ?? headers.get("x-api-key"));
  if (key !== null) return createHash("sha256").update(key).digest("base64url");
  return `at ${networkOf(callerAddress() ?? "")}`;
}

/**
 * Throws a 429 with Retry-After for a caller above its rate, summed over all servers on the database. Each caller has
 * its own evenly refilling allowance, so a caller in a loop takes nothing from others.
 */
export function assertRate(request: Request, now = performance.now()): Promise<void> | undefined {
  const rate = callsPerSecond();
  if (rate === null) return undefined;
  const caller = callerOf(request);
  if (isShared()) return assertShared(caller, rate, now);
  assertOwn(caller, rate, now);
  return undefined;
}

async function assertShared(caller: string, rate: number, now: number): Promise<void> {
  const isAllowed = await takeShared(caller, rate, now);
  // If the database does not respond in time, fall back to this server's own count.
  if (isAllowed === null) assertOwn(caller, rate, now);
  else if (!isAllowed) throw tooOften(rate, 1);
}

function assertOwn(caller: string, rate: number, now: number): void {
  const wait = take(caller, rate, now);
  if (wait > 0) throw tooOften(rate, Math.ceil(wait));
}

/** Takes one call from this server's allowance. Returns the seconds to wait; 0 if the call may proceed. */
function take(caller: string, rate: number, now: number): number {
  const before = buckets().get(caller) ?? { calls: rate, at: now };
  const calls = Math.min(rate, before.calls + ((now - before.at) / 1000) * rate);
  buckets().delete(caller); // so that the map is in the order of the last calls
  buckets().set(caller, { calls: calls >= 1 ? calls - 1 : calls, at: now });
  forgetOldest(buckets());
  return calls >= 1 ? 0 : (1 - calls) / rate;
}

/** Bounds memory. A caller that sends a new key with each call only restores other callers' full allowance. */
function forgetOldest(known: Map<string, unknown>): void {
  for (const caller of known.keys()) {
    if (known.size <= LIMITS.rateCallers) return;
    known.delete(caller);
  }
}

const tooOften = (rate: number, seconds: number): Problem =>
  new Problem(429, "too-many-requests", `more than ${rate} calls in a second; try again in ${seconds} s`, {
    headers: {
      "retry-after": String(seconds),
      "ratelimit-limit": String(rate),
      "ratelimit-remaining": "0",
      "ratelimit-reset": String(seconds),
    },
  });

/** Header that limits a call to one project, by id or name; writes go there too. */
const PROJECT_HEADER = "x-winnow-project";

/** Headers cannot contain Chinese letters, so a name may be percent-encoded. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Enters the project that the request names. 404 if it does not exist for this caller. */
async function enterNamedProject({ headers }: Request): Promise<void> {
  const sent = headers.get(PROJECT_HEADER);
  if (sent === null) return;
  const named = unescaped(sent);
  const db = await getDb();
  const row = await db.project.findFirst({ where: { OR: [{ id: named }, { name: named }] }, select: { id: true } });
  if (!row) throw new Problem(404, "no-such-project", "there is no project with that id or name");
  settleIn(row.id);
}

type Answer = (request: Request) => Promise<Response>;

export type GuardOptions = {
  /** Maximum body bytes for this route; 0 for no body. A larger Content-Length is refused before any byte is read. */
  readonly maxBody?: number;
  /** The access that the route requires; without it, every caller gets the same answer. */
  readonly access?: Access;
  /** Allows cross-site navigation, as sign-in redirects need. */
  readonly isLedTo?: boolean;
  /**
   * Not rate-limited, for example the health check, because a monitor must not mistake other callers' load for a
   * failure.
   */
  readonly isUnlimited?: boolean;
  /** The answer carries an entity tag, so a caller can tell that it has not changed. For reads only. */
  readonly isTagged?: boolean;
};

/**
 * Wraps every route handler: checks Host, Origin and rate; checks and admits the body's size before reading it; adds a
 * request id; runs the work only in projects where the caller may use the route; answers every failure as problem+json.
 * An unexpected error is logged and answered as 500 without its text.
 */
export function guard(handler: Answer, options: GuardOptions = {}): Answer {
  return async (request) => {
    const id = randomUUID();
    const startedAt = performance.now();
    const response = await withStages(async () => {
      const facts = { requestId: id, address: addressIn(request.headers) ?? callerAddress() };
      const run = () => answer(id, request, () => handler(request), options);
      const answered = await withFacts(facts, () => orForNobody(options.access ?? "open", run));
      answered.headers.set("server-timing", serverTiming(startedAt));
      return answered;
    });
    if (!response.headers.has("x-request-id")) response.headers.set("x-request-id", id);
    // Any answer may contain parts of a transcript or reveal that one exists.
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    // The query is not logged, because a search pattern may be a secret from a transcript.
    const { pathname } = new URL(request.url);
    const method = sentMethod(request);
    const { status } = response;
    const ms = performance.now() - startedAt;
    tellCall(method, pathname, status, ms);
    log().info({ id, method, path: pathname, status, ms: Math.round(ms) });
    return response;
  };
}

async function answer(id: string, request: Request, run: () => Promise<Response>, options: GuardOptions) {
  let release = () => {};
  try {
    assertTrustedRequest(request, { isLedTo: options.isLedTo ?? false });
    refuseWhileStopping();
    const asked = options.isUnlimited ? undefined : assertRate(request);
    if (asked) await asked; // does not wait if no database is queried
    release = admit(request, declaredBytes(request, options.maxBody ?? 0));
    assertCallerKnown(request.headers);
    return await forRoute(options.access ?? "open", async () => {
      await enterNamedProject(request);
      const answered = await run();
      return options.isTagged ? withEntityTag(request, answered) : answered;
    });
  } catch (error) {
    const problem = error instanceof Problem ? error : (problemOfPlatform(error) ?? goneProblem(request));
    if (problem) return problemResponse(atNewAddress(problem, request), id);
    log().error({ id, ...bugFacts(error) }, "unexpected");
    return problemResponse(
      new Problem(500, "internal", "an unexpected error; the log has the details under this request id"),
      id,
    );
  } finally {
    release();
    dropUnread(request);
  }
}

/** Cancels an unread body, because Next keeps its bytes in memory until somebody reads or cancels it. */
function dropUnread({ body }: Request): void {
  if (body && !body.locked) body.cancel().catch(() => {});
}

/** An error after the client disconnected is a consequence of that; the platform reports it in many ways. */
const goneProblem = (request: Request): Problem | null => (request.signal.aborted ? clientGone() : null);

function declaredBytes(request: Request, maxBody: number): number {
  const header = request.headers.get("content-length");
  const declared = header === null ? null : Number(header);
  if (declared !== null && (!Number.isSafeInteger(declared) || declared < 0))
    throw new Problem(400, "bad-content-length", "Content-Length is not a number");
  if (declared !== null && declared > maxBody) throw tooLarge(maxBody, declared);
  return declared ?? 0;
}

export const tooLarge = (limit: number, actual: number): Problem =>
  new Problem(413, "too-large", `the body is larger than ${limit} bytes`, { extra: { limit, actual } });
