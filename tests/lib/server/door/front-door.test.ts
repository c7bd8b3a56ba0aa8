import { createServer, type IncomingMessage, type Server } from "node:http";
import net from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { assertFrontDoor, sentMethod } from "@/lib/server/door/front-door";

type Options = { readonly isDevelopment: boolean; readonly refuse?: (problem: string) => void };
// Plain JavaScript that the start script runs; it has no types.
const { putDoorBefore, readablePath } = (await import("../../../../scripts/front-door.mjs" as string)) as {
  putDoorBefore(server: Server, options: Options): Server;
  readablePath(url: string): string;
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server as Next creates it: one listener for requests, and one for upgrades that leaves its sockets open. */
async function listen(host: string, options: Options): Promise<{ port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = putDoorBefore(
    createServer((request, response) => {
      seen.push(request);
      response.end("answered");
    }),
    options,
  );
  servers.push(server);
  server.on("upgrade", (request) => seen.push(request));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { port: (server.address() as net.AddressInfo).port, seen };
}

/** What is received until the other side closes, or null if it stays open for half a second. */
function talk(port: number, head: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(head));
    let text = "";
    const finish = (result: string | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(500, () => finish(null));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => finish(text));
    socket.on("close", () => finish(text));
  });
}

const upgrade = (to: string, path = "/") =>
  `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade, close\r\nUpgrade: ${to}\r\n\r\n`;
const request = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${more}\r\n`;

describe("upgrades", () => {
  test("in production the connection is closed before anything else sees the request", async () => {
    const { port, seen } = await listen("127.0.0.1", { isDevelopment: false });
    for (const path of ["/", "/api/health", "/_next/hmr"])
      expect(await talk(port, upgrade("websocket", path))).toBe("");
    expect(await talk(port, upgrade("anything"))).toBe("");
    expect(seen).toEqual([]);
    const count = () => new Promise((resolve) => servers[0]?.getConnections((_, number) => resolve(number)));
    await expect.poll(count).toBe(0);
  });

  test("in development only hot reload keeps its web socket", async () => {
    const { port, seen } = await listen("127.0.0.1", { isDevelopment: true });
    expect(await talk(port, upgrade("websocket", "/api/health"))).toBe("");
    expect(seen).toEqual([]);
    expect(await talk(port, upgrade("websocket", "/_next/hmr?id=1"))).toBeNull();
    expect(seen).toHaveLength(1);
  });

  test("an idle connection stays open longer than clients and proxies keep theirs, so that no request is lost at closing", async () => {
    await listen("127.0.0.1", { isDevelopment: false });
    expect(servers.at(-1)?.keepAliveTimeout).toBeGreaterThan(60_000);
  });

  test("HTTP/2, which clients only offer, is answered in HTTP/1.1", async () => {
    const { port } = await listen("127.0.0.1", { isDevelopment: false });
    expect(await talk(port, upgrade("h2c"))).toContain("answered");
  });
});

describe("requests that Next cannot pass to a handler", () => {
  test.each(["TRACE", "PROPFIND", "LOCK"])("%s arrives as OPTIONS, with its name in a header", async (method) => {
    const { port, seen } = await listen("127.0.0.1", { isDevelopment: false });
    await talk(port, request(`${method} /api/health`));
    expect(seen[0]).toMatchObject({ method: "OPTIONS", headers: { "x-winnow-method": method } });
    const headers = new Headers(seen[0]?.headers as Record<string, string>);
    expect(sentMethod({ method: "OPTIONS", headers })).toBe(method);
  });

  test("no caller can send that header itself", async () => {
    const { port, seen } = await listen("127.0.0.1", { isDevelopment: false });
    await talk(port, request("GET /", "X-Winnow-Method: TRACE\r\n"));
    expect(seen[0]?.method).toBe("GET");
    expect(seen[0]?.headers["x-winnow-method"]).toBeUndefined();
  });

  test.each([
    ["/", "/"],
    ["/sessions/%C3%A4?q=%ff", "/sessions/%C3%A4?q=%ff"],
    ["/%ff", "/%25ff"],
    ["/sessions/%zz?x=1?y", "/sessions%2F%25zz?x=1?y"],
    ["/api/sessions/%ff/parts/%41", "/api/sessions%2F%25ff%2Fparts%2F%2541"],
    ["/api/%", "/api/%25"],
    ["/%E0%A4%A?%", "/%25E0%25A4%25A?%"],
    ["*", "*"],
  ])("the path %s is passed on as %s", (url, expected) => {
    expect(readablePath(url)).toBe(expected);
    const [path = ""] = expected.split("?");
    expect(() => decodeURIComponent(path)).not.toThrow();
  });
});

describe("the address", () => {
  test.each(["0.0.0.0", "::"])("%s is refused, whatever the settings say", async (host) => {
    const refuse = vi.fn();
    await listen(host, { isDevelopment: false, refuse });
    expect(refuse).toHaveBeenCalledWith(expect.stringContaining(`listen on ${host}`));
  });

  test.each(["127.0.0.1", "::1", "localhost", "127.9.9.9"])("%s is fine", async (host) => {
    const refuse = vi.fn();
    await listen(host, { isDevelopment: false, refuse });
    expect(refuse).not.toHaveBeenCalled();
  });

  test("a server that Next created by itself does not start", () => {
    expect(() => assertFrontDoor({})).toThrow("use npm start");
    expect(() => assertFrontDoor({ [Symbol.for("winnow.front-door")]: true })).not.toThrow();
  });
});

describe("a caller's address", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const SPOOFED = "x-winnow-address: 203.0.113.9\r\nx-forwarded-for: ";
  const noted = async (proxies: string, forwarded: string) => {
    vi.stubEnv("WINNOW_PROXIES", proxies);
    const { port, seen } = await listen("127.0.0.1", { isDevelopment: false });
    const head = `GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${SPOOFED}${forwarded}\r\nconnection: close\r\n\r\n`;
    await talk(port, head);
    return seen[0]?.headers["x-winnow-address"];
  };

  test.each([
    ["0", "192.0.2.1", "127.0.0.1"],
    ["1", "198.51.100.1, 192.0.2.1", "192.0.2.1"],
    ["2", "198.51.100.1, 192.0.2.1", "198.51.100.1"],
    ["2", "192.0.2.1", "127.0.0.1"],
    ["1", "unknown", "127.0.0.1"],
    ["1", "192.0.2.1:50123", "192.0.2.1"],
    ["1", "[2001:db8::1]:50123", "2001:db8::1"],
    ["1", "2001:db8::1", "2001:db8::1"],
  ])("behind %s proxies, with header %s, is %s", async (proxies, forwarded, address) => {
    expect(await noted(proxies, forwarded)).toBe(address);
  });
});
