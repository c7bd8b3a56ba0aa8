import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeZip } from "@/tests/support/make-zip";
import { isBuilt, type ProductionServer, spawnNext, startProductionServer } from "@/tests/support/production-server";

describe.skipIf(!isBuilt)("the edge of a production server", () => {
  let server: ProductionServer;
  beforeAll(async () => {
    server = await startProductionServer();
  });
  afterAll(() => server.stop());

  const descriptors = () => fs.readdirSync(`/proc/${server.process.pid}/fd`).length;
  /** What is received until the other side closes. */
  const talk = async (head: string): Promise<string> => {
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(head));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {});
    await once(socket, "close");
    return text;
  };
  const request = (line: string, headers: readonly string[] = ["Host: 127.0.0.1"]) =>
    talk(`${[`${line} HTTP/1.1`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`);

  test.skipIf(!fs.existsSync("/proc/self/fd"))("of 5,000 upgrades none is left open", async () => {
    const before = descriptors();
    const upgrade = [
      "GET /ws HTTP/1.1",
      "Host: evil.example",
      "Origin: http://evil.example",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
      "\r\n",
    ].join("\r\n");
    for (let round = 0; round < 50; round += 1)
      expect(await Promise.all(Array.from({ length: 100 }, () => talk(upgrade)))).toEqual(Array(100).fill(""));
    await expect.poll(descriptors, { timeout: 10_000 }).toBeLessThanOrEqual(before + 5);
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
  });

  test("the guard handles TRACE and OPTIONS first, whatever the path", async () => {
    for (const path of ["/", "/sessions/x", "/api/health", "/api/nope"])
      for (const method of ["TRACE", "OPTIONS", "PROPFIND"]) {
        const foreign = await request(`${method} ${path}`, ["Host: evil.example"]);
        expect(foreign.slice(0, 12), `${method} ${path}`).toBe("HTTP/1.1 403");
      }
    expect(await request("TRACE /api/sessions")).toMatch(/^HTTP\/1.1 405 .*allow: GET, POST, HEAD, OPTIONS\r/is);
    expect(await request("TRACE /")).toMatch(/^HTTP\/1.1 405 .*allow: GET, HEAD, OPTIONS\r/is);
    expect(await request("OPTIONS /api/health")).toMatch(/^HTTP\/1.1 204 .*allow: GET, HEAD, OPTIONS\r/is);
  });

  test("a path that is not UTF-8 is our 404", async () => {
    for (const path of ["/%ff", "/sessions/%zz", "/sessions/x/%ff"])
      expect(await request(`GET ${path}`)).toMatch(/^HTTP\/1.1 404 .*There is no such page/is);
    for (const path of ["/api/%ff", "/api/sessions/%zz", "/api/sessions/x/parts/%E0%A4"])
      expect(await request(`GET ${path}`)).toMatch(/^HTTP\/1.1 404 .*application\/problem\+json.*"no-such-route"/is);
  });

  test("no page or answer may be cached", async () => {
    const { sessions } = await (await fetch(`${server.origin}/api/sessions`)).json();
    const id = sessions[0]?.id ?? "x";
    const pages = [
      "/",
      "/models",
      "/tokens",
      "/all-sessions",
      "/api-docs",
      ...["", "/cache", "/compare", "/spend", "/replay"].map((page) => `/sessions/${id}${page}`),
    ];
    const answers = ["", "/requests", "/messages", "/export", "/export?format=markdown"].map(
      (path) => `/api/sessions/${id}${path}`,
    );
    // With this header, a page is sent as the data from which it is rendered.
    const asked = [...pages, "/nowhere"].flatMap((path) => [{ path }, { path, headers: { RSC: "1" } }]);
    const others = [...answers, "/api/sessions", "/api/nowhere"].map((path) => ({ path }));
    for (const { path, ...options } of [...asked, ...others]) {
      const response = await fetch(server.origin + path, options);
      await response.body?.cancel();
      expect(response.headers.get("cache-control") ?? "", path).toContain("no-store");
    }
  });

  test("34 stalled and slow senders lock nobody out, and are gone after the time limit", async () => {
    const head =
      "POST /api/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 33554432\r\n\r\n";
    const sockets = Array.from({ length: 34 }, () => net.connect(server.port, "127.0.0.1"));
    let received = 0;
    const closed = sockets.map((socket) => {
      socket
        .on("error", () => {})
        .on("data", (chunk) => {
          if (String(chunk).startsWith("HTTP/1.1 408")) received += 1;
        });
      socket.write(`${head}{"text`);
      return once(socket, "close");
    });
    const drip = setInterval(() => {
      for (const socket of sockets.slice(17)) if (socket.writable) socket.write("x");
    }, 3_000);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const body = JSON.stringify({ text: "hello".repeat(100_000) });
    const headers = { "content-type": "application/json" };
    const honest = await fetch(`${server.origin}/api/tokens`, { method: "POST", headers, body });
    expect(honest.status).not.toBe(503);
    const startedAt = performance.now();
    await Promise.all(closed);
    clearInterval(drip);
    expect(received).toBe(34);
    expect(performance.now() - startedAt).toBeLessThan(40_000);
  });

  test("a ZIP archive with overlapping files is refused immediately", async () => {
    const content = `[${"{},".repeat(10_000_000)}{}]`;
    const kernel = { path: "0.json", content, packed: deflateRawSync(content) };
    const again = Array.from({ length: 60 }, (_, index) => ({
      ...kernel,
      path: `${index + 1}.json`,
      isSameBytes: true,
    }));
    const zip = makeZip([kernel, ...again]);
    const startedAt = performance.now();
    const headers = { "content-type": "application/octet-stream", "x-file-name": "bomb.zip" };
    const response = await fetch(`${server.origin}/api/sessions`, { method: "POST", headers, body: zip as BodyInit });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).toContain("take up the same bytes");
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test.each([
    ["alone", {}],
    ["with HOST set", { HOST: "127.0.0.1" }],
    ["with the name of the door, but without it", { HOST: "127.0.0.1", WINNOW_FRONT_DOOR: "start" }],
  ])("Next started without the start script ends, and answers nobody: %s", async (_name, environment) => {
    const child = spawnNext([], ["-p", "0"], environment);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(output).toContain("Winnow cannot start: Next was started without Winnow's own start script");
  });
});
