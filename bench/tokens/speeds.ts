import { createRequire } from "node:module";
import { join } from "node:path";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer, TOKENIZER_IDS, type TokenizerId } from "@/lib/tokenizers/tokenizer";
import { type Counter, median, milliseconds, sumCounts } from "./timing";

const ROUNDS = 3;
/** A run that no pattern splits, for which the other counters take quadratic time. */
const LONG_RUN = /\p{L}{500}|\s{500}|[^\s\p{L}\p{N}]{500}/u;

type Contestant = { readonly name: string; readonly count: Counter; readonly of: TokenizerId | null };

const ours = (id: TokenizerId): Contestant => {
  const tokenizer = createTokenizer(id, loadVocabulary);
  return { name: `ours, ${id}${tokenizer.basis === "exact" ? "" : " (estimate)"}`, count: tokenizer.count, of: null };
};

function contestants(root: string): Contestant[] {
  const require = createRequire(join(root, "package.json"));
  const others = (["o200k", "cl100k"] as const).flatMap((of): Contestant[] => {
    const tiktoken = require("tiktoken").get_encoding(`${of}_base`);
    const { countTokens } = require(`gpt-tokenizer/encoding/${of}_base`);
    const asText = { disallowedSpecial: new Set<string>() };
    return [
      { name: `tiktoken (wasm), ${of}`, count: (text) => tiktoken.encode_ordinary(text).length, of },
      { name: `gpt-tokenizer, ${of}`, count: (text) => countTokens(text, asText), of },
    ];
  });
  return [...TOKENIZER_IDS.map(ours), ...others];
}

/** Interleaves the rounds of all counters, so that a busy moment affects each of them. */
export function measureSpeeds(root: string, messages: readonly string[]) {
  const all = contestants(root);
  const isQuick = ({ name, of }: Contestant) => of !== "cl100k" && !name.endsWith("generic (estimate)");
  compare("All messages", all.filter(isQuick), messages);
  const short = messages.filter((text) => !LONG_RUN.test(text));
  const few = all.filter(({ name, of }) => of !== null || /, (o200k|cl100k)$/.test(name));
  compare("Messages without a run of 500 letters, spaces or symbols", few, short);
}

function compare(title: string, all: readonly Contestant[], messages: readonly string[]) {
  const bytes = messages.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const warmUp = messages.filter((_, index) => index % 10 === 0);
  for (const { count } of all) sumCounts(count, warmUp);
  const counts = all.map((): number[] => []);
  const times = all.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    all.forEach(({ count }, index) => {
      times[index]?.push(
        milliseconds(() => {
          counts[index] = messages.map(count);
        }),
      );
    });
  console.log(`\n${title} (${messages.length}, ${(bytes / 1e6).toFixed(1)} MB):\n`);
  console.log("| counter | MB per CPU second, median (min–max) | tokens | ours | messages that differ |");
  console.log("|---|---|---|---|---|");
  all.forEach(({ name, of }, index) => {
    const speeds = (times[index] ?? []).map((time) => bytes / 1e3 / time);
    const range = `${Math.min(...speeds).toFixed(1)}–${Math.max(...speeds).toFixed(1)}`;
    const mine = all.findIndex((other) => other.name === `ours, ${of}`);
    const ratio = `${(median(times[index] ?? []) / median(times[mine] ?? [])).toFixed(2)} × as fast`;
    const differing = counts[index]?.filter((tokens, message) => tokens !== counts[mine]?.[message]).length;
    const total = counts[index]?.reduce((sum, tokens) => sum + tokens, 0);
    const comparison = of === null ? "| " : `${ratio} | ${differing}`;
    console.log(`| ${name} | ${median(speeds).toFixed(1)} (${range}) | ${total} | ${comparison} |`);
  });
}
