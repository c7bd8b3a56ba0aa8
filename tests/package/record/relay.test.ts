import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ExchangeRow } from "@/lib/importers/recording/recording-row";
import { REMOVED } from "@/package/command/record/credentials";
import type { Exchange } from "@/package/command/record/exchange";
import { upstreamOf } from "@/package/command/record/machine";
import { proxyFor } from "@/package/command/record/outgoing-proxy";
import { RecordingFile } from "@/package/command/record/recording-file";
import { type Relay, startRelay } from "@/package/command/record/relay";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A provider with one answer. */
async function provider(answer: http.RequestListener): Promise<URL> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

type Recorder = {
  readonly base: string;
  readonly relay: Relay;
  readonly file: string;
  /** Waits for this many rows and returns them. */
  readonly rows: (many: number) => Promise<ExchangeRow[]>;
};

async function recorder(upstream: URL): Promise<Recorder> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-relay-"));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "recordings", "one.jsonl");
  const recording = new RecordingFile(file, "any", (text) => text);
  const relay = await startRelay((exchange: Exchange) => recording.write(exchange));
  closers.push(() => relay.close());
  const rows = async (many: number) => {
    for (let wait = 0; wait < 200; wait += 1) {
      const [, ...lines] = fs.readFileSync(file, "utf8").trim().split("\n");
      if (lines.length >= many) return lines.map((line) => JSON.parse(line) as ExchangeRow);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${many} rows were not written`);
  };
  return { base: relay.open("api", upstream), relay, file, rows };
}

const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

async function bodyOf(message: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Asked = { readonly message: http.IncomingMessage; readonly body: Buffer };

/** Node's own client, which decompresses nothing. */
function ask(address: string, options: http.RequestOptions = {}, body?: Buffer): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: body ? "POST" : "GET", agent: false, ...options });
    request.once("error", reject);
    request.once("response", (message) => bodyOf(message).then((got) => resolve({ message, body: got }), reject));
    request.end(body);
  });
}

const json = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Grüße ".repeat(9_000) }] });

describe("bytes in are bytes out", () => {
  const codings = {
    identity: (bytes: Buffer) => bytes,
    gzip: (bytes: Buffer) => zlib.gzipSync(bytes),
    deflate: (bytes: Buffer) => zlib.deflateSync(bytes),
    br: (bytes: Buffer) => zlib.brotliCompressSync(bytes),
  };
  for (const [coding, pack] of Object.entries(codings))
    for (const isChunked of [true, false])
      test(`${coding}, ${isChunked ? "in chunks" : "with a length"}: in both directions, and the text is recorded`, async () => {
        let received: { hash: string; headers: string[]; url: string | undefined } | null = null;
        const answer = pack(Buffer.from(`data: ${json}\n\n`));
        const upstream = await provider(async (request, response) => {
          received = { hash: hash(await bodyOf(request)), headers: request.rawHeaders, url: request.url };
          response.writeHead(207, "Odd", [
            "Content-Encoding",
            coding,
            "X-Twice",
            "1",
            "X-Twice",
            "2",
            ...length(answer),
          ]);
          for (let at = 0; at < answer.length; at += 700) response.write(answer.subarray(at, at + 700));
          response.end();
        });
        const { base, rows } = await recorder(new URL("/base/", upstream));
        const sent = pack(Buffer.from(json));
        const headers = {
          "Content-Encoding": coding,
          "X-Odd-CASE": "kept",
          ...Object.fromEntries(pairs(length(sent))),
        };
        const { message, body } = await ask(`${base}/v1/x?beta=true&odd=%2F`, { headers }, sent);
        expect(received).toMatchObject({ hash: hash(sent), url: "/base/v1/x?beta=true&odd=%2F" });
        expect((received as unknown as { headers: string[] }).headers).toContain("X-Odd-CASE");
        expect([message.statusCode, message.statusMessage, hash(body)]).toEqual([207, "Odd", hash(answer)]);
        expect(message.rawHeaders.filter((name) => name === "X-Twice")).toHaveLength(2);
        const [row] = await rows(1);
        expect(row).toMatchObject({ end: "complete", method: "POST", path: "/base/v1/x?beta=true" });
        expect(row?.request).toMatchObject({ bytes: sent.length, body: { text: json } });
        expect(row?.response).toMatchObject({ bytes: answer.length, body: `data: ${json}\n\n` });

        function length(bytes: Buffer): string[] {
          return isChunked ? [] : ["Content-Length", `${bytes.length}`];
        }
      });

  const pairs = (list: readonly string[]) => list.flatMap((name, at) => (at % 2 ? [] : [[name, list[at + 1]]]));

  test("data that is not text passes too, and only its size is recorded", async () => {
    const noise = randomBytes(300_000);
    const upstream = await provider((request, response) => void request.pipe(response));
    const { base, rows } = await recorder(upstream);
    const { body } = await ask(base, {}, noise);
    expect(hash(body)).toBe(hash(noise));
    expect((await rows(1))[0]).toMatchObject({
      request: { bytes: noise.length, body: null },
      response: { bytes: noise.length, body: null },
    });
  });

  test("an event arrives before the next one is created", async () => {
    let more = () => {};
    const upstream = await provider((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      more = () => response.end("data: 2\n\n");
    });
    const { base } = await recorder(upstream);
    const answer = await fetch(base);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: 1\n\n");
    more();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: 2\n\n");
  });

  test("the client sees a provider's refusal", async () => {
    const upstream = await provider((_, response) =>
      response.writeHead(529, { "retry-after": "7" }).end('{"error":{"message":"Overloaded"}}'),
    );
    const { base, rows } = await recorder(upstream);
    const { message, body } = await ask(base);
    expect([message.statusCode, message.headers["retry-after"], `${body}`]).toEqual([
      529,
      "7",
      '{"error":{"message":"Overloaded"}}',
    ]);
    expect((await rows(1))[0]?.response).toMatchObject({ status: 529, headers: { "retry-after": "7" } });
  });
});

describe("a proxy in the environment", () => {
  const at = (address: string, environment: Record<string, string>) => proxyFor(new URL(address), environment)?.host;

  test("is used for hosts without an exception", () => {
    const env = {
      HTTPS_PROXY: "http://proxy:8080",
      http_proxy: "plain:3128",
      NO_PROXY: "localhost,.inner.example,one.example:444",
    };
    expect(at("https://api.example.com/v1", env)).toBe("proxy:8080");
    expect(at("http://api.example.com/v1", env)).toBe("plain:3128");
    expect(at("https://a.inner.example", env)).toBeUndefined();
    expect(at("https://one.example:444", env)).toBeUndefined();
    expect(at("https://one.example", env)).toBe("proxy:8080");
    expect(at("https://api.example.com", { HTTPS_PROXY: "x", NO_PROXY: "*" })).toBeUndefined();
  });

  test("is asked for a tunnel to the provider, and gets its credentials", async () => {
    const upstream = await provider((_, response) => response.end("through"));
    const tunnels: unknown[] = [];
    const proxy = http.createServer().on("connect", (request, socket) => {
      tunnels.push([request.url, request.headers["proxy-authorization"]]);
      const far = net.connect(Number(upstream.port), "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      far.pipe(socket).pipe(far);
      far.on("error", () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    closers.push(() => proxy.close());
    vi.stubEnv("http_proxy", `http://me:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    closers.push(() => vi.unstubAllEnvs());
    const { base } = await recorder(new URL(`http://far.example:${upstream.port}`));
    const { body } = await ask(base);
    expect([`${body}`, tunnels]).toEqual([
      "through",
      [[`far.example:${upstream.port}`, `Basic ${Buffer.from("me:pass").toString("base64")}`]],
    ]);
  });
});

