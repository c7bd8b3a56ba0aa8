import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { megabytes, memoryOf, tellsProcesses } from "@/tests/support/measure";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

/** Megabytes; both are read with about the same memory. */
const SIZES = isFull ? [25, 100, 400] : [25, 100];
/** How much more memory the largest may take than the smallest; loose, because a collection comes when it likes. */
const MOST_GROWTH = 250 * 2 ** 20;
const SECONDS_PER_100_MB = 90; // the aim is 30 on a quiet machine

let server: ProductionServer;
beforeEach(async () => {
  if (isBuilt) server = await startProductionServer({ MALLOC_ARENA_MAX: "2" });
});
afterEach(() => server?.stop());

/** Chunks of a transcript of that many megabytes, so that the sender does not hold it either. */
function* transcript(size: number): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let sent = 0, part = 0; sent < size * 2 ** 20; part += 1) {
    const id = `cdcdcdcd-0000-4000-8000-${String(size).padStart(12, "0")}`;
    const chunk = encoder.encode(makeSession({ id, turns: 500 }).replaceAll(/"uuid":"/g, `"uuid":"${part}-`));
    sent += chunk.byteLength;
    yield chunk;
  }
}

async function importOf(size: number): Promise<{ seconds: number; peak: number }> {
  const startedAt = performance.now();
  const parts = transcript(size);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const answer = await fetch(`${server.origin}/api/sessions?wait=true`, {
    method: "POST",
    body,
    headers: { "content-type": "application/octet-stream", "x-file-name": `${size}.jsonl` },
    duplex: "half",
  } as RequestInit);
  expect(answer.status).toBe(201);
  const pid = server.process.pid ?? 0;
  return { seconds: (performance.now() - startedAt) / 1000, peak: memoryOf(pid, "VmHWM") };
}

describe.skipIf(!isFull || !isBuilt || !tellsProcesses)(
  "large files (in the full form; memory of a process is told on Linux only)",
  () => {
    test("take time in proportion to their size, and hardly more memory", async () => {
      const measured: { size: number; seconds: number; peak: number }[] = [];
      for (const size of SIZES) {
        measured.push({ size, ...(await importOf(size)) });
        await server.stop();
        if (size !== SIZES.at(-1)) server = await startProductionServer({ MALLOC_ARENA_MAX: "2" });
      }
      const peaks = measured.map(({ size, peak }) => `${size} MB: ${megabytes(peak)}`).join(", ");
      recordFigure("I11", "most memory while importing", peaks);
      const hundred = measured.find(({ size }) => size === 100);
      recordFigure("I13", "importing 100 MB", `${hundred?.seconds.toFixed(1)} s`);
      const [first, last] = [measured[0], measured.at(-1)];
      expect((last?.peak ?? 0) - (first?.peak ?? 0)).toBeLessThan(MOST_GROWTH);
      expect(hundred?.seconds).toBeLessThan(SECONDS_PER_100_MB);
    });
  },
);
