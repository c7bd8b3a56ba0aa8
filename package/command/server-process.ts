import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolder } from "./data-folder";
import { Refusal } from "./output";

/** The folder of the bundled server. */
export const SERVER = new URL("../../server/", import.meta.url);

export type RunningServer = { readonly address: string; readonly stop: () => Promise<void> };

/** The file in which the server of this data folder writes its address. */
const noteFile = () => path.join(dataFolder(), "server.json");

/** The address of this data folder's server, if it answers. `WINNOW_URL` names another. */
export async function findServer(): Promise<string | null> {
  const noted = process.env.WINNOW_URL ?? readNote();
  if (noted === null || !(await answers(noted))) return null;
  return noted;
}

function readNote(): string | null {
  try {
    const { address } = JSON.parse(fs.readFileSync(noteFile(), "utf8")) as { address?: unknown };
    return typeof address === "string" && /^http:\/\/([\w.-]+|\[[\da-f:]+\]):\d+$/i.test(address) ? address : null;
  } catch {
    return null;
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts the server and waits until it answers. `port` 0: any free one. On failure its log goes to standard error. */
export async function startServer(port: number, host = "127.0.0.1"): Promise<RunningServer> {
  const start = fileURLToPath(new URL("start.mjs", SERVER));
  if (!fs.existsSync(start)) throw new Refusal("the server is not in this package; use npm start in a checkout");
  const folder = dataFolder();
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chosen = port === 0 ? await freePort() : port;
  const address = `http://${reachable(host)}:${chosen}`;
  const script = (name: string) => ["--import", new URL(`scripts/${name}`, SERVER).href];
  const log: string[] = [];
  const child = spawn(process.execPath, [...script("stop-when-orphaned.mjs"), ...script("front-door.mjs"), start], {
    env: {
      MALLOC_ARENA_MAX: "2", // saves about 80 MB of memory when importing 100 MB
      ...process.env,
      WINNOW_DATA_DIR: folder,
      WINNOW_FRONT_DOOR: "start",
      HOST: host,
      PORT: String(chosen),
      LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  await untilReady(child, address, log);
  fs.writeFileSync(noteFile(), JSON.stringify({ address, pid: child.pid }), { mode: 0o600 });
  noteOwnPlace(folder);
  return { address, stop: () => stop(child) };
}

/** A host as written in a URL; a wildcard address is reached through loopback. */
function reachable(host: string): string {
  const bare = host.replace(/^\[|\]$/g, "");
  if (bare === "0.0.0.0" || bare === "::") return "127.0.0.1";
  return bare.includes(":") ? `[${bare}]` : bare;
}

/** Records the package's location for the clients' plugins, which are copied elsewhere. */
export function noteOwnPlace(folder: string): void {
  const own = fileURLToPath(new URL("../../", import.meta.url));
  fs.writeFileSync(path.join(folder, "installed.json"), JSON.stringify({ folder: own }), { mode: 0o600 });
}

async function untilReady(child: ChildProcess, address: string, log: readonly string[]): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Refusal(`the server did not start:\n${log.join("").trim()}`);
    if (await answers(address)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Refusal(`the server did not respond within a minute:\n${log.join("").trim()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  fs.rmSync(noteFile(), { force: true });
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await ended;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/**
 * The credentials if the server needs a key: WINNOW_KEY, or the key that this data folder's server wrote there at its
 * start. The latter is never sent to another server.
 */
export function keyHeaders(address: string): Record<string, string> {
  const key = process.env.WINNOW_KEY ?? (address === readNote() ? ownKey() : null);
  return key ? { authorization: `Bearer ${key}` } : {};
}

function ownKey(): string | null {
  try {
    return fs.readFileSync(path.join(dataFolder(), "own.key"), "utf8").trim();
  } catch {
    return null;
  }
}

/** Calls the API of a running server. A problem becomes a sentence. */
export async function callApi(address: string, route: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...keyHeaders(address), ...Object.fromEntries(new Headers(init.headers)) };
  return answerOrRefuse(await fetch(`${address}${route}`, { ...init, headers }));
}

/** The answer itself, unless it is a problem, which becomes a sentence. */
export async function answerOrRefuse(response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; code?: string };
  throw new Refusal(
    `${problem.detail ?? `the server answered ${response.status}`}${problem.code ? ` (${problem.code})` : ""}`,
  );
}
