import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { startProductionServer } from "@/tests/support/production-server";

export type MeasuredServer = { readonly origin: string; stop(): Promise<void> };

/** Starts the built server on an empty data directory, where it finds no files of this machine. */
export async function startWinnow(): Promise<MeasuredServer> {
  const directory = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  const { origin, stop } = await startProductionServer({
    WINNOW_DATA_DIR: directory,
    WINNOW_DISCOVERY_HOME: directory,
    MALLOC_ARENA_MAX: "2",
  });
  const end = async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { origin, stop: end };
}

/** Starts the bare server of bare-server.mjs in a separate process. */
export async function startBare(): Promise<MeasuredServer> {
  const child = spawn(process.execPath, ["bench/suite/bare-server.mjs"], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  const stop = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return { origin: `http://127.0.0.1:${String(port).trim()}`, stop };
}

/**
 * Sends a body and reads the full answer. Throws unless it succeeds. Each call uses a new connection, because a server
 * closes idle ones while other contenders run.
 */
export async function post(url: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = http.request(url, { method: "POST", agent: false, headers });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [http.IncomingMessage];
  const text = await readText(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  return text;
}
