import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { describeWhere, FULL_FORM } from "@/tests/support/describe-where";
import { generateConversation } from "@/tests/support/generate-conversation";
import { inMilliseconds, percentile, repeat } from "@/tests/support/measure";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

/** The specification's load, and a smaller one. */
const LOOPS = isFull ? 64 : 8;
const IMPORT_BYTES = (isFull ? 61 : 20) << 20;
const READERS = 50;
const READ_MS = isFull ? 60_000 : 5_000;
/** Limits for a busy machine; the target is 300 and 100 ms on a quiet one. */
const MAX_MS = { small: 5_000, health: 3_000, read: 10_000 };

let server: ProductionServer;
beforeAll(async () => {
  if (isBuilt) server = await startProductionServer();
});
afterAll(() => server?.stop());

const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(`${server.origin}${path}`, { method: "POST", body, headers });
const JSON_TYPE = { "content-type": "application/json" };
const compress = (body: string) => post("/api/compress", body, JSON_TYPE);

/** A body for POST /api/compress with about this many characters. */
function bodyOf(characters: number): string {
  const codec = CODECS[0];
  if (!codec) throw new Error("there are no formats");
  const of = (messages: number) => {
    const encoded = codec.encode(generateConversation(messages, 7, 5)) as Record<string, unknown>;
    return JSON.stringify({ ...encoded, format: codec.id, strategy: "winnow", force: true, context_window: 200_000 });
  };
  const hundred = of(100).length;
  return of(Math.max(4, Math.round((100 * characters) / hundred)));
}

const transcript = () => {
  const id = "abababab-0000-4000-8000-000000000001";
  return makeSession({ id, turns: Math.ceil((1_000 * IMPORT_BYTES) / makeSession({ id, turns: 1_000 }).length) });
};

describeWhere(isFull && isBuilt, FULL_FORM, "small calls next to large ones", () => {
  test("large bodies and an import do not delay a small call", async () => {
    const [small, large, file] = [bodyOf(4_000), bodyOf(822_000), transcript()];
    expect((await compress(small)).status).toBe(200);
    const stop = new AbortController();
    const loops = Array.from({ length: LOOPS }, () => repeatLarge(large, stop.signal));
    const [calls, health] = [
      repeat(() => compress(small), stop.signal, 20),
      repeat(() => fetch(`${server.origin}/api/health`), stop.signal, 20),
    ];
    try {
      expect(await importedAs(file)).toBe("done");
    } finally {
      stop.abort();
    }
    await Promise.all(loops);
    const [{ times: smallTimes, faults: smallFaults }, { times: healthTimes, faults }] = [await calls, await health];
    expect([smallFaults, faults]).toEqual([[], []]);
    recordFigure("P7", `small calls next to ${LOOPS} loops of large bodies and an import`, inMilliseconds(smallTimes));
    recordFigure(
      "P7",
      `health check next to ${LOOPS} loops of large bodies and an import`,
      inMilliseconds(healthTimes),
    );
    expect(percentile(smallTimes, 0.99)).toBeLessThan(MAX_MS.small);
    expect(percentile(healthTimes, 0.99)).toBeLessThan(MAX_MS.health);
  });

  test("fifty readers are answered without an error", async () => {
    const stop = AbortSignal.timeout(READ_MS);
    const places = ["/api/sessions", "/api/strategies", "/api/models", "/api/health"];
    const readers = Array.from({ length: READERS }, (_, index) =>
      repeat(() => fetch(`${server.origin}${places[index % places.length]}`), stop),
    );
    const results = await Promise.all(readers);
    const times = results.flatMap((result) => result.times);
    expect(results.flatMap(({ faults }) => faults)).toEqual([]);
    recordFigure("L6", `${READERS} readers`, `${inMilliseconds(times)}, ${times.length} answers`);
    expect(percentile(times, 0.99)).toBeLessThan(MAX_MS.read);
  });
});

