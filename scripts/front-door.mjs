// Checks requests before Next does, in the server's process (node --import). Next creates its HTTP server itself,
// listens on every address by default, and mishandles some requests before any project code runs.
import http from "node:http";
import { isIP } from "node:net";
import { isMainThread } from "node:worker_threads";
import { signInPage } from "./sign-in-page.mjs";

/** lib/server/door/front-door.ts looks for this property; without it the server does not start. */
const MARK = Symbol.for("winnow.front-door");
/** lib/server/start/shutdown.ts closes the servers in this property when the process is asked to stop. */
const SERVERS = Symbol.for("winnow.servers");
/**
 * The header in which lib/server/door/front-door.ts finds a method unknown to Next. Such a request is passed on as
 * OPTIONS.
 */
const METHOD_HEADER = "x-winnow-method";
/** lib/server/door/gate.ts stores the function here that controls access if the server is not on loopback alone. */
const GATE = Symbol.for("winnow.gate");
/** The header with the caller's rights for handlers; removed from client requests. */
const RIGHTS_HEADER = "x-winnow-rights";
/** The header with the caller's address. */
const ADDRESS_HEADER = "x-winnow-address";
/** lib/server/door/gate.ts stores the function here that returns the sign-in page's set-up. */
const SIGN_IN_PAGE = Symbol.for("winnow.sign-in-page");
/**
 * Milliseconds for which an idle connection stays open: longer than in most clients and proxies (60 s in nginx and most
 * balancers). With Node's default of five seconds, a request sent as the server closes the connection would be lost.
 */
const IDLE_MS = 65_000;
const LOOPBACK = new Set(["", "127.0.0.1", "localhost", "::1", "[::1]"]);
const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The only path that accepts an upgrade, and only in development. Next checks its Origin. */
const HOT_RELOAD = "/_next/hmr";

/**
 * Adds the checks to an HTTP server that does not listen yet. `isDevelopment` allows the web socket of hot reload. With
 * `isExposed`, the server may listen on any address, but callers without a key reach only the health check.
 */
export function putDoorBefore(server, { isDevelopment, isExposed = false, refuse = exitWith }) {
  server.prependListener("listening", () => {
    const problem = isExposed ? null : addressProblem(server.address());
    if (problem !== null) refuse(problem);
    // Without a listener, Node handles a request with `Upgrade` like an ordinary one, as RFC 9110, 7.8 allows.
    if (!isDevelopment) server.removeAllListeners("upgrade");
  });
  server.keepAliveTimeout = IDLE_MS;
  const emit = server.emit;
  server.emit = function (event, ...args) {
    if (event === "upgrade") return isUselessUpgrade(...args) || emit.call(this, event, ...args);
    if (event !== "request") return emit.call(this, event, ...args);
    noteAddress(args[0]);
    const go = (enter) => enter === null || isHandled(args[0]) || enter(() => emit.call(this, event, ...args));
    const entering = isExposed ? letIn(...args) : withoutAsking;
    if (!(entering instanceof Promise)) return go(entering);
    void entering.then(go); // the session is being looked up; meanwhile the body waits unread
    return true;
  };
  return server;
}

/** True if the server can be reached from outside this machine; the same rule as in lib/server/process/settings.ts. */
export const isExposedBy = ({ HOST = "", WINNOW_ALLOWED_HOSTS = "" }) =>
  !LOOPBACK.has(HOST.toLowerCase()) || WINNOW_ALLOWED_HOSTS.split(",").some((host) => host.trim() !== "");

const withoutAsking = (/** @type {() => boolean} */ work) => work();

/**
 * Records a request's address for the audit log: its connection, or behind WINNOW_PROXIES proxies the address written
 * by the outermost of them, because a client can write the rest of that header itself.
 */
function noteAddress({ headers, socket }) {
  const proxies = Number(process.env.WINNOW_PROXIES ?? 0);
  const told = String(headers["x-forwarded-for"] ?? "").split(",");
  const behind = proxies > 0 ? withoutPort(told.at(-proxies)?.trim()) : undefined;
  const address = behind !== undefined && isIP(behind) > 0 ? behind : (socket.remoteAddress ?? "");
  headers[ADDRESS_HEADER] = address.replace(/^::ffff:/, "");
}

/** Some proxies add the port, a different one per connection: `192.0.2.7:50123`, `[2001:db8::1]:50123`. */
const withoutPort = (address) =>
  /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/
    .exec(address ?? "")
    ?.slice(1)
    .find(Boolean) ?? address;

/**
 * Answers a caller without access and returns null; otherwise records the caller's rights and returns the function that
 * runs work for them (lib/server/process/caller-context.ts). A promise if the session must be looked up.
 */
