import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startProductionServer } from "@/tests/support/production-server";
import { makeSession } from "@/tests/support/transcripts";

/**
 * How long small calls wait while the server is busy: `loops` clients send large bodies to compress one after the
 * other, and an import runs, while one client compresses a small body and another checks the server's health. Prints
 * milliseconds. Needs a production build.
 */
const LOOPS = Number(process.argv[2] ?? 64);
const SECONDS = Number(process.argv[3] ?? 20);
const IMPORT_BYTES = 61 << 20;
const LARGE_BYTES = 822 << 10;
const SMALL_BYTES = 20 << 10;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-lanes-"));
const server = await startProductionServer({ WINNOW_DATA_DIR: directory, WINNOW_DISCOVERY_HOME: directory });

/** A chat of about this many bytes with tool calls, as a client sends it. */
function bodyOf(bytes: number): string {
  const text = (index: number) => `line ${index} of a file that was read: ${"word ".repeat(150)}`;
  const turn = (index: number) => [
    {
      role: "assistant",
      content: "I read the file.",
      tool_calls: [
        { id: `call_${index}`, type: "function", function: { name: "read", arguments: `{"path":"src/${index}.ts"}` } },
      ],
    },
    { role: "tool", tool_call_id: `call_${index}`, content: text(index) },
  ];
  const turns = Math.ceil(bytes / JSON.stringify(turn(0)).length);
  const messages = [
    { role: "user", content: "Read the files." },
    ...Array.from({ length: turns }, (_, index) => turn(index)).flat(),
  ];
  return JSON.stringify({ messages, model: "gpt-5", strategy: "winnow", options: { target: 0.5 } });
}

type Times = { readonly name: string; readonly ms: number[]; refused: number; failed: number };

async function once(times: Times, url: string, body?: string): Promise<void> {
  const startedAt = performance.now();
  const init = body === undefined ? {} : { method: "POST", body, headers: { "content-type": "application/json" } };
  const answer = await fetch(`${server.origin}${url}`, init);
  await answer.arrayBuffer();
  if (answer.ok) times.ms.push(performance.now() - startedAt);
  else if (answer.status === 503) {
    times.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get("retry-after") ?? 1)));
  } else times.failed += 1;
}

async function loop(times: Times, until: number, url: string, body?: string, pause = 0): Promise<void> {
  while (performance.now() < until) {
    await once(times, url, body);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const newTimes = (name: string): Times => ({ name, ms: [], refused: 0, failed: 0 });
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

function show({ name, ms, refused, failed }: Times): void {
  const sorted = [...ms].sort((a, b) => a - b);
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => at(sorted, share).toFixed(0));
  console.log(
    `${name}: ${ms.length} answered, p50 ${p50}, p95 ${p95}, p99 ${p99}, most ${most}; refused ${refused}, failed ${failed}`,
  );
}

async function measure(label: string, loops: number, isImporting: boolean): Promise<void> {
  const [large, small, health] = [newTimes("large compress"), newTimes("small compress"), newTimes("health")];
  const until = performance.now() + SECONDS * 1_000;
  const load = Array.from({ length: loops }, () => loop(large, until, "/api/compress", bodyOf(LARGE_BYTES)));
  const transcript = isImporting ? longTranscript() : "";
  const upload = isImporting
    ? fetch(`${server.origin}/api/sessions`, {
        method: "POST",
        body: transcript,
        headers: { "content-type": "application/octet-stream" },
      })
    : null;
  await Promise.all([
    ...load,
    loop(small, until, "/api/compress", bodyOf(SMALL_BYTES), 20),
    loop(health, until, "/api/health", undefined, 20),
    upload?.then((answer) => answer.arrayBuffer()),
  ]);
  console.log(`\n${label}`);
  for (const times of [large, small, health]) show(times);
}

function longTranscript(): string {
  const id = "abababab-0000-4000-8000-000000000001";
  const one = makeSession({ id, turns: 1_000 }).length;
  return makeSession({ id, turns: Math.ceil((1_000 * IMPORT_BYTES) / one) });
}

try {
  await measure("warming up", 2, false);
  await measure("nothing else", 0, false);
  await measure(`${LOOPS} loops of ${LARGE_BYTES >> 10} KB`, LOOPS, false);
  await measure(`${LOOPS} loops of ${LARGE_BYTES >> 10} KB and an import of ${IMPORT_BYTES >> 20} MB`, LOOPS, true);
} finally {
  await server.stop();
  fs.rmSync(directory, { recursive: true, force: true });
}
