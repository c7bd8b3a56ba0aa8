import { randomBytes, timingSafeEqual } from "node:crypto";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { Exchange, type Route } from "./exchange";
import { agentFor } from "./outgoing-proxy";

export type Relay = {
  /** The address that replaces a provider's own; only its host is called. */
  readonly open: (name: string, upstream: URL) => string;
  readonly close: () => Promise<void>;
};

/** Headers of a connection, not of the message (RFC 9110, 7.6.1); all others are passed on unchanged. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "upgrade"]);

/**
 * Starts a reverse proxy on a free loopback port, below an unguessable path. Data pass through byte for byte while
 * streaming; a copy goes to `onEnd` when an exchange has ended.
 */
export async function startRelay(onEnd: (exchange: Exchange) => void): Promise<Relay> {
  const secret = randomBytes(24).toString("base64url");
  const routes = new Map<string, Route>();
  const server = http.createServer({ requestTimeout: 0, maxHeaderSize: 1 << 17 });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;

  server.on("request", (request, response) => {
    const target = isForeign(request, host) ? null : targetOf(request.url ?? "", secret, routes);
    if (target === null) return refuse(response);
    passOn(request, response, target, onEnd);
  });
  // A client that is refused a web socket continues over HTTP.
  server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n"));
  server.on("clientError", (_, socket) => socket.destroy());

  return {
    open: (name, upstream) => {
      routes.set(name, { name, upstream });
      return `http://${host}/${secret}/${name}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A web page is recognised by its Origin header, or by its own host name, which was made to resolve to this address.
 */
const isForeign = ({ headers }: http.IncomingMessage, host: string): boolean =>
  headers.host !== host || headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;

const refuse = (response: http.ServerResponse): void => void response.writeHead(404).end();

type Target = { readonly route: Route; readonly path: string };

/**
 * Only a path below the secret and a known name has a target; the rest of the path is appended to the provider's
 * address.
 */
function targetOf(url: string, secret: string, routes: ReadonlyMap<string, Route>): Target | null {
  const [, given = "", name = "", rest = ""] = /^\/([^/?#]*)\/([^/?#]*)([^#]*)$/.exec(url) ?? [];
  const route = isSame(given, secret) ? routes.get(name) : undefined;
  if (!route) return null;
  return { route, path: `${route.upstream.pathname.replace(/\/$/, "")}${rest}` || "/" };
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function passOn(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { route, path }: Target,
  onEnd: (exchange: Exchange) => void,
): void {
  const { upstream } = route;
  const exchange = new Exchange(route, request.method ?? "GET", path, request.rawHeaders);
  let hasEnded = false;
  const end = (how: "complete" | "cancelled" | "failed", problem?: string) => {
    if (hasEnded) return;
    hasEnded = true;
    exchange.end(how, problem);
    setImmediate(onEnd, exchange); // after the client has received its last byte
  };
  const sent = (upstream.protocol === "https:" ? https : http).request({
    ...agentFor(upstream),
    host: upstream.hostname.replace(/^\[|\]$/g, ""),
    port: upstream.port || undefined,
    method: request.method,
    path,
    headers: outgoing(request.rawHeaders, upstream.host),
    setHost: false,
  });
  request.on("data", (chunk: Buffer) => exchange.request.add(chunk));
  request.pipe(sent);
  sent.on("response", (answer) => {
    exchange.begin(answer.statusCode ?? 0, answer.rawHeaders);
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(answer.rawHeaders, HOP_BY_HOP));
    response.flushHeaders();
    answer.on("data", (chunk: Buffer) => exchange.response.add(chunk));
    answer.pipe(response, { end: false });
    answer.on("end", () => {
      if (answer.rawTrailers.length > 0) response.addTrailers(pairsOf(answer.rawTrailers));
      response.end(() => end("complete"));
    });
    answer.on("error", (error) => {
      end("failed", error.message);
      response.destroy();
    });
  });
  sent.on("error", (error) => {
    if (exchange.status !== null) return; // the answer came before the entire request was sent, and ends by itself
    end("failed", error.message);
    response.destroy(); // an answer of our own could be mistaken for the provider's
  });
  response.on("close", () => {
    if (response.writableFinished) return;
    end("cancelled");
    sent.destroy();
  });
}

const outgoing = (raw: readonly string[], host: string): string[] => [
  "Host",
  host,
  ...without(raw, new Set([...HOP_BY_HOP, "host"])),
];

/** Raw headers alternate names and values. */
function without(raw: readonly string[], names: ReadonlySet<string>): string[] {
  const left: string[] = [];
  for (let at = 0; at < raw.length; at += 2)
    if (!names.has((raw[at] ?? "").toLowerCase())) left.push(raw[at] ?? "", raw[at + 1] ?? "");
  return left;
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
