import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { apiRoute } from "./api-route";
import { send } from "./test-server";

const POST = apiRoute("POST /api/mcp");

/** Connects the official client to the route, without a socket between them. */
export const connectToRoute = (client: Client): Promise<void> =>
  client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/api/mcp"), { fetch: throughHandler }),
  );

const throughHandler: typeof fetch = async (input, init = {}) => {
  const given = new Request(input, init);
  if (given.method !== "POST") return new Response(null, { status: 405 });
  const headers = Object.fromEntries(given.headers);
  const body = await given.text();
  return send(POST, "/api/mcp", { method: "POST", headers, body, ...(init.signal && { signal: init.signal }) });
};
