// Checks requests before Next does, in the server's process (node --import). Next creates its HTTP server itself, listens
// on every address by default, and mishandles some requests before any code of the project runs.
import http from "node:http";
import { isMainThread } from "node:worker_threads";

/** lib/server/front-door.ts looks for this property; without it the server does not start. */
const MARK = Symbol.for("winnow.front-door");
/** lib/server/shutdown.ts closes the servers in this property when the process is asked to stop. */
const SERVERS = Symbol.for("winnow.servers");
/**
 * The header in which lib/server/front-door.ts finds a method that Next does not know. Such a request is passed on as
 * OPTIONS.
 */
const METHOD_HEADER = "x-winnow-method";
const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The only path that is served by an upgrade, and only in development. Next checks its Origin. */
const HOT_RELOAD = "/_next/hmr";

/** Adds the checks to an HTTP server that does not listen yet. `isDevelopment` allows the web socket of hot reload. */
export function putDoorBefore(server, { isDevelopment, refuse = exitWith }) {
  server.prependListener("listening", () => {
    const problem = addressProblem(server.address());
    if (problem !== null) refuse(problem);
    // Without a listener, Node handles a request with `Upgrade` like an ordinary one, as RFC 9110, 7.8 allows.
    if (!isDevelopment) server.removeAllListeners("upgrade");
  });
  const emit = server.emit;
  server.emit = function (event, ...args) {
    const isDone = event === "upgrade" ? isUselessUpgrade(...args) : event === "request" && isHandled(args[0]);
    return isDone || emit.call(this, event, ...args);
  };
  return server;
}

function isUselessUpgrade(request, socket) {
  if (request.url?.startsWith(HOT_RELOAD)) return false;
  socket.destroy();
  return true;
}

/** True when the request was handled. Otherwise it was changed so that Next can pass it to the project's handlers. */
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

/** True for an upgrade other than to HTTP/2, which clients offer but do not need; those are answered in HTTP/1.1. */
function wantsUpgrade({ connection = "", upgrade }) {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection) && upgrade.toLowerCase() !== "h2c";
}

/**
 * Escapes a path whose escapes are not UTF-8, to which Next would answer 500. It is then one unknown name and gives a
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
  return `it would listen on ${host}; without API keys Winnow listens on loopback only. Use npm start`;
}

function exitWith(problem) {
  console.error(`Winnow cannot start: ${problem}`);
  process.exit(1);
}

function install(isDevelopment) {
  const { createServer } = http;
  const servers = [];
  http.createServer = (...args) => {
    const server = putDoorBefore(createServer(...args), { isDevelopment });
    servers.push(server);
    return server;
  };
  globalThis[SERVERS] = servers;
  globalThis[MARK] = true;
}

// run.mjs sets this variable to its command. Threads also run this import, but have no server.
const { WINNOW_FRONT_DOOR } = process.env;
if (isMainThread && WINNOW_FRONT_DOOR) install(WINNOW_FRONT_DOOR === "dev");
