import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { descriptorsOf, megabytes, memoryOf, percentile, tellsProcesses } from "@/tests/support/measure";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

/** Half an hour in the full form, otherwise twelve seconds; `WINNOW_SOAK_MINUTES` overrides both. */
const MINUTES = Number(process.env.WINNOW_SOAK_MINUTES ?? (isFull ? 30 : 0.2));
const CONNECTIONS = 8;
const READINGS = 20;
/** The first part of the time fills caches and heaps; growth counts after that. */
const WARM_UP_SHARE = 0.4;
const MAX_GROWTH = 1.1;
/** Below this, a single garbage collection makes more than a tenth. */
const LEAST_BYTES = 32 * 2 ** 20;

let server: ProductionServer;
beforeAll(async () => {
  if (isBuilt) server = await startProductionServer({ MALLOC_ARENA_MAX: "2" });
});
afterAll(() => server?.stop());

/** On a new connection, because a kept one may end while this process generates transcripts. */
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${server.origin}${path}`, { ...init, headers: { ...init.headers, connection: "close" } });

/** One connection: imports a new session, reads it in every way, compresses it, deletes it, and starts over. */
async function work(connection: number, signal: AbortSignal, faults: string[]): Promise<number> {
  let calls = 0;
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    calls += 1;
    const answer = await call(path, init);
    const text = await answer.text();
    if (!answer.ok) faults.push(`${init?.method ?? "GET"} ${path.replaceAll(/[0-9a-f]{12,}/g, "…")}: ${answer.status}`);
    return answer.ok && /json/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : null;
  };
  for (let round = 0; !signal.aborted; round += 1) {
    const id = `${String(connection).padStart(8, "0")}-0000-4000-8000-${String(round).padStart(12, "0")}`;
    const body = makeSession({ id, turns: 20 + ((round * 37) % 180) });
    const headers = { "content-type": "application/octet-stream", "x-file-name": `${connection}-${round}.jsonl` };
    const report = (await ask("/api/sessions", { method: "POST", body, headers })) as Report | null;
    const [session] = report?.files[0]?.sessions ?? [];
    if (session === undefined) continue;
    for (const place of [
      "",
      "/requests?agent=main",
      "/messages?agent=main&limit=50",
      "/answer",
      "/export?format=markdown",
    ])
      await ask(`/api/sessions/${session}${place}`);
    await ask("/api/sessions?limit=50");
    await ask("/");
    const compress = JSON.stringify({ session: { id: session }, strategy: "winnow", force: true });
    await ask("/api/compress", { method: "POST", body: compress, headers: { "content-type": "application/json" } });
    await ask(`/api/sessions/${session}`, { method: "DELETE" });
  }
  return calls;
}

type Report = { readonly files: readonly { readonly sessions: readonly string[] }[] };
type Reading = { readonly memory: number; readonly descriptors: number };

async function watch(signal: AbortSignal, readings: Reading[]): Promise<void> {
  const pid = server.process.pid ?? 0;
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, (MINUTES * 60_000) / READINGS));
    readings.push({ memory: memoryOf(pid, "VmRSS"), descriptors: descriptorsOf(pid) });
  }
}

const median = (values: readonly number[]) => percentile(values, 0.5);

describe.skipIf(!isBuilt || !tellsProcesses)(
  "a server that works for a long time (its memory is only known on Linux)",
  () => {
    test(`${MINUTES} minutes, ${CONNECTIONS} connections with imports and deletes: no error, nothing grows`, {
      timeout: MINUTES * 60_000 + 180_000,
    }, async () => {
      const faults: string[] = [];
      const readings: Reading[] = [];
      const signal = AbortSignal.timeout(MINUTES * 60_000);
      const connections = Array.from({ length: CONNECTIONS }, (_, connection) => work(connection, signal, faults));
      const [calls] = await Promise.all([Promise.all(connections), watch(signal, readings)]);
      expect([...new Set(faults)]).toEqual([]);
      const warm = readings.slice(Math.floor(readings.length * WARM_UP_SHARE));
      const half = Math.floor(warm.length / 2);
      const [before, after] = [warm.slice(0, half), warm.slice(half)];
      const memory = [before, after].map((part) => median(part.map((reading) => reading.memory)));
      const open = [before, after].map((part) => median(part.map(({ descriptors }) => descriptors)));
      const [was = 0, is = 0] = memory;
      const total = calls.reduce((sum, count) => sum + count, 0);
      recordFigure(
        "L1",
        `${MINUTES} minutes at ${CONNECTIONS} connections`,
        `${total} calls, no error; memory ${megabytes(was)} then ${megabytes(is)}, descriptors ${open.join(" then ")}`,
      );
      // A short run is all warm-up, so only errors and descriptors count.
      if (MINUTES >= 5) expect(is).toBeLessThan(Math.max(was * MAX_GROWTH, was + LEAST_BYTES));
      expect(open[1]).toBeLessThanOrEqual((open[0] ?? 0) * MAX_GROWTH + 8);
    });
  },
);
