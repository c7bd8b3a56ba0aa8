import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { median, sumCounts } from "./timing";

const ROUNDS = 5;

type Question = readonly string[] | "count" | { steps: number };

/** Runs in a worker: on request, counts the messages that it last received, or runs an empty loop. */
export function answerThread() {
  const { count } = createTokenizer("o200k", loadVocabulary);
  let messages: readonly string[] = [];
  const answer = (question: Question) => {
    if (question === "count") return sumCounts(count, messages);
    if ("steps" in question) return turn(question.steps);
    messages = question;
    return 0;
  };
  parentPort?.on("message", (question: Question) => parentPort?.postMessage(answer(question)));
}

/** A loop that shares nothing, which shows the maximum that two threads can reach on this machine. */
function turn(steps: number): number {
  let value = 1;
  for (let step = 0; step < steps; step += 1) value = (Math.imul(value, 1664525) + 1013904223) | 0;
  return value;
}

const ask = (thread: Worker, message: Question) =>
  new Promise<number>((resolve) => {
    thread.once("message", resolve);
    thread.postMessage(message);
  });

/** Compares one thread that counts everything with two that count a half each, in turn, by elapsed time. */
export async function measureThreads(messages: readonly string[], bytes: number) {
  const [one, left, right] = [0, 1, 2].map(() => new Worker(fileURLToPath(import.meta.url), { argv: [] })) as [
    Worker,
    Worker,
    Worker,
  ];
  const isEven = (_text: string, index: number) => index % 2 === 0;
  const halves = [messages.filter(isEven), messages.filter((text, index) => !isEven(text, index))] as const;
  await Promise.all([ask(one, messages), ask(left, halves[0]), ask(right, halves[1])]);
  const counting = await compareThreads(
    () => ask(one, "count"),
    () => Promise.all([ask(left, "count"), ask(right, "count")]),
  );
  const control = await compareThreads(
    () => ask(one, { steps: 4e8 }),
    () => Promise.all([ask(left, { steps: 2e8 }), ask(right, { steps: 2e8 })]),
  );
  await Promise.all([one, left, right].map((thread) => thread.terminate()));
  const speed = (time: number) => (bytes / 1e3 / time).toFixed(1);
  console.log(
    `\nTwo threads, o200k, elapsed: one counts ${speed(counting.single)} MB/s, two count ${speed(counting.double)} MB/s, which is ` +
      `${ratio(counting)} × (an empty loop: ${ratio(control)} ×).`,
  );
}

type Times = { single: number; double: number };
const ratio = ({ single, double }: Times) => (single / double).toFixed(2);

/** Medians of elapsed times, measured in turn after a round of warm-up. */
async function compareThreads(single: () => Promise<unknown>, double: () => Promise<unknown>): Promise<Times> {
  const rounds: Times[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({ single: await clock(single), double: await clock(double) });
  const kept = rounds.slice(1);
  return { single: median(kept.map((times) => times.single)), double: median(kept.map((times) => times.double)) };
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
