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
  const single: Times = { clock: [], processor: [] };
  const double: Times = { clock: [], processor: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isKept = round > 0; // the first is the warm-up
    await timed(() => ask(one, "count"), isKept ? single : null);
    await timed(() => Promise.all([ask(left, "count"), ask(right, "count")]), isKept ? double : null);
  }
  await Promise.all([one, left, right].map((thread) => thread.terminate()));
  const speed = ({ clock }: Times) => (bytes / 1e3 / median(clock)).toFixed(1);
  const ratio = (median(single.clock) / median(double.clock)).toFixed(2);
  const work = median(single.processor) / median(double.processor);
  console.log(`\nThreads, o200k, by the clock: one ${speed(single)} MB/s, two ${speed(double)} MB/s: ${ratio} ×.`);
  console.log(`Processor time of one ÷ of two: ${work.toFixed(2)}, so on two idle cores ${(2 * work).toFixed(2)} ×.`);
}

type Times = { readonly clock: number[]; readonly processor: number[] };

async function timed(work: () => Promise<unknown>, times: Times | null) {
  const [start, processor] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(processor);
  times?.clock.push(performance.now() - start);
  times?.processor.push((user + system) / 1000);
}