describe("what ends early", () => {
  test("a request that the client cancels ends at the provider too", async () => {
    let cancelled = () => {};
    const ended = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const upstream = await provider((request, response) => {
      request.resume();
      response.on("close", () => !response.writableFinished && cancelled());
      response.writeHead(200).write("data: begun\n\n");
    });
    const { base, rows } = await recorder(upstream);
    const stop = new AbortController();
    const answer = await fetch(base, { method: "POST", body: json, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
    await ended;
    expect((await rows(1))[0]).toMatchObject({ end: "cancelled", response: { body: "data: begun\n\n" } });
  });

  test("if a provider breaks off, so does the client's answer, and what arrived is kept", async () => {
    const upstream = await provider((_, response) => {
      response.writeHead(200).write("data: begun\n\n");
      setTimeout(() => response.destroy(), 20);
    });
    const { base, rows } = await recorder(upstream);
    await expect(ask(base)).rejects.toThrow();
    expect((await rows(1))[0]).toMatchObject({ end: "failed", response: { body: "data: begun\n\n" } });
  });

  test("an unreachable provider is a broken connection, not an answer of ours", async () => {
    const { base, rows } = await recorder(new URL("http://127.0.0.1:1"));
    await expect(ask(base, {}, Buffer.from(json))).rejects.toThrow(/hang up|reset/);
    expect((await rows(1))[0]).toMatchObject({ end: "failed", response: null, problem: /ECONNREFUSED/ });
  });

  test("an idle connection is closed before a provider that waits 5 s closes it", async () => {
    let rested = (_: number) => {};
    const rest = new Promise<number>((resolve) => {
      rested = resolve;
    });
    const upstream = await provider((request, response) => {
      const { socket } = request;
      response.writeHead(200, { "keep-alive": "timeout=60" }).end("{}");
      response.once("finish", () => {
        const since = Date.now();
        socket.once("close", () => rested(Date.now() - since));
        socket.setTimeout(0); // this server would close it after 5 s
      });
    });
    const { base } = await recorder(upstream);
    await ask(base);
    const waited = await rest;
    expect(waited).toBeGreaterThan(3_500);
    expect(waited).toBeLessThan(4_900);
  }, 10_000);

  test("a provider that is silent for longer is awaited", async () => {
    const upstream = await provider((_, response) => {
      setTimeout(() => response.end("{}"), 4_500);
    });
    const { base } = await recorder(upstream);
    expect(`${(await ask(base)).body}`).toBe("{}");
  }, 10_000);

  test("a full disk ends the recording and not the relay", async () => {
    const upstream = await provider((_, response) => response.end("{}"));
    const { base, file } = await recorder(upstream);
    fs.rmSync(path.dirname(file), { recursive: true });
    for (let n = 0; n < 2; n += 1) expect((await ask(base)).message.statusCode).toBe(200);
  });
});

describe("whom the recorder lets in, and what it calls", () => {
  const hello = () => provider((_, response) => response.end("hello"));

  test("another user of the machine does not know the path", async () => {
    const { base } = await recorder(await hello());
    expect((await ask(base)).message.statusCode).toBe(200);
    const { host, pathname } = new URL(base);
    const [, secret = ""] = pathname.split("/");
    expect(secret.length).toBeGreaterThanOrEqual(32);
    const tries = [
      "/",
      "/api",
      `/${secret}`,
      `/${secret}/other`,
      `/${secret}x/api`,
      `/${secret.slice(1)}/api`,
      "//api",
    ];
    for (const guess of tries) expect((await ask(`http://${host}${guess}`)).message.statusCode).toBe(404);
  });

  test("it listens only on the loopback address", async () => {
    const { base } = await recorder(await hello());
    const outer = Object.values(os.networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === "IPv4");
    if (outer === undefined) return;
    const { port } = new URL(base);
    const refused = await new Promise((resolve) => {
      net.connect({ host: outer.address, port: Number(port) }, () => resolve(false)).once("error", () => resolve(true));
    });
    expect(refused).toBe(true);
  });

  test("a web page is refused, even one whose name resolves here", async () => {
    const { base } = await recorder(await hello());
    const { port } = new URL(base);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: `http://127.0.0.1:${port}` },
      { "sec-fetch-site": "cross-site" },
      { host: `evil.example:${port}` },
      { host: `localhost:${port}` },
    ])
      expect((await ask(base, { headers })).message.statusCode).toBe(404);
  });

  test("no request reaches another host: not by its path, its target or a tunnel", async () => {
    const asked: (string | undefined)[] = [];
    const upstream = await provider((request, response) => {
      asked.push(request.url);
      response.end();
    });
    const { base } = await recorder(new URL("/v1", upstream));
    const { port, hostname, pathname } = new URL(base);
    const raw = (path: string, method = "GET") =>
      new Promise<string>((resolve) => {
        const socket = net.connect({ host: hostname, port: Number(port) }, () =>
          socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
        );
        let said = "";
        socket.on("data", (chunk) => (said += chunk)).on("close", () => resolve(said));
      });
    expect(await raw(`http://evil.example${pathname}/x`)).toContain("404");
    expect(await raw("evil.example:443", "CONNECT")).not.toContain("200");
    expect(await raw(`${pathname}@evil.example/x`)).toContain("404");
    for (const odd of ["//evil.example/x", "/../../x", "/\\evil.example"]) await raw(`${pathname}${odd}`);
    expect(asked).toEqual(["/v1//evil.example/x", "/v1/../../x", "/v1/\\evil.example"]);
  });

  test("a hostile provider's redirect is passed on and not followed", async () => {
    let asked = 0;
    const elsewhere = await provider((_, response) => {
      asked += 1;
      response.end();
    });
    const upstream = await provider((_, response) => response.writeHead(307, { location: elsewhere.href }).end());
    const { base } = await recorder(upstream);
    const { message } = await ask(base, { headers: { authorization: "Bearer canary-1234567890" } });
    expect([message.statusCode, message.headers.location, asked]).toEqual([307, elsewhere.href, 0]);
  });

  test("a web socket is refused in a way after which clients continue over HTTP", async () => {
    const { base } = await recorder(await hello());
    const headers = { connection: "Upgrade", upgrade: "websocket" };
    expect((await ask(base, { headers })).message.statusCode).toBe(426);
  });

  test("an invalid address, or one with a password, is refused", () => {
    for (const odd of ["api.openai.com", "ftp://x.example", "https://me:secret@x.example/v1"])
      expect(() => upstreamOf(odd)).toThrow();
  });

  test("a provider cannot fill the memory or the disk with one answer", async () => {
    const upstream = await provider((_, response) => {
      const bomb = zlib.gzipSync(Buffer.alloc(64 << 20));
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const { base, rows } = await recorder(upstream);
    await ask(base);
    expect((await rows(1))[0]?.response).toMatchObject({ body: null });
  });
});

describe("no credential is written", () => {
  const CANARIES = {
    authorization: "Bearer canary-bearer-7f3a9b",
    "x-api-key": "canary-x-api-key-11",
    "api-key": "canary-azure-key-22",
    "x-goog-api-key": "canary-goog-key-33",
    cookie: "session=canary-cookie-44; b=canary-cookie-55",
    "proxy-authorization": "Basic canary-proxy-66",
    "x-unheard-of": "canary-unknown-header-77",
    "x-amz-security-token": "canary-token-88",
  };

  test("not from headers, queries, bodies that repeat it, cookies in the answer, or errors", async () => {
    const upstream = await provider(async (request, response) => {
      const body = `${await bodyOf(request)}`;
      response
        .writeHead(401, { "set-cookie": "id=canary-set-cookie-99; Path=/" })
        .end(JSON.stringify({ error: { message: `wrong key ${request.headers["x-api-key"]}` }, body }));
    });
    const { base, file, rows } = await recorder(upstream);
    const body = JSON.stringify({ model: "m", note: `curl -H "x-api-key: ${CANARIES["x-api-key"]}"` });
    await ask(
      `${base}/v1/models/m:generateContent?key=canary-query-00&alt=sse`,
      { headers: CANARIES },
      Buffer.from(body),
    );
    const [row] = await rows(1);
    const written = fs.readFileSync(file, "utf8");
    expect(written).not.toContain("canary");
    expect(row?.path).toBe("/v1/models/m:generateContent?alt=sse");
    expect(row?.request.body?.text).toContain(REMOVED);
    expect(row?.response?.body).toContain(`wrong key ${REMOVED}`);
  });

  test("only this user can read the file and its folder", async () => {
    const { file } = await recorder(await provider((_, response) => response.end()));
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });
});
