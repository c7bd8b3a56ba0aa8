import http from "node:http";
import type { AddressInfo } from "node:net";
import { dispatch } from "@/lib/server/routes/dispatch";

/** Serves the API's handlers on a local socket, without Next. Returns its address and a function that closes it. */
export async function serveRoutes(): Promise<{ readonly address: string; close(): void }> {
  const server = http.createServer((incoming, outgoing) => {
    answer(incoming).then(
      async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      },
      () => outgoing.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
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
