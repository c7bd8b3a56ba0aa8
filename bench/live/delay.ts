/**
 * How long a new request of a followed session takes to the open page, part by part: from the file to the event, and the drawing of the
 * page by the server. What the browser needs is in tests/e2e/live.spec.ts.
 *
 *     npm run build && node scripts/run-ts.mjs bench/live/delay.ts [requests]
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printTable } from "@/bench/accuracy/print-table";
import { growingSession } from "@/tests/support/growing-session";

const REQUESTS = Number(process.argv[2] ?? 20);
const startedAt = new Date(Date.now() - 170_000);
const home = mkdtempSync(path.join(os.tmpdir(), "winnow-delay-"));
const file = path.join(home, ".claude", "projects", "live", "live.jsonl");
mkdirSync(path.dirname(file), { recursive: true });
const port = 33_700 + (process.pid % 90);
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
const streams = new AbortController();
try {
  await until(async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok === true);
  await fetch(`${url}/api/follow`, {
    method: "PUT",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ root: "claude-code", on: true }),
  });
  grow(30);
  let id = "";
  await until(async () => {
    const { sessions } = (await (await fetch(`${url}/api/library/sessions`)).json()) as { sessions: { id: string }[] };
    id = sessions[0]?.id ?? "";
    return id !== "";
  });
  let events = 0;
  void countEvents(id, () => (events += 1));
  await sleep(1_000);
  grow(31);
  await until(async () => events > 0);
  await sleep(3_000);
  const [toEvent, toPage, whole]: number[][] = [[], [], []];
  for (let at = 0; at < REQUESTS; at += 1) {
    const before = events;
    const writtenAt = performance.now();
    grow(32 + at);
    await until(async () => events > before, 2);
    const toldAt = performance.now();
    await (await fetch(`${url}/sessions/${id}`, { headers: { rsc: "1" } })).text();
    const drawnAt = performance.now();
    toEvent?.push(toldAt - writtenAt);
    toPage?.push(drawnAt - toldAt);
    whole?.push(drawnAt - writtenAt);
    await sleep(2_000 + Math.random() * 300);
  }
  printTable(
    `${REQUESTS} requests, ms, load ${os.loadavg()[0]?.toFixed(1)}`,
    ["", "p50", "p95", "most"],
    [
      ["file to event", ...cells(toEvent ?? [])],
      ["the server draws the page", ...cells(toPage ?? [])],
      ["together", ...cells(whole ?? [])],
    ],
  );
} finally {
  streams.abort();
  if (server.pid) process.kill(-server.pid);
  await sleep(2_000);
  rmSync(home, { recursive: true, force: true });
}

function grow(requests: number): void {
  writeFileSync(file, growingSession(requests, startedAt));
}

async function countEvents(id: string, onEvent: () => void): Promise<void> {
  const { body } = await fetch(`${url}/api/sessions/${id}/events`, { signal: streams.signal });
  try {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (chunk.includes("event: session")) onEvent();
  } catch {
    // The measurement is over.
  }
}

function cells(times: readonly number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  return [0.5, 0.95, 1].map((part) => `${Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0)}`);
}

async function until(holds: () => Promise<boolean>, everyMs = 100): Promise<void> {
  while (!(await holds())) await sleep(everyMs);
}
