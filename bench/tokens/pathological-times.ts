import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer, TOKENIZER_IDS } from "@/lib/tokenizers/tokenizer";
import { PATHOLOGICAL } from "./pathological";
import { type Counter, milliseconds } from "./timing";

const ids = TOKENIZER_IDS.filter((id) => id !== "claude-4.7" && id !== "generic"); // does the same work as claude

/** Prints the CPU milliseconds of each input, and its ratio to the time of a tenth of the input. */
export function measurePathological() {
  console.log(`\n| input, length | ${ids.join(" | ")} |\n|---|${"---|".repeat(ids.length)}`);
  for (const { name, length, make } of PATHOLOGICAL) {
    const whole = make(length);
    const cells = ids.map((id) => cell(id, whole));
    console.log(`| ${name}, ${length} | ${cells.join(" | ")} |`);
  }
}

const ROUNDS = 4;

/** The minimum of several rounds on both sides, because other work on the machine can only add time. */
function cell(id: (typeof ids)[number], whole: string): string {
  const tenths = cut(whole, 10);
  let [time, tenthTime] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    time = Math.min(
      time,
      milliseconds(() => fresh(id)(whole)),
    );
    // Counts each tenth only once, so that no cached piece makes the short input look faster than it is.
    const count = fresh(id);
    tenthTime = Math.min(tenthTime, milliseconds(() => tenths.forEach(count)) / tenths.length);
  }
  return `${time.toFixed(0)} ms, ${(time / tenthTime).toFixed(1)} ×`;
}

/** A counter with an empty cache. */
const fresh = (id: (typeof ids)[number]): Counter => createTokenizer(id, loadVocabulary).count;

const cut = (text: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) =>
    text.slice((part * text.length) / parts, ((part + 1) * text.length) / parts),
  );
