import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** One exchange as it passed a hop: hashes of both directions. */
export type HopRow = {
  readonly method: string;
  /** The end of the path, which no address on the way changes. */
  readonly call: string;
  readonly request: string;
  readonly requestHeaders: string;
  readonly status: number | null;
  readonly response: string;
  readonly responseHeaders: string;
  readonly bytes: readonly [request: number, response: number];
  /** Whether the client left before the end of the answer. */
  readonly isLeft: boolean;
};

export type Hop = {
  /** The address that leads to a port of this machine through the hop. */
  readonly before: (port: string) => string;
  /** Stops recording what passes. */
  readonly rest: () => void;
  readonly stop: () => void;
};

/** Forwards exchanges and records their hashes. One hop is before the recorder and one after it. */
export async function startHop(file: string): Promise<Hop> {
  mkdirSync(path.dirname(file), { recursive: true });
  let isResting = false;
  const note = (row: HopRow) => {
    if (!isResting) appendFileSync(file, `${JSON.stringify(row)}\n`);
  };
  const server = http.createServer({ requestTimeout: 0 }, (request, response) => passOn(request, response, note));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    before: (target) => `http://127.0.0.1:${port}/${target}`,
    rest: () => {
      isResting = true;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const readHop = (file: string): HopRow[] =>
  (existsSync(file) ? readFileSync(file, "utf8") : "")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as HopRow]));

class Sum {
  bytes = 0;
  readonly #hash = createHash("sha256");

  add(chunk: Buffer): void {
    this.bytes += chunk.byteLength;
    this.#hash.update(chunk);
  }

  get hex(): string {
    return this.#hash.digest("hex");
  }
}

/** The first part of the path is the port to forward to. */
function passOn(request: IncomingMessage, response: ServerResponse, note: (row: HopRow) => void): void {
  const { method = "GET", rawHeaders } = request;
  const [, port = "", target = "/"] = /^\/(\d+)(.*)$/.exec(request.url ?? "") ?? [];
  const [sent, got] = [new Sum(), new Sum()];
  let answer: IncomingMessage | null = null;
  const end = () =>
    note({
      method,
      call: target.split("/").at(-1) ?? "",
      request: sent.hex,
      requestHeaders: sumOf(rawHeaders),
      status: answer?.statusCode ?? null,
      response: got.hex,
      responseHeaders: sumOf(answer?.rawHeaders ?? []),
      bytes: [sent.bytes, got.bytes],
      isLeft: !response.writableFinished,
    });
  const headers = ["Host", `127.0.0.1:${port}`, ...without(rawHeaders)];
  const onward = http.request({ host: "127.0.0.1", port, method, path: target, headers, setHost: false });
  request.on("data", (chunk: Buffer) => sent.add(chunk)).pipe(onward);
  onward.on("error", () => response.destroy());
  onward.on("response", (found) => {
    answer = found;
    response.sendDate = false;
    response.writeHead(found.statusCode ?? 502, found.statusMessage, without(found.rawHeaders));
    response.flushHeaders();
    found.on("data", (chunk: Buffer) => got.add(chunk)).pipe(response);
    found.on("error", () => response.destroy());
  });
  response.on("close", () => {
    end();
    if (!response.writableFinished) onward.destroy();
  });
}

/** Headers about a connection or an address, which differ on each section of the way. */
const OWN = new Set(["host", "connection", "keep-alive", "proxy-connection", "te", "upgrade"]);

const without = (raw: readonly string[]): string[] =>
  raw.flatMap((name, at) => (at % 2 === 0 && !OWN.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ""] : []));

const sumOf = (raw: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(without(raw)))
    .digest("hex");

/**
 * A program with a client's name, for the recorder to start: it routes the client's calls to the recorder through a
 * hop, and starts the client. Returns its folder.
 */
export function programBehind(hop: Hop, program: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, path.basename(program));
  writeFileSync(
    file,
    `#!/usr/bin/env node
const led = (text) => text.replaceAll(/http:\\/\\/127\\.0\\.0\\.1:(\\d+)\\/(?=[\\w-]{32}\\/)/g, "${hop.before("$1")}/");
const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, led(value)]));
const { status, signal } = require("node:child_process").spawnSync(${JSON.stringify(program)}, process.argv.slice(2).map(led), { env, stdio: "inherit" });
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
`,
  );
  chmodSync(file, 0o755);
  return folder;
}

/** The number of exchanges with equal bytes, headers and status at both hops, and a sentence for every other one. */
export function comparePassed(front: readonly HopRow[], back: readonly HopRow[]) {
  const left = [...back];
  const differences = front.flatMap((row, at) => {
    const found = left.findIndex((one) => isSame(row, one));
    if (found === -1) return [`exchange ${at + 1} (${row.method} ${row.call}) did not pass the recorder unchanged`];
    left.splice(found, 1);
    return [];
  });
  const invented = left.map((row) => `an exchange behind the recorder was none before it: ${JSON.stringify(row)}`);
  return {
    passed: [front.length - differences.length, front.length] as const,
    differences: [...differences, ...invented],
  };
}

/** If the client left early, the hop has only part of the answer. */
function isSame(front: HopRow, back: HopRow): boolean {
  const keyOf = ({ bytes: [sent], response, isLeft: _, ...rest }: HopRow) =>
    JSON.stringify({ ...rest, sent, ...(!front.isLeft && { response }) });
  return keyOf(front) === keyOf(back) && (front.isLeft ? front.bytes[1] <= back.bytes[1] : true);
}
