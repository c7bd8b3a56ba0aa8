import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { LOCAL_CALLER } from "@/lib/api/caller";
import { importFiles } from "@/lib/server/ingest/import-files";
import { stageBlob } from "@/lib/server/objects/blobs";
import { asCaller } from "@/lib/server/process/caller-context";
import { queryLaneFor } from "@/lib/server/store/stored-outputs";
import { heapMbOf, LANES, laneFor, runTask, threadsOf } from "@/lib/server/workers/pool";
import { startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

startTestServer();

const SMALL = new TextEncoder().encode(JSON.stringify({ text: "one", tokenizers: ["o200k"] }));
const body = new TextEncoder().encode(JSON.stringify({ text: "some words ".repeat(100_000), tokenizers: ["o200k"] }));
const count = (signal: AbortSignal) => runTask({ kind: "count", input: { body } }, { lane: "interactive", signal });
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([0, 5, 60, 250])("what waits behind a task aborted after %i ms still runs", async (ms) => {
  const [running, waiting, dropped] = [new AbortController(), new AbortController(), new AbortController()];
  const outcomes = [running, waiting, dropped].map((controller) =>
    count(controller.signal).then(
      () => "answered",
      (error: Error) => error.name,
    ),
  );
  await after(ms);
  dropped.abort();
  running.abort();
  expect(await outcomes[1]).toBe("answered");
  expect(["answered", "AbortError"]).toContain(await outcomes[0]);
  expect(["answered", "AbortError"]).toContain(await outcomes[2]);
});

/** Uncounted words: about a second of work. */
function newWords(seed: number, many = 150_000): Uint8Array {
  const words = Array.from({ length: many }, (_, index) => ((seed * 150_000 + index) * 2_654_435_761).toString(36));
  return new TextEncoder().encode(JSON.stringify({ text: words.join(" "), tokenizers: ["o200k"] }));
}

test("aborted work ends, so that the next task need not wait for its normal end", async () => {
  const [stop, stopClock] = [new AbortController(), new AbortController()];
  const input = { body: newWords(1_000, 900_000) };
  const aborted = runTask({ kind: "count", input }, { lane: "import", signal: stop.signal }).catch(() => "aborted");
  await after(300);
  stop.abort();
  expect(await aborted).toBe("aborted");
  // Half of the aborted work, in another lane, serves as a clock on any machine; starting a thread takes far less.
  const half = { body: newWords(2_000, 450_000) };
  const clock = runTask({ kind: "count", input: half }, { lane: "bulk", signal: stopClock.signal }).catch(() => null);
  const next = runTask({ kind: "count", input: { body } }, { lane: "import" });
  expect(await Promise.race([next.then(() => "next"), clock.then(() => "clock")])).toBe("next");
  stopClock.abort();
  await clock;
});

test("an import does not wait behind large bodies", async () => {
  const text = makeSession({ id: "dddddddd-0000-4000-8000-000000000001", turns: 200 });
  expect(laneFor(text.length)).toBe("bulk");
  const stop = new AbortController();
  let waiting = 30;
  const large = Array.from({ length: waiting }, (_, index) =>
    runTask({ kind: "count", input: { body: newWords(index) } }, { lane: "bulk", signal: stop.signal }).then(
      () => (waiting -= 1),
      () => {},
    ),
  );
  const staged = await stageBlob(Readable.from([Buffer.from(text)]));
  const [report] = await importFiles([{ ...staged, name: "large.jsonl" }]);
  expect(report?.sessions).toHaveLength(1);
  expect(waiting).toBeGreaterThan(0);
  stop.abort();
  await Promise.all(large);
});

test("a long query does not delay small calls", async () => {
  const json = JSON.stringify({ rows: Array.from({ length: 3_000 }, (_, id) => ({ id })) });
  const { path, sha256 } = await stageBlob(Readable.from([json]));
  const text = { start: null, end: null, grep: null, jsonPath: "$.rows[?count($.rows[?count($.rows[*]) > 1]) > 1]" };
  const stop = new AbortController();
  let isOver = false;
  const query = runTask(
    { kind: "query", input: { path, sha256, ...text } },
    { lane: queryLaneFor(text, json.length), signal: stop.signal },
  )
    .catch(() => null)
    .finally(() => (isOver = true));
  await runTask({ kind: "count", input: { body } }, { lane: "interactive" });
  expect(isOver).toBe(false);
  stop.abort();
  await query;
});

test("the callers of a lane take turns, however many tasks one of them has", async () => {
  const done: string[] = [];
  const ask = (id: string) =>
    asCaller({ ...LOCAL_CALLER, who: { kind: "key", id } }, () =>
      runTask({ kind: "count", input: { body: SMALL } }, { lane: "query" }).then(() => done.push(id)),
    );
  await Promise.all([..."aaaaaa", ..."bb", "c"].map(ask));
  expect(done.join("")).toMatch(/^a[abc]{3}/);
  expect(done.indexOf("c")).toBeLessThan(4);
  expect(done.lastIndexOf("b")).toBeLessThan(6);
});

test("imports and large bodies may use a quarter of the memory, between a small call's heap and a gigabyte", () => {
  const gigabytes = (many: number) => many * 2 ** 30;
  expect([1, 2, 24].map((many) => heapMbOf("import", gigabytes(many)))).toEqual([320, 512, 1_024]);
  expect(heapMbOf("bulk", gigabytes(24))).toBe(1_024);
  expect(heapMbOf("interactive", gigabytes(24))).toBe(320);
});

test("large bodies use two processors if there is enough memory", () => {
  const roomy = 8 * 2 ** 30;
  expect(LANES.map((lane) => threadsOf(lane, 8, roomy))).toEqual([1, 1, 2, 1]);
  expect([threadsOf("bulk", 1, roomy), threadsOf("bulk", 8, 2 ** 30)]).toEqual([1, 1]);
});
