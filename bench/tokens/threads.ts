import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { median, sumCounts } from "./timing";

const ROUNDS = 5;

/** In a worker: counts the messages that it was last given, whenever asked. */
export function answerThread() {
  const { count } = createTokenizer("o200k", loadVocabulary);
  let messages: readonly string[] = [];
  parentPort?.on("message", (message: readonly string[] | "count") => {
    if (message !== "count") messages = message;
    parentPort?.postMessage(message === "count" ? sumCounts(count, messages) : 0);
  });
}

const ask = (thread: Worker, message: readonly string[] | "count") =>
  new Promise<number>((resolve) => {
    thread.once("message", resolve);
    thread.postMessage(message);
  });

/** One thread that counts everything beside two that count a half each, in turns; by the clock. */
export async function measureThreads(messages: readonly string[], bytes: number) {
  const [one, left, right] = [0, 1, 2].map(() => new Worker(fileURLToPath(import.meta.url), { argv: [] })) as [
    Worker,
    Worker,
    Worker,
  ];
  const isEven = (_text: string, index: number) => index % 2 === 0;
  const halves = [messages.filter(isEven), messages.filter((text, index) => !isEven(text, index))] as const;
  await Promise.all([ask(one, messages), ask(left, halves[0]), ask(right, halves[1])]);
  const single: number[] = [];
  const double: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    await ask(one, "count");
    const middle = performance.now();
    await Promise.all([ask(left, "count"), ask(right, "count")]);
    if (round === 0) continue; // warm-up
    single.push(middle - start);
    double.push(performance.now() - middle);
  }
  await Promise.all([one, left, right].map((thread) => thread.terminate()));
  const speed = (times: readonly number[]) => (bytes / 1e3 / median(times)).toFixed(1);
  const ratio = (median(single) / median(double)).toFixed(2);
  console.log(`\nThreads, o200k, by the clock: one ${speed(single)} MB/s, two ${speed(double)} MB/s: ${ratio} ×.`);
}
