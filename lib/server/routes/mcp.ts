import { createMcpHandler } from "@modelcontextprotocol/server";
import { addressOf } from "@/lib/api/address-of";
import { readProblem } from "@/lib/api/read-problem";
import type { CallApi, RouteAnswer, RouteCall, UsedRoute } from "@/lib/mcp/call-api";
import { createMcpServer } from "@/lib/mcp/create-server";
import { version } from "@/package.json";
import { log } from "../process/log";
import { parseJsonBody } from "../workers/parse-json";
import type { AnswerRoute, Call } from "./handlers";

/**
 * The Model Context Protocol over HTTP, with one server per request, so nothing of one client remains for another. The
 * body is read here, with the same limits as every other body.
 */
export async function answerMcp({ request, json, answerRoute }: Call): Promise<Response> {
  const parsedBody = parseJsonBody(await json());
  const handler = createMcpHandler(() => createMcpServer(version, callerOf(answerRoute)), {
    onerror: ({ name }) => log().warn({ name }, "mcp"),
  });
  return handler.fetch(acceptingBoth(request), { parsedBody });
}

/**
 * The protocol requires clients to accept JSON and event streams. Over HTTP, a caller that accepts anything, such as a
 * browser or curl, accepts both, but the library would answer 406.
 */
function acceptingBoth(request: Request): Request {
  const accept = request.headers.get("accept");
  if (accept !== null && !accept.includes("*/*")) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: "POST", headers, signal: request.signal });
}

/** The server's name for itself. The caller's Host and Origin were checked before a tool is called. */
const HOST = "127.0.0.1";

/** Calls the handlers of this process, with all their checks, so a tool can do exactly what a request can do. */
const callerOf =
  (answerRoute: AnswerRoute): CallApi =>
  async <Key extends UsedRoute>(key: Key, call: RouteCall) => {
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
    const response = await answerRoute(key, request, path);
    if (!response.ok) throw await readProblem(response);
    return (await response.json()) as RouteAnswer<Key>;
  };
