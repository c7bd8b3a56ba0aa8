import http from "node:http";
import { afterAll, beforeAll } from "vitest";
import { dispatch } from "@/lib/server/routes/dispatch";

/** The handlers of the API behind a socket of this machine, for programs that are to be run as they are. */
export function startRouteServer(): { readonly address: () => string } {
  let address = "";
  const server = http.createServer((incoming, outgoing) => {
    answer(incoming).then(
      async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      },
      () => outgoing.writeHead(500).end(),
    );
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const bound = server.address();
    if (bound !== null && typeof bound === "object") address = `http://127.0.0.1:${bound.port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: () => address };
}

async function answer(incoming: http.IncomingMessage): Promise<Response> {
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const method = incoming.method ?? "GET";
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const request = new Request(url, {
    method,
    headers: new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  return dispatch(request);
}
