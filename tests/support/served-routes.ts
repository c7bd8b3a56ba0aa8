import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { dispatch } from "@/lib/server/routes/dispatch";

export type ServedRoutes = { readonly origin: string; readonly server: Server; readonly stop: () => Promise<void> };

/** A handler that may run before the routes; true if it answered. */
export type Before = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The API on a real socket of this process, called as `next start` would, behind the front door. */
export async function serveRoutes(before: Before = () => false): Promise<ServedRoutes> {
  const { putDoorBefore } = (await import("../../scripts/front-door.mjs" as string)) as {
    putDoorBefore(server: Server, options: object): Server;
  };
  const server = putDoorBefore(
    createServer((request, response) => void (before(request, response) || answer(request, response))),
    { isDevelopment: false, isExposed: true },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, stop };
}

/** Unlike `Readable.toWeb`, it allows a handler to answer before the body is read. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array);
    },
    cancel: () => void incoming.resume(),
  });
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const address = new URL(url, `http://${headers.host}`);
  const body = method === "GET" ? null : bodyOf(incoming);
  const request = new Request(address, {
    method,
    headers: headers as Record<string, string>,
    body,
    ...(body && { duplex: "half" }),
  } as RequestInit);
  const response = await dispatch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body as NodeStream).pipe(outgoing);
  else outgoing.end();
}
