import { randomUUID } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { findRoute } from "../../api/find-route";
import { type Access, ROUTE_ACCESS } from "../../api/route-scopes";
import { admit } from "../http/admission";
import { assertTrustedRequest } from "../http/host-check";
import { clientGone, problemOfPlatform, problemResponse } from "../http/problem";
import { tellCall } from "../process/call-listener";
import { forRoute, orForNobody } from "../process/caller-context";
import { assertCallerKnown } from "../process/granted-rights";
import { bugFacts, log } from "../process/log";
import { addressIn, callerAddress, withFacts } from "../process/request-facts";
import { serverTiming, withStages } from "../process/server-timing";
import { refuseWhileStopping } from "../process/stopping";
import { atNewAddress } from "../store/session-aliases";
import { sentMethod } from "./front-door";
import { enterNamedProject } from "./named-project";
import { assertRate } from "./rate-limit";

/** What Next passes to a handler besides the request. */
export type RouteContext<P = Record<string, string>> = { readonly params: Promise<P> };
export type RouteHandler<P = Record<string, string>> = (
  request: Request,
  context: RouteContext<P>,
) => Promise<Response>;

export type GuardOptions = {
  /** Most bytes in the body of this route; 0 for no body. A larger Content-Length is refused before a byte is read. */
  readonly maxBody?: number;
  /** The page of another site may lead a browser here, as one that signs people in does. */
  readonly isLedTo?: boolean;
  /** Answered however often somebody asks, as the health of the server: who watches it must not take strangers for a failure. */
  readonly isUnlimited?: boolean;
};

const GUARDED = Symbol.for("winnow.guarded");

/** True for a handler made by `guard`. The architecture test checks this. */
export const isGuarded = (handler: unknown): boolean =>
  typeof handler === "function" && (handler as unknown as Record<symbol, unknown>)[GUARDED] === true;

/**
 * Wraps every route handler: checks Host, Origin and the caller's rate, checks and admits the size of the body before it is read, adds a
 * request id, does the work in those projects alone in which the route is open to the caller, and answers problem+json for every failure. An unexpected error is logged and answered as 500 without its
 * text.
 */
export function guard<P = Record<string, string>>(
  handler: RouteHandler<P>,
  options: GuardOptions = {},
): RouteHandler<P> {
  const guarded: RouteHandler<P> = async (request, context) => {
    const id = randomUUID();
    const startedAt = performance.now();
    const response = await withStages(async () => {
      const facts = { requestId: id, address: addressIn(request.headers) ?? callerAddress() };
      const run = () => answer(id, request, () => handler(request, context), options);
      const answered = await withFacts(facts, () => orForNobody(accessTo(request), run));
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
  Object.defineProperty(guarded, GUARDED, { value: true });
  return guarded;
}

async function answer(id: string, request: Request, run: () => Promise<Response>, options: GuardOptions) {
  let release = () => {};
  try {
    assertTrustedRequest(request, { isLedTo: options.isLedTo ?? false });
    refuseWhileStopping();
    const asked = options.isUnlimited ? undefined : assertRate(request);
    if (asked) await asked; // nothing waits if no database is asked
    release = admit(request, declaredBytes(request, options.maxBody ?? 0));
    assertCallerKnown(request.headers);
    return await forRoute(accessTo(request), async () => {
      await enterNamedProject(request);
      return run();
    });
  } catch (error) {
    const problem = error instanceof Problem ? error : (problemOfPlatform(error) ?? goneProblem(request));
    if (problem) return problemResponse(atNewAddress(problem, request), id);
    log().error({ id, ...bugFacts(error) }, "unexpected");
    return problemResponse(
      new Problem(500, "internal", "an unexpected error; the log has it under this request id"),
      id,
    );
  } finally {
    release();
    dropUnread(request);
  }
}

/** What the route asks for; a path that is no route's answers the same to everybody. */
function accessTo(request: Request): Access {
  const method = sentMethod(request);
  const found = findRoute(method === "HEAD" ? "GET" : method, new URL(request.url).pathname);
  return found ? ROUTE_ACCESS[found.key] : "open";
}

/** Cancels a body that was not read, because Next keeps all of its bytes in memory until somebody reads or cancels it. */
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
