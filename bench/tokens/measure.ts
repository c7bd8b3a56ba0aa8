import { createRequire } from "node:module";
import { cpus } from "node:os";
import { join } from "node:path";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createTokenizer, type TokenizerId } from "@/lib/tokenizers/tokenizer";
import { parseVocabulary } from "@/lib/tokenizers/vocabulary";
import { readMessages } from "./messages";
import { PATHOLOGICAL } from "./pathological";

type Counter = (text: string) => number;
type Oracle = { countTokens(text: string, options: { disallowedSpecial: Set<string> }): number };

const ROUNDS = 5;
const [root = ".", folder] = process.argv.slice(2);
const require = createRequire(join(root, "package.json"));

const oracle = (name: string): Counter => {
  const { countTokens } = require(`gpt-tokenizer/encoding/${name}_base`) as Oracle;
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
};

const ours = (id: TokenizerId): Counter => {
  const tokenizer = createTokenizer(id, loadVocabulary);
  return (text) => tokenizer.count(text);
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Processor time of this process: unlike the clock, it hardly depends on what else the machine does. */
function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Interleaved rounds, so that a noisy moment hits every counter. */
function compareSpeeds(messages: readonly string[], bytes: number) {
  const counters: [string, Counter][] = [
    ["ours, o200k", ours("o200k")],
    ["gpt-tokenizer, o200k", oracle("o200k")],
    ["ours, cl100k", ours("cl100k")],
    ["gpt-tokenizer, cl100k", oracle("cl100k")],
    ["ours, claude (estimate)", ours("claude")],
  ];
  const sums = counters.map(([, count]) => sumCounts(count, messages)); // also the warm-up
  const times = counters.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    counters.forEach(([, count], index) => {
      times[index]?.push(milliseconds(() => sumCounts(count, messages)));
    });
  console.log("| counter | MB per CPU second, median (min–max) | tokens |\n|---|---|---|");
  counters.forEach(([name], index) => {
    const speeds = (times[index] ?? []).map((time) => bytes / 1e3 / time);
    const range = `${Math.min(...speeds).toFixed(1)}–${Math.max(...speeds).toFixed(1)}`;
    console.log(`| ${name} | ${median(speeds).toFixed(1)} (${range}) | ${sums[index]} |`);
  });
  reportRatios(times, messages, counters);
}

function reportRatios(times: number[][], messages: readonly string[], counters: [string, Counter][]) {
  for (const [mine, theirs] of [
    [0, 1],
    [2, 3],
  ] as const) {
    const ratio = median(times[theirs] ?? []) / median(times[mine] ?? []);
    const differing = messages.filter((text) => counters[mine]?.[1](text) !== counters[theirs]?.[1](text)).length;
    console.log(`\n${counters[mine]?.[0]}: ${ratio.toFixed(2)} × gpt-tokenizer; ${differing} messages differ.`);
  }
}

const sumCounts = (count: Counter, messages: readonly string[]): number => {
  let total = 0;
  for (const message of messages) total += count(message);
  return total;
};

function measureLoading() {
  console.log("\n| vocabulary | file | load (CPU), first / median of 5 | memory of the tables |\n|---|---|---|---|");
  for (const name of ["o200k", "cl100k"] as const) {
    const file = loadVocabulary(name);
    const times = Array.from({ length: 5 }, () => milliseconds(() => parseVocabulary(file)));
    const { bytes, offsets, slots, pairRanks } = parseVocabulary(file);
    const memory = bytes.length + offsets.byteLength + slots.byteLength + pairRanks.byteLength;
    const load = `${times[0]?.toFixed(0)} / ${median(times).toFixed(0)} ms`;
    console.log(`| ${name} | ${(file.length / 1e6).toFixed(2)} MB | ${load} | ${(memory / 1e6).toFixed(1)} MB |`);
  }
}

function measurePathological() {
  const count = ours("o200k");
  console.log("\n| input (o200k) | length | CPU ms | at a tenth | ratio |\n|---|---|---|---|---|");
  for (const { name, length, make } of PATHOLOGICAL) {
    const whole = make(length);
    const time = median(Array.from({ length: 3 }, () => milliseconds(() => count(whole))));
    // Each tenth once, so that no remembered piece makes the short input look faster than it is.
    const tenths = Array.from({ length: 10 }, (_, part) =>
      whole.slice((part * length) / 10, ((part + 1) * length) / 10),
    );
    const tenthTime = median(tenths.map((tenth) => milliseconds(() => count(tenth))));
    const ratio = (time / tenthTime).toFixed(1);
    console.log(`| ${name} | ${length} | ${time.toFixed(0)} | ${tenthTime.toFixed(1)} | ${ratio} |`);
  }
}

measureLoading();
const messages = readMessages(root, folder);
const bytes = messages.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(
  `\n${messages.length} messages, ${(bytes / 1e6).toFixed(1)} MB, Node ${process.version}, ${cpus()[0]?.model}\n`,
);
compareSpeeds(messages, bytes);
measurePathological();