/** How a large file's job ends. Polled, because a busy machine takes longer than a client waits. */
async function importedAs(file: string): Promise<string> {
  const headers = { "content-type": "application/octet-stream", "x-file-name": "large.jsonl", connection: "close" };
  const { job } = (await (await post("/api/sessions", file, headers)).json()) as { readonly job: Job };
  while (true) {
    const { state } = (await (await fetch(`${server.origin}/api/jobs/${job.id}`)).json()) as Job;
    if (!["queued", "running"].includes(state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

type Job = { readonly id: string; readonly state: string };

/** Nested filters: the work is cubic in the rows, so only the time limit ends it. */
const HOSTILE_PATH = "$.rows[?count($.rows[?count($.rows[*]) > 1]) > 1]";
const HOSTILE_LOOPS = 4;
/** Limit with other work on the machine; without lanes, calls would wait behind queries. */
const MAX_WAIT_MS = 300;
const HOSTILE_MS = isFull ? 60_000 : 8_000;

describe.skipIf(!isBuilt)("small calls next to hostile queries", () => {
  test("four loops of endless JSON paths do not delay small calls", async () => {
    const place = await putAside(JSON.stringify({ rows: Array.from({ length: 3_000 }, (_, id) => ({ id })) }));
    const waits: number[] = [];
    const count = async () => {
      const answer = await post("/api/tokens", '{"text":"one two three","tokenizers":["o200k"]}', JSON_TYPE);
      waits.push(Number(/queue;dur=([\d.]+)/.exec(answer.headers.get("server-timing") ?? "")?.[1]));
      return answer;
    };
    const small = (signal: AbortSignal) => repeat(count, signal, 20);
    expect((await count()).status).toBe(200);
    const alone = await small(AbortSignal.timeout(HOSTILE_MS / 4));
    const stop = AbortSignal.timeout(HOSTILE_MS);
    const loops = Array.from({ length: HOSTILE_LOOPS }, () => repeatQuery(place, stop));
    const beside = await small(stop);
    const answers = (await Promise.all(loops)).flat();
    expect([...new Set(answers)]).toEqual([422]);
    expect([...alone.faults, ...beside.faults]).toEqual([]);
    const waited = percentile(waits, 0.99);
    const figure = `${inMilliseconds(beside.times)} (of which waiting for a thread: p99 ${Math.round(waited)} ms); without these loops, just before: ${inMilliseconds(alone.times)}`;
    recordFigure("P7", `small calls next to ${HOSTILE_LOOPS} loops of hostile queries`, figure);
    expect(waited).toBeLessThan(MAX_WAIT_MS);
    const slowness = 5 * percentile(alone.times, 0.99); // of the machine
    expect(percentile(beside.times, 0.99)).toBeLessThan(MAX_MS.small + slowness);
  });
});

/** Puts a text aside by compressing a conversation with it. Returns the text's address. */
async function putAside(text: string): Promise<string> {
  const call = { id: "call_1", type: "function", function: { name: "read", arguments: "{}" } };
  const messages = [
    { role: "user", content: "read it" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "call_1", content: text },
    ...Array.from({ length: 8 }, (_, turn) => ({ role: turn % 2 ? "user" : "assistant", content: `turn ${turn}` })),
  ];
  const answer = await compress(
    JSON.stringify({ messages, model: "gpt-5", strategy: "centagent-externalise", force: true }),
  );
  const { refs } = (await answer.json()) as { readonly refs: readonly { readonly id: string }[] };
  return `/api/refs/${refs[0]?.id}`;
}

/** Repeats calls until the signal; returns each answer's status. */
async function repeatQuery(place: string, signal: AbortSignal): Promise<number[]> {
  const answers: number[] = [];
  while (!signal.aborted) {
    const answer = await fetch(`${server.origin}${place}?json_path=${encodeURIComponent(HOSTILE_PATH)}`);
    await answer.arrayBuffer();
    answers.push(answer.status);
  }
  return answers;
}

/** A full queue is an acceptable answer for a loop, which retries later. Any other failure is a fault. */
async function repeatLarge(large: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await compress(large);
    await answer.arrayBuffer();
    if (answer.status === 200) continue;
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
