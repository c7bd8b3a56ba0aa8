import { createRequire } from "node:module";
import path from "node:path";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { readMessages } from "../../tokens/messages";
import { findPeer } from "../peers";
import { barsOf, type Contender, processorMs, ratioOf, takeTurns } from "../rounds";
import type { Options, Row, RowFigures, Skipped } from "../row";

const SLICE_BYTES = 200_000;
/** More rounds than elsewhere, because each takes only a fraction of a second. */
const MORE_ROUNDS = 3;
/** Longest run without a split: for such a run most counters take quadratic time, which would dominate the measurement. */
const LONG_RUN = /\p{L}{500}|\s{500}|[^\s\p{L}\p{N}]{500}/u;
const OURS = "Winnow";

type Count = (text: string) => number;

export const tokenCounting: Row = {
  id: "tokens",
  title: "Counting tokens",
  what:
    "Counts the exact o200k tokens of this repository's sources and pages, 0.2 MB per round and different texts in each round, so that no counter " +
    "has seen a text before. Processor time. The row fails if any count differs from tiktoken's.",
  isQuick: true,
  measure,
};

async function measure({ rounds: usual }: Options): Promise<RowFigures> {
  const rounds = MORE_ROUNDS * usual;
  const slices = slicesOf(readTexts(), rounds + 1);
  const { counters, skipped } = findCounters();
  const sums = new Map<string, number>();
  const contenders = counters.map(([name, count]): Contender => {
    const run = (round: number) => () => sums.set(`${name} ${round}`, sumOf(slices[round] as string[], count));
    return { name, isOurs: name === OURS, measure: (round) => processorMs(run(round)) };
  });
  const look: Contender = {
    name: "looking at each character",
    isOurs: false,
    measure: (round) => processorMs(() => sumOf(slices[round] as string[], lookAtEach)),
  };
  const times = await takeTurns([...contenders, look], rounds);
  assertSameCounts(sums, rounds);
  const peers = contenders.filter(({ isOurs }) => !isOurs);
  const ratios = peers.map(({ name }) => ratioOf(`tokens/${name}`, times, OURS, name));
  const floor = ratioOf("tokens/characters", times, OURS, look.name).spread.median;
  return {
    unit: "ms for 0.2 MB",
    bars: barsOf([...contenders, look], times),
    ratios,
    aims: ratios.map(({ meaning, spread }) => ({
      meaning,
      value: spread.median,
      most: 1,
      unit: "×",
      whyMissed: "The other counter is faster on these texts.",
    })),
    limit: {
      what: "Reading each character once, which every counter has to do.",
      distance: `Winnow takes ${floor.toFixed(1)} × that; the rest is finding pieces in the vocabulary and merging those that are not in it.`,
    },
    skipped,
  };
}

const readTexts = (): string[] =>
  ["lib", "docs", "components"].flatMap((folder) => readMessages(".", folder)).filter((text) => !LONG_RUN.test(text));

/** Slices of about the same size, each with every n-th text, so that all have the same mixture and share no text. */
function slicesOf(texts: readonly string[], count: number): string[][] {
  const slices = Array.from({ length: count }, (): string[] => []);
  const sizes = slices.map(() => 0);
  for (const [index, text] of [...new Set(texts)].entries()) {
    const at = index % count;
    if ((sizes[at] as number) >= SLICE_BYTES) continue;
    slices[at]?.push(text);
    sizes[at] = (sizes[at] as number) + text.length;
  }
  return slices;
}

const sumOf = (texts: readonly string[], count: Count): number => texts.reduce((sum, text) => sum + count(text), 0);

function lookAtEach(text: string): number {
  let mixed = 0;
  for (let at = 0; at < text.length; at += 1) mixed = (mixed + text.charCodeAt(at)) | 0;
  return mixed;
}

function findCounters(): { counters: [name: string, count: Count][]; skipped: Skipped[] } {
  const require = createRequire(path.resolve("package.json"));
  const asText = { disallowedSpecial: new Set<string>() };
  const { countTokens } = require("gpt-tokenizer/encoding/o200k_base");
  const wasm = require("tiktoken").get_encoding("o200k_base");
  const counters: [string, Count][] = [
    [OURS, createTokenizer("o200k", loadVocabulary).count],
    ["gpt-tokenizer", (text) => countTokens(text, asText)],
    ["tiktoken (wasm)", (text) => wasm.encode_ordinary(text).length],
  ];
  const skipped: Skipped[] = [];
  const add = (name: "js-tiktoken" | "ai-tokenizer", make: (require: NodeJS.Require) => Count) => {
    const peer = findPeer(name);
    if (peer.ok) counters.push([name, make(peer.require)]);
    else skipped.push({ name, reason: peer.reason });
  };
  add("js-tiktoken", (from) => {
    const encoding = from("js-tiktoken").getEncoding("o200k_base");
    return (text) => encoding.encode(text, [], []).length;
  });
  add("ai-tokenizer", (from) => {
    const encoding = from("ai-tokenizer/encoding/o200k_base");
    const tokenizer = new (from("ai-tokenizer").default)(encoding);
    return (text) => tokenizer.count(text);
  });
  return { counters, skipped };
}

/** Checks that our counter agrees with tiktoken, because a fast but wrong counter would prove nothing. */
function assertSameCounts(sums: ReadonlyMap<string, number>, rounds: number): void {
  for (let round = 0; round <= rounds; round += 1) {
    const [ours, exact] = [sums.get(`${OURS} ${round}`), sums.get(`tiktoken (wasm) ${round}`)];
    if (ours !== exact) throw new Error(`Winnow counted ${ours} tokens in round ${round}, tiktoken ${exact}`);
  }
}
