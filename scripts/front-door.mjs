// What stands before Next in the server's process (node --import): Next makes its HTTP server itself, listens on every
// address unless it is told otherwise, and lets some requests go wrong before any code of ours is asked.
import http from "node:http";
import { isMainThread } from "node:worker_threads";

/** lib/server/front-door.ts looks for it: without the door the server does not start. */
const MARK = Symbol.for("winnow.front-door");
/** Where lib/server/front-door.ts finds a method that Next does not know; such a request comes as OPTIONS. */
const METHOD_HEADER = "x-winnow-method";
const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The only thing that is served by upgrade, and in development alone. Next checks its Origin. */
const HOT_RELOAD = "/_next/hmr";

/** Puts the door before an HTTP server that does not listen yet. `isDevelopment` leaves hot reload its web socket. */
export function putDoorBefore(server, { isDevelopment, refuse = exitWith }) {
  server.prependListener("listening", () => {
    const problem = addressProblem(server.address());
    if (problem !== null) refuse(problem);
    // Without a listener Node takes a request with `Upgrade` for an ordinary one, as RFC 9110, 7.8 allows.
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

/** True when the request is dealt with; otherwise it is made one that Next can hand to our own handlers. */
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

/** HTTP/2 is the one upgrade that a client offers without needing it: it is answered in HTTP/1.1. */
function wantsUpgrade({ connection = "", upgrade }) {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection) && upgrade.toLowerCase() !== "h2c";
}

/** Next answers 500 to a path whose escapes are no UTF-8. Escaped as one name it is no route, and so a 404 of ours. */
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
  http.createServer = (...args) => putDoorBefore(createServer(...args), { isDevelopment });
  globalThis[MARK] = true;
}

// run.mjs says which command it serves; threads inherit the import and have no server.
const { WINNOW_FRONT_DOOR } = process.env;
if (isMainThread && WINNOW_FRONT_DOOR) install(WINNOW_FRONT_DOOR === "dev");
