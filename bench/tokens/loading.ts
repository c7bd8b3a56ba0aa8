import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createEncoder, EXACT_FAMILIES, type ExactId } from "@/lib/tokenizers/families";
import { parseVocabulary } from "@/lib/tokenizers/vocabulary";
import { median, milliseconds } from "./timing";

/** Measures how long it takes to make a counter from the bytes of the file. The first time includes compiling the code. */
export function measureLoading() {
  console.log("| vocabulary | file | load, first / median of 5 | memory of the tables |\n|---|---|---|---|");
  for (const id of Object.keys(EXACT_FAMILIES) as ExactId[]) {
    const name = EXACT_FAMILIES[id].vocabulary;
    const file = loadVocabulary(name);
    const times = Array.from({ length: 5 }, () => milliseconds(() => createEncoder(EXACT_FAMILIES[id], file)));
    const { bytes, offsets, slots, pairRanks } = parseVocabulary(file);
    const memory = bytes.length + offsets.byteLength + slots.byteLength + pairRanks.byteLength;
    const load = `${times[0]?.toFixed(0)} / ${median(times).toFixed(0)} ms`;
    console.log(`| ${name} | ${(file.length / 1e6).toFixed(2)} MB | ${load} | ${(memory / 1e6).toFixed(1)} MB |`);
  }
}
