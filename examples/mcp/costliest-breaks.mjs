import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The costliest session of the library, and the causes of its cache breaks, costliest first. */
export async function costliestBreaks(address = "http://127.0.0.1:3000") {
  const client = new Client({ name: "costliest-breaks", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", address)));
  try {
    const found = await call(client, "search_sessions", { sort: "cost", limit: 1 });
    const [session] = found.sessions;
    if (!session) return null;
    const { breaks } = await call(client, "explain_breaks", { session: session.id, expected: true, limit: 5 });
    return { title: session.title, cost: session.cost.amount, causes: breaks.map(({ cause }) => cause) };
  } finally {
    await client.close();
  }
}

/** The structured answer of a tool. If the call failed, it contains the reason. */
async function call(client, name, given) {
  const { isError, structuredContent } = await client.callTool({ name, arguments: given });
  if (isError) throw new Error(`${structuredContent.code}: ${structuredContent.detail}`);
  return structuredContent;
}
