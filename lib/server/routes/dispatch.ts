import { type FoundRoute, findRoute, methodsAt } from "../../api/find-route";
import { Problem } from "../../api/problem";
import { ROUTE_ACCESS } from "../../api/route-scopes";
import { ROUTES, type Route, type RouteKey, type RouteKeyOf, type Subject, subjectOf } from "../../api/routes";
import { readJsonBytes } from "../door/body";
import { sentMethod } from "../door/front-door";
import { guard } from "../door/guard";
import { refuseUnknownParams } from "../http/query-params";
import { LIMITS } from "../process/limits";
import type { Call, Handler, Handlers } from "./handlers";

/** Each subject is loaded with the first call of one of its routes. */
const SUBJECTS: { readonly [S in Subject]: () => Promise<{ readonly handlers: Handlers<RouteKeyOf<S>> }> } = {
  access: () => import("./access"),
  compress: () => import("./compress"),
  facts: () => import("./facts"),
  imports: () => import("./imports"),
  jobs: () => import("./jobs"),
  library: () => import("./library"),
  measure: () => import("./measure"),
  runs: () => import("./runs"),
  server: () => import("./server"),
  sessions: () => import("./sessions"),
  settings: () => import("./settings"),
};

/** Answers an API call by the route at its address, or with 405 or 404. All checks of the guard apply to each. */
export async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isHead = request.method === "HEAD";
  const found = findRoute(isHead ? "GET" : request.method, pathname);
  const answer = await (found ? answerRoute(found.key, request, found.params) : refuse(request, methodsAt(pathname)));
  return isHead && answer.ok ? withoutBody(answer) : answer;
}

/**
 * Next sends no body after HEAD and leaves it open; only its end closes a file or frees an event stream. Refusals hold
 * neither.
 */
async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel();
  return new Response(null, answer);
}

/** Answers with one route, whatever the address. */
export async function answerRoute(key: RouteKey, request: Request, params: FoundRoute["params"]): Promise<Response> {
  const { handlers } = await SUBJECTS[subjectOf(key)]();
  const handler = (handlers as Readonly<Record<string, Handler<RouteKey>>>)[key];
  if (handler === undefined) throw new Error(`no handler of ${key}`);
  const { run, hasOpenQuery = false, ...options } = typeof handler === "function" ? { run: handler } : handler;
  const call: Call = {
    request,
    url: new URL(request.url),
    params: params as Call["params"],
    json: () => readJsonBytes(request, options.maxBody ?? 0),
    answerRoute,
  };
  const answer = async () => {
    const { query = {} }: Route = ROUTES[key];
    if (!hasOpenQuery) refuseUnknownParams(call.url, Object.keys(query));
    return toResponse(await run(call), key);
  };
  return guard(answer, { ...options, access: ROUTE_ACCESS[key] })(request);
}

function toResponse(value: unknown, key: RouteKey): Response {
  if (value instanceof Response) return value;
  const answers: Route["answers"] = ROUTES[key].answers;
  const [status = 200] = Object.keys(answers).map(Number);
  return answers[status] === null ? new Response(null, { status }) : Response.json(value, { status });
}

/**
 * Next's own 405 would have no body, and its OPTIONS would not go through the guard. HEAD follows GET; methods unknown to
 * Next arrive as OPTIONS.
 */
function refuse(request: Request, methods: readonly string[]): Promise<Response> {
  const method = sentMethod(request);
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const answer = async () => {
    if (methods.length === 0) throw new Problem(404, "no-such-route", "there is no such route");
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
    throw new Problem(405, "method-not-allowed", `${method} is not allowed on this route; it accepts ${allow}`, {
      headers: { allow },
    });
  };
  return guard(answer, { maxBody: LIMITS.uploadBytes })(request);
}
