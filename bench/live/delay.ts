/**
 * How long a new request of a followed session takes to reach the open page: from the file to the event, and to the
 * page rendered by the server. The browser's share is measured in tests/e2e/live.spec.ts.
 *
 *     npm run build && node scripts/run-ts.mjs bench/live/delay.ts [requests]
 */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printTable } from "@/bench/accuracy/print-table";
import { growingSession } from "@/tests/support/growing-session";
import { startFollowing, timeCells, until } from "./following-server";

const REQUESTS = Number(process.argv[2] ?? 20);
const startedAt = new Date(Date.now() - 170_000);
const { url, logs, stop } = await startFollowing();
const file = path.join(logs, "live.jsonl");
const streams = new AbortController();
try {
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
      ["file to event", ...timeCells(toEvent ?? [])],
      ["the server draws the page", ...timeCells(toPage ?? [])],
      ["together", ...timeCells(whole ?? [])],
    ],
  );
} finally {
  streams.abort();
  await stop();
}

function grow(requests: number): void {
  writeFileSync(file, growingSession(requests, startedAt));
}

async function countEvents(id: string, onEvent: () => void): Promise<void> {
  const { body } = await fetch(`${url}/api/sessions/${id}/events`, { signal: streams.signal });
  try {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (chunk.includes("event: session")) onEvent();
  } catch {}
}
