import { randomUUID } from "node:crypto";
import { admit } from "./admission";
import { sentMethod } from "./front-door";
import { assertTrustedRequest } from "./host-check";
import { log } from "./log";
import { clientGone, Problem, problemOfPlatform, problemResponse } from "./problem";

/** What Next hands to a handler beside the request. */
export type RouteContext<P = Record<string, string>> = { readonly params: Promise<P> };
export type RouteHandler<P = Record<string, string>> = (
  request: Request,
  context: RouteContext<P>,
) => Promise<Response>;

export type GuardOptions = {
  /** Bytes of body this route takes; 0 = none. Refused by Content-Length before a byte is read. */
  readonly maxBody?: number;
};

const GUARDED = Symbol.for("winnow.guarded");

/** True for a handler made by `guard`; the architecture test asks. */
export const isGuarded = (handler: unknown): boolean =>
  typeof handler === "function" && (handler as unknown as Record<symbol, unknown>)[GUARDED] === true;

/**
 * The one door of every route handler: Host and Origin, size and admission of the body before it is read, a request
 * id, and problem+json for every failure. What is thrown and unexpected is logged and told as 500 without its text.
 */
export function guard<P = Record<string, string>>(
  handler: RouteHandler<P>,
  options: GuardOptions = {},
): RouteHandler<P> {
  const guarded: RouteHandler<P> = async (request, context) => {
    const id = randomUUID();
    const startedAt = performance.now();
    const response = await answer(id, request, () => handler(request, context), options);
    if (!response.headers.has("x-request-id")) response.headers.set("x-request-id", id);
    // Whatever a route answers may hold a transcript, or tell that there is one.
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    // The path without its query: a search pattern may be a secret out of a transcript.
    const { pathname } = new URL(request.url);
    log().info({
      id,
      method: sentMethod(request),
      path: pathname,
      status: response.status,
      ms: Math.round(performance.now() - startedAt),
    });
    return response;
  };
  Object.defineProperty(guarded, GUARDED, { value: true });
  return guarded;
}

async function answer(id: string, request: Request, run: () => Promise<Response>, options: GuardOptions) {
  let release = () => {};
  try {
    assertTrustedRequest(request);
    release = admit(request, declaredBytes(request, options.maxBody ?? 0));
    return await run();
  } catch (error) {
    const problem = error instanceof Problem ? error : (problemOfPlatform(error) ?? goneProblem(request));
    if (problem) return problemResponse(problem, id);
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

/** Next holds every byte that comes, until somebody reads it or says that nobody will. */
function dropUnread({ body }: Request): void {
  if (body && !body.locked) body.cancel().catch(() => {});
}

/** What fails after the caller went away fails because of that: the platform has many names for it. */
const goneProblem = (request: Request): Problem | null => (request.signal.aborted ? clientGone() : null);

/** The message is cut short: it may quote what was being worked on. */
function bugFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at "));
  return { name: error.name, message: error.message.slice(0, 200), frames };
}

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
