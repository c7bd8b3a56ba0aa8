import { addressOf } from "@/lib/api/address-of";
import { readProblem } from "@/lib/api/read-problem";
import type { CallApi, RouteAnswer, RouteCall, UsedRoute } from "@/lib/mcp/call-api";
import { POST as advise } from "../advise/route";
import { POST as compare } from "../compress/compare/route";
import { POST as compress } from "../compress/route";
import { DELETE as cancelJob, GET as job } from "../jobs/[id]/route";
import { GET as places } from "../library/places/route";
import { GET as library } from "../library/sessions/route";
import { GET as reference } from "../refs/[id]/route";
import { GET as run } from "../runs/[id]/route";
import { GET as answer } from "../sessions/[id]/answer/route";
import { GET as messages } from "../sessions/[id]/messages/route";
import { GET as receipt } from "../sessions/[id]/receipt/route";
import { GET as requests } from "../sessions/[id]/requests/route";
import { GET as session } from "../sessions/[id]/route";
import { GET as spend } from "../sessions/[id]/spend/route";
import { GET as strategies } from "../strategies/route";

type Context = { readonly params: Promise<Record<string, string>> };
type Handler = (request: Request, context: Context) => Promise<Response>;
type ForId = (request: Request, context: { readonly params: Promise<{ id: string }> }) => Promise<Response>;

const forId =
  (handler: ForId): Handler =>
  (request, { params }) =>
    handler(request, { params: params.then(({ id = "" }) => ({ id })) });

const HANDLERS: Readonly<Record<UsedRoute, Handler>> = {
  "GET /api/library/sessions": library,
  "GET /api/library/places": places,
  "GET /api/sessions/{id}": forId(session),
  "GET /api/sessions/{id}/requests": forId(requests),
  "GET /api/sessions/{id}/answer": forId(answer),
  "GET /api/sessions/{id}/spend": forId(spend),
  "GET /api/sessions/{id}/receipt": forId(receipt),
  "GET /api/sessions/{id}/messages": forId(messages),
  "GET /api/strategies": strategies,
  "GET /api/refs/{id}": forId(reference),
  "POST /api/compress": compress,
  "POST /api/compress/compare": compare,
  "POST /api/advise": advise,
  "GET /api/jobs/{id}": forId(job),
  "DELETE /api/jobs/{id}": forId(cancelJob),
  "GET /api/runs/{id}": forId(run),
};

/** The server's name for itself. The caller's Host and Origin were checked before a tool is called. */
const HOST = "127.0.0.1";

/** Calls the handlers of this process, with all their checks: a tool can do what a request can do, and no more. */
export const callOwnRoutes: CallApi = async <Key extends UsedRoute>(key: Key, call: RouteCall) => {
  const { path = {}, body, signal } = call;
  const text = body === undefined ? null : JSON.stringify(body);
  const request = new Request(`http://${HOST}${addressOf(key, call)}`, {
    method: key.slice(0, key.indexOf(" ")),
    headers: {
      host: HOST,
      ...(text !== null && { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    },
    body: text,
    signal,
  });
  const response = await HANDLERS[key](request, { params: Promise.resolve(path) });
  if (!response.ok) throw await readProblem(response);
  return (await response.json()) as RouteAnswer<Key>;
};
