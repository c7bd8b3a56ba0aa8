/**
 * How long the library's list takes while nothing changes, and while fifty followed sessions grow, each watched by an
 * open event stream: on a built server in a separate process, with its own data folder.
 *
 *     npm run build && node scripts/run-ts.mjs bench/live/growing.ts [sessions]
 */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printTable } from "@/bench/accuracy/print-table";
import { growingSession } from "@/tests/support/growing-session";
import { startFollowing, timeCells, until } from "./following-server";

const SESSIONS = Number(process.argv[2] ?? 50);
const EVERY_MS = 5_000;
const CALLS = 100;
const startedAt = Date.now() - 170_000;

const { url, logs, stop } = await startFollowing();
try {
  const sizes = Array.from({ length: SESSIONS }, () => 30);
  for (const number of sizes.keys()) grow(number, sizes);
  await until(async () => (await ids()).length >= SESSIONS);
  await sleep(10_000);
  const rows = [["at rest", ...timeCells(await measure())]];
  const streams = new AbortController();
  for (const id of await ids()) void drain(id, streams.signal);
  await sleep(5_000);
  rows.push([`${SESSIONS} open streams, at rest`, ...timeCells(await measure())]);
  const timers = sizes.map((_, number) => {
    const first = setTimeout(() => grow(number, sizes), (number * EVERY_MS) / SESSIONS);
    const next = setInterval(() => grow(number, sizes), EVERY_MS + (number * EVERY_MS) / SESSIONS / 50);
    return () => [clearTimeout(first), clearInterval(next)];
  });
  await sleep(EVERY_MS);
  rows.push([`${SESSIONS} grow every ${EVERY_MS / 1_000} s`, ...timeCells(await measure())]);
  const shown = (await listed()).reduce((sum, { requests }) => sum + requests, 0);
  const written = sizes.reduce((sum, size) => sum + size, 0);
  for (const stop of timers) stop();
  streams.abort();
  printTable(`GET /api/library/sessions, ms, load ${os.loadavg()[0]?.toFixed(1)}`, ["", "p50", "p95", "most"], rows);
  console.log(
    `\nWhile they grew, ${shown} of ${written} written requests were in the list; ${SESSIONS * 31} were there before.`,
  );
} finally {
  await stop();
}

function grow(number: number, sizes: number[]): void {
  sizes[number] = (sizes[number] ?? 0) + 1;
  const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const text = growingSession(sizes[number], new Date(startedAt - number * 1_000)).replaceAll('"live"', `"${id}"`);
  writeFileSync(path.join(logs, `${id}.jsonl`), text);
}

type Listed = { readonly id: string; readonly is_example: boolean; readonly requests: number };

async function listed(): Promise<Listed[]> {
  const answer = await fetch(`${url}/api/library/sessions?limit=200`);
  const { sessions } = (await answer.json()) as { sessions: Listed[] };
  return sessions.filter(({ is_example }) => !is_example);
}

async function ids(): Promise<string[]> {
  return (await listed()).map(({ id }) => id);
}

async function drain(id: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(`${url}/api/sessions/${id}/events`, { signal }).catch(() => null);
  const reader = answer?.body?.getReader();
  while (reader && !(await reader.read().catch(() => ({ done: true }))).done);
}

async function measure(): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const start = performance.now();
    await (await fetch(`${url}/api/library/sessions?limit=50`)).arrayBuffer();
    times.push(performance.now() - start);
    await sleep(100);
  }
  return times;
}
