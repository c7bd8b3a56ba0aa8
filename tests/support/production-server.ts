import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const NEXT = path.resolve("node_modules/next/dist/bin/next");
const FRONT_DOOR = ["--import", pathToFileURL(path.resolve("scripts/front-door.mjs")).href];

/** Whether there is a production build to start; `npm run test:long` creates it. */
export const isBuilt = fs.existsSync(".next/BUILD_ID");

export type ProductionServer = {
  readonly port: number;
  readonly origin: string;
  readonly process: ChildProcess;
  /** The server's output so far, including its log. */
  output(): string;
  stop(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Runs `next start` with these arguments as a child, with a separate data directory; `nodeArguments` come first. */
export function spawnNext(nodeArguments: readonly string[], nextArguments: readonly string[], environment: object) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-long-"));
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NODE_OPTIONS: "",
    WINNOW_DATA_DIR: directory,
    WINNOW_DISCOVERY_HOME: directory,
    LOG_LEVEL: "warn",
    ...environment,
  };
  const child = spawn(process.execPath, [...nodeArguments, NEXT, "start", ...nextArguments], { env, stdio: "pipe" });
  child.on("exit", () => fs.rmSync(directory, { recursive: true, force: true }));
  return child;
}

/**
 * Starts the built server like scripts/run.mjs; resolves once it answers. `environment` may set a data directory that
 * outlives it, and may depend on the port.
 */
export async function startProductionServer(
  environment: object | ((port: number) => object) = {},
  nodeArguments: readonly string[] = [],
): Promise<ProductionServer> {
  const port = await freePort();
  const child = spawnNext([...nodeArguments, ...FRONT_DOOR], ["-H", "127.0.0.1", "-p", String(port)], {
    HOST: "127.0.0.1",
    WINNOW_FRONT_DOOR: "start",
    NEXT_MANUAL_SIG_HANDLE: "true",
    ...(typeof environment === "function" ? environment(port) : environment),
  });
  const written: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => written.push(chunk));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const stop = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return { port, origin, process: child, output: () => Buffer.concat(written).toString(), stop };
}

const isUp = (origin: string) =>
  fetch(`${origin}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
