/**
 * Compares the time of every strategy with LangChain's `trimMessages` and the AI SDK's `pruneMessages`, and measures how it
 * grows with the conversation:
 *
 *     node scripts/run-ts.mjs bench/compress/speed.ts
 *
 * The code is bundled, as in the workers, because a test runner's module wrappers would slow down Winnow's many small
 * functions more than a peer's.
 */
import { loadavg } from "node:os";
import { generateConversation } from "@/tests/support/generate-conversation";
import { printTable } from "../accuracy/print-table";
import { type Beside, measureBesidePeers, type PresetRow } from "./beside-peers";
import { measureGrowth, SIZES } from "./growth";
import { realConversation } from "./real-conversation";

const SCALE = 5;
/** Targets: the maximum time with and without cached counts, and the maximum exponent of growth. */
const MOST = { warm: 1.3, cold: 1.5, growth: 1.1 };

const times = (value: number) => value.toFixed(2);

function printAims(kind: string, rows: readonly { readonly id: string; readonly value: number }[], most: number) {
  const missed = rows.filter(({ value }) => value > most);
  const named = missed.map(({ id, value }) => `${id} ${times(value)}`).join(", ");
  console.log(
    `- ${kind}: ${rows.length - missed.length} of ${rows.length} within ${most}.${named && ` Missed: ${named}.`}`,
  );
}

function printBeside({ title, messages, tokens, peers, rows }: Beside) {
  console.log(
    `\n${title}: ${messages} messages, ${tokens} tokens (o200k); milliseconds of processor time, fastest run:`,
  );
  console.log(
    `one counting pass with our tokenizer ${peers.count.toFixed(1)}, with gpt-tokenizer ${peers.gptCount.toFixed(1)}; trimMessages with a caching counter ${times(peers.trim)}; pruneMessages ${times(peers.prune)}\n`,
  );
  const cut = rows.filter(({ folds }) => !folds);
  const fold = rows.filter(({ folds }) => folds);
  const warm = ({ id, warm, trim }: PresetRow) => ({ id, value: warm / trim });
  const cold = ({ id, cold, count }: PresetRow) => ({ id, value: cold / count });
  printAims("cached, no summary", cut.map(warm), MOST.warm);
  printAims("cached, with a summary", fold.map(warm), MOST.warm);
  printAims("uncached, no summary", cut.map(cold), MOST.cold);
  printAims("uncached, with a summary", fold.map(cold), MOST.cold);
  const besideGpt = ({ id, cold }: PresetRow) => ({ id, value: cold / peers.gptCount });
  printAims("uncached, compared with gpt-tokenizer's pass", rows.map(besideGpt), MOST.cold);
}

const nameOf = ({ id, status }: PresetRow) => (status === "applied" ? id : `${id} (${status})`);

function printPresets(all: readonly Beside[]) {
  const head = all.flatMap(({ title }) => [`${title}: ms`, "× trim", "uncached, ms", "× count"]);
  const rows = (all[0]?.rows ?? []).map(({ id }) => {
    const found = all.map(({ rows }) => rows.find((row) => row.id === id) as PresetRow);
    const cells = found.flatMap(({ warm, trim, cold, count }) => [warm, warm / trim, cold, cold / count].map(times));
    return [nameOf(found[0] as PresetRow), ...cells];
  });
  printTable("Presets", ["preset", ...head], rows);
}

const real = await realConversation();
const conversations = [
  ["generated", generateConversation(700, 1, SCALE)] as const,
  ...(real ? [["real", real] as const] : []),
];
console.log(
  `Node ${process.version}; load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
const all: Beside[] = [];
for (const [title, conversation] of conversations) {
  const beside = await measureBesidePeers(title, conversation);
  printBeside(beside);
  all.push(beside);
}
printPresets(all);

const { controls, presets } = await measureGrowth(SCALE);
printAims(
  "growth",
  presets.flatMap(({ id, exponent }) => (exponent === null ? [] : [{ id, value: exponent }])),
  MOST.growth,
);
printTable(
  "Growth",
  ["preset", ...SIZES.map(String), "exponent"],
  [...controls, ...presets].map(({ id, times: at, exponent }) => [
    id,
    ...at.map((ms) => (ms === null ? null : times(ms))),
    exponent === null ? null : times(exponent),
  ]),
);
console.log(
  `\nload at the end ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
