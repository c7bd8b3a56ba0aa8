import { afterEach, beforeEach, expect, test } from "vitest";
import { describeWhere, FULL_FORM } from "@/tests/support/describe-where";
import { megabytes, memoryOf, tellsProcesses } from "@/tests/support/measure";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

/** Megabytes; both are read with about the same memory. */
const SIZES = isFull ? [25, 100, 400] : [25, 100];
/**
 * Maximum additional memory per request of a session. About 6 KB are in use; garbage collection has not freed the rest
 * yet.
 */
const MAX_BYTES_PER_REQUEST = 25_000;
const SECONDS_PER_100_MB = 90; // the aim is 30 on a quiet machine

let server: ProductionServer;
beforeEach(async () => {
  if (isBuilt) server = await startProductionServer({ MALLOC_ARENA_MAX: "2" });
});
afterEach(() => server?.stop());

/** Turns in a chunk, and the rows of one. */
const [TURNS, ROWS] = [2, 4];
/** About the size of a real tool result: with it, 100 MB are ten thousand requests. */
const OUTPUT_WORDS = 3_000;

/**
 * Chunks of a transcript of this many megabytes, one after the other, so that the sender does not hold it in memory
 * either.
 */
function* transcript(size: number): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const id = `cdcdcdcd-0000-4000-8000-${String(size).padStart(12, "0")}`;
  for (let sent = 0, part = 0; sent < size * 2 ** 20; part += 1) {
    const rows = makeSession({ id, turns: TURNS, output: wordsOf(part) }).replaceAll(
      /"(u-|msg_|toolu_)/g,
      `"$1${part}-`,
    );
    const last = `"u-${part - 1}-${TURNS * ROWS - 1}"`;
    const chunk = encoder.encode(part === 0 ? rows : rows.replace('"parentUuid":null', `"parentUuid":${last}`));
    sent += chunk.byteLength;
    yield chunk;
  }
}

/** Words unique to this chunk. */
const wordsOf = (part: number) =>
  Array.from({ length: OUTPUT_WORDS }, (_, index) => ((part * OUTPUT_WORDS + index) * 2_654_435_761).toString(36)).join(
    " ",
  );

type Import = { readonly seconds: number; readonly peak: number; readonly requests: number };

async function importOf(size: number): Promise<Import> {
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
  const listed = (await (await fetch(`${server.origin}/api/sessions`)).json()) as { sessions: { requests: number }[] };
  const pid = server.process.pid ?? 0;
  return {
    seconds: (performance.now() - startedAt) / 1000,
    peak: memoryOf(pid, "VmHWM"),
    requests: listed.sessions[0]?.requests ?? 0,
  };
}

describeWhere(
  isFull && isBuilt && tellsProcesses,
  `${FULL_FORM} on Linux, which reports the memory of processes`,
  "large files",
  () => {
    test("take time in proportion to their size, and memory by their requests rather than their bytes", async () => {
      const measured: (Import & { size: number })[] = [];
      for (const size of SIZES) {
        measured.push({ size, ...(await importOf(size)) });
        await server.stop();
        if (size !== SIZES.at(-1)) server = await startProductionServer({ MALLOC_ARENA_MAX: "2" });
      }
      const peaks = measured.map(({ size, peak }) => `${size} MB: ${megabytes(peak)}`).join(", ");
      recordFigure("I11", "peak memory while importing", peaks);
      const hundred = measured.find(({ size }) => size === 100);
      recordFigure("I13", "importing 100 MB", `${hundred?.seconds.toFixed(1)} s`);
      const [first, last] = [measured[0] as Import, measured.at(-1) as Import];
      const perRequest = (last.peak - first.peak) / (last.requests - first.requests);
      recordFigure("I11", "memory per additional request", `${(perRequest / 1000).toFixed(1)} KB, including garbage`);
      expect(perRequest).toBeLessThan(MAX_BYTES_PER_REQUEST);
      expect(hundred?.seconds).toBeLessThan(SECONDS_PER_100_MB);
    });
  },
);
