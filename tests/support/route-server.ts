import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { findRoute } from "@/lib/api/find-route";

type Handler = (request: Request, context: { readonly params: Promise<Record<string, string>> }) => Promise<Response>;

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
  const found = findRoute(method, url.pathname);
  if (!found) return new Response(null, { status: method === "GET" || method === "DELETE" ? 405 : 404 });
  const template = found.key.split(" ")[1] ?? "";
  const { [method]: handler } = (await import(
    path.resolve(`app${template.replaceAll(/\{(\w+)\}/g, "[$1]")}/route.ts`)
  )) as Record<string, Handler>;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "([^/]+)")}$`).exec(url.pathname)?.slice(1) ?? [];
  const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? "")]));
  const request = new Request(url, {
    method,
    headers: new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  return (handler as Handler)(request, { params: Promise.resolve(params) });
}