function letIn(request, response) {
  const { method, headers } = request;
  delete headers[RIGHTS_HEADER];
  const [path] = request.url.split(/[?#]/);
  const { authorization = null, cookie = null, "x-forwarded-proto": came = "" } = headers;
  const asked = { method, path, authorization, cookie, isByTls: /^https\b/i.test(came) };
  const conclude = (decision) => {
    if (decision.status === 200) {
      headers[RIGHTS_HEADER] = decision.rights.join(" ");
      return decision.as;
    }
    turnAway(request, response, decision);
    return null;
  };
  const decision = globalThis[GATE]?.(asked) ?? beforeItIsOpen(asked);
  return decision instanceof Promise ? decision.then(conclude, () => conclude(NOBODY_KNOWN)) : conclude(decision);
}

const NOBODY_KNOWN = { status: 503, code: "database-down", detail: "the sign-in could not be checked; try again" };

const beforeItIsOpen = ({ method, path }) =>
  method === "GET" && path === "/api/health"
    ? { status: 200, rights: [], as: withoutAsking }
    : { status: 503, code: "starting", detail: "the server is starting" };

/** A browser gets the sign-in page; a program gets an RFC 9457 problem. */
function turnAway({ headers, method, url }, response, { status, code, detail, stranger }) {
  const isPage = method === "GET" && !url.startsWith("/api/") && /\btext\/html\b/.test(headers.accept ?? "");
  const common = { "cache-control": "no-store", "x-content-type-options": "nosniff", connection: "close" };
  if (isPage && status !== 503) {
    const { html, policy } = signInPage({
      acceptLanguage: headers["accept-language"] ?? "",
      url,
      isWrongKey: status === 403,
      setup: globalThis[SIGN_IN_PAGE]?.(),
      stranger,
    });
    const type = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
    response.writeHead(status, { ...common, ...type, "referrer-policy": "no-referrer" }).end(html);
    return;
  }
  const challenge = status === 401 ? { "www-authenticate": 'Bearer realm="winnow"' } : {};
  const problem = { type: `urn:winnow:problem:${code}`, title: "Refused", status, detail, code, errors: [] };
  const type = { "content-type": "application/problem+json" };
  response.writeHead(status, { ...common, ...type, ...challenge }).end(JSON.stringify(problem));
}

function isUselessUpgrade(request, socket) {
  if (request.url?.startsWith(HOT_RELOAD)) return false;
  socket.destroy();
  return true;
}

/** True if the request was handled. Otherwise it was changed so that Next can pass it to the project's handlers. */
function isHandled(request) {
  if (wantsUpgrade(request.headers)) {
    request.socket.destroy();
    return true;
  }
  request.url = readablePath(request.url);
  delete request.headers[METHOD_HEADER];
  if (KNOWN_METHODS.has(request.method)) return false;
  request.headers[METHOD_HEADER] = request.method;
  request.method = "OPTIONS";
  return false;
}

/**
 * True for an upgrade other than to HTTP/2, which clients offer but do not need; HTTP/2 offers are answered in
 * HTTP/1.1.
 */
function wantsUpgrade({ connection = "", upgrade }) {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection) && upgrade.toLowerCase() !== "h2c";
}

/**
 * Escapes a path whose escapes are not UTF-8, which Next would answer with 500. It then matches nothing and gives a
 * 404.
 */
export function readablePath(url) {
  const [path, ...query] = url.split(/(?=\?)/);
  if (isReadable(path)) return url;
  const root = path.startsWith("/api/") ? "/api/" : "/";
  return root + encodeURIComponent(path.slice(root.length)) + query.join("");
}

function isReadable(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function addressProblem(address) {
  const host = typeof address === "string" ? "a local socket" : address.address;
  if (typeof address === "string" || /^(::1|(::ffff:)?127\.[\d.]+)$/.test(host)) return null;
  return `it would listen on ${host}, which HOST does not name. Use npm start`;
}

function exitWith(problem) {
  console.error(`Winnow cannot start: ${problem}`);
  process.exit(1);
}

function install(isDevelopment) {
  const { createServer } = http;
  const isExposed = isExposedBy(process.env);
  const servers = [];
  http.createServer = (...args) => {
    const server = putDoorBefore(createServer(...args), { isDevelopment, isExposed });
    servers.push(server);
    return server;
  };
  globalThis[SERVERS] = servers;
  globalThis[MARK] = true;
}

// run.mjs sets this variable to its command. Threads also run this import, but have no server.
const { WINNOW_FRONT_DOOR } = process.env;
if (isMainThread && WINNOW_FRONT_DOOR) install(WINNOW_FRONT_DOOR === "dev");
