import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer } from "@/lib/mcp/create-server";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { LIMITS } from "@/lib/server/process/limits";
import { log } from "@/lib/server/process/log";
import { parseJsonBody } from "@/lib/server/workers/parse-json";
import { version } from "@/package.json";
import { callOwnRoutes } from "./own-routes";

export const dynamic = "force-dynamic";

/** One server per request, so nothing of one client remains for another. */
const handler = createMcpHandler(() => createMcpServer(version, callOwnRoutes), {
  onerror: ({ name }) => log().warn({ name }, "mcp"),
});

/** The Model Context Protocol over HTTP. The body is read here, with the same limits as every other body. */
export const POST = guard(
  async (request) => {
    const parsedBody = parseJsonBody(await readJsonBytes(request, LIMITS.jsonBodyBytes));
    return handler.fetch(acceptingBoth(request), { parsedBody });
  },
  { maxBody: LIMITS.jsonBodyBytes },
);

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

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
