import http from "node:http";
import https from "node:https";
import type net from "node:net";
import tls from "node:tls";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Closes an idle connection after 4 s, as Node's fetch does. Many servers close theirs after 5 s, and a request sent at
 * that moment would fail for the client.
 */
const KEPT = { keepAlive: true, timeout: 4_000 };
const direct = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) };

/**
 * The request options for reaching a host through the proxy in the user's environment: HTTPS_PROXY, HTTP_PROXY,
 * NO_PROXY.
 */
export function agentFor(upstream: URL): { readonly agent: http.Agent } {
  const proxy = proxyFor(upstream, process.env);
  if (proxy === null) return { agent: upstream.protocol === "https:" ? direct.https : direct.http };
  return { agent: tunnelThrough(proxy, upstream) };
}

/** The proxy in the environment for a host; null for a direct connection. */
export function proxyFor({ protocol, hostname, port }: URL, environment: Environment): URL | null {
  const name = protocol === "https:" ? "https_proxy" : "http_proxy";
  const given = environment[name] || environment[name.toUpperCase()];
  if (!given) return null;
  const excepted = (environment.no_proxy || environment.NO_PROXY || "").split(/[\s,]+/).filter(Boolean);
  const isExcepted = excepted.some((entry) => {
    const [host = "", only] = entry
      .toLowerCase()
      .replace(/^\*?\./, "")
      .split(":");
    if (only !== undefined && only !== port) return false;
    return host === "*" || hostname === host || hostname.endsWith(`.${host}`);
  });
  return isExcepted ? null : new URL(given.includes("://") ? given : `http://${given}`);
}

const tunnels = new Map<string, http.Agent>();

/** An agent that tunnels connections to the upstream through a proxy; with HTTPS, nobody on the way can read them. */
function tunnelThrough(proxy: URL, upstream: URL): http.Agent {
  const key = `${proxy.href} ${upstream.origin}`;
  const known = tunnels.get(key);
  if (known) return known;
  const isSecure = upstream.protocol === "https:";
  const agent = isSecure ? new https.Agent(KEPT) : new http.Agent(KEPT);
  const port = upstream.port || (isSecure ? "443" : "80");
  Object.assign(agent, {
    createConnection: (_: unknown, done: (error: Error | null, socket?: net.Socket) => void): undefined => {
      openTunnel(proxy, `${upstream.hostname}:${port}`).then(
        (socket) => done(null, isSecure ? tls.connect({ socket, servername: upstream.hostname }) : socket),
        (error: Error) => done(error),
      );
    },
  });
  tunnels.set(key, agent);
  return agent;
}

function openTunnel(proxy: URL, authority: string): Promise<net.Socket> {
  const { username, password } = proxy;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === "https:" ? https : http).request({
      host: proxy.hostname,
      port: proxy.port || undefined,
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...(username && { "proxy-authorization": `Basic ${credentials}` }) },
      agent: false,
    });
    request.once("error", reject);
    request.once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as net.Socket);
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} answered ${statusCode} for ${authority}`));
    });
    request.end();
  });
}
