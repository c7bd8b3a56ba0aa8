import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type FollowingServer = {
  readonly url: string /** The followed folder. */;
  readonly logs: string;
  stop(): Promise<void>;
};

/** Starts a production server that follows Claude Code's logs in a new home folder. Needs `npm run build`. */
export async function startFollowing(): Promise<FollowingServer> {
  const home = mkdtempSync(path.join(os.tmpdir(), "winnow-live-"));
  const logs = path.join(home, ".claude", "projects", "live");
  mkdirSync(logs, { recursive: true });
  const port = 33_700 + (process.pid % 200);
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    env: {
      ...process.env,
      PORT: String(port),
      WINNOW_DISCOVERY_HOME: home,
      WINNOW_DATA_DIR: path.join(home, "data"),
      NODE_ENV: "production",
    },
    stdio: "ignore",
    detached: true,
  });
  await until(async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok === true);
  const followed = await fetch(`${url}/api/follow`, {
    method: "PUT",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ root: "claude-code", on: true }),
  });
  if (!followed.ok) throw new Error(`the folder is not followed: ${await followed.text()}`);
  const stop = async () => {
    if (server.pid) process.kill(-server.pid);
    await sleep(2_000);
    rmSync(home, { recursive: true, force: true });
  };
  return { url, logs, stop };
}

const MAX_WAIT_MS = 300_000;

/** Waits until a condition is true; throws after five minutes. */
export async function until(holds: () => Promise<boolean>, everyMs = 100): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error("waited five minutes for nothing");
    await sleep(everyMs);
  }
}

/** Median, 95th percentile and maximum of some times, in whole milliseconds. */
export function timeCells(times: readonly number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  return [0.5, 0.95, 1].map((part) => `${Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0)}`);
}
