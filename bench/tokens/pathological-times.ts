import { loadVocabulary } from "@/lib/server/vocabulary";
import { createTokenizer, TOKENIZER_IDS } from "@/lib/tokenizers/tokenizer";
import { PATHOLOGICAL } from "./pathological";
import { type Counter, median, milliseconds } from "./timing";

const ids = TOKENIZER_IDS.filter((id) => id !== "claude-4.7" && id !== "generic"); // the same work as claude

/** CPU milliseconds of each input, and how many times a tenth of it takes. */
export function measurePathological() {
  console.log(`\n| input, length | ${ids.join(" | ")} |\n|---|${"---|".repeat(ids.length)}`);
  for (const { name, length, make } of PATHOLOGICAL) {
    const whole = make(length);
    const cells = ids.map((id) => cell(createTokenizer(id, loadVocabulary).count, whole));
    console.log(`| ${name}, ${length} | ${cells.join(" | ")} |`);
  }
}

function cell(count: Counter, whole: string): string {
  const time = milliseconds(() => count(whole));
  // Each tenth once, so that no remembered piece makes the short input look faster than it is.
  const tenth = whole.length / 10;
  const parts = Array.from({ length: 10 }, (_, part) => whole.slice(part * tenth, (part + 1) * tenth));
  const tenthTime = median(parts.map((part) => milliseconds(() => count(part))));
  return `${time.toFixed(0)} ms, ${(time / tenthTime).toFixed(1)} ×`;
}
