import { oncePerPart } from "../../conversation/once-per-part";
import type { Part } from "../../conversation/part";
import { wordsIn } from "./known-names";
import type { NameWords } from "./name-words";
import { textsOf } from "./part-entities";

/** The distinct words of a part that may show a name. Each part object is parsed once. */
export type WordReader = (part: Part) => readonly string[];

/** `sought`: leaves out words that show none of these names. */
export function createWordReader(sought?: NameWords): WordReader {
  /** Null for a word that is left out. */
  const known = new Map<string, string | null>();
  const read = (word: string): string | null => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const copy = [...word].join(""); // a slice would keep the text that it comes from in memory
    const kept = (sought?.mayBeIn(copy) ?? true) ? copy : null;
    known.set(copy, kept);
    return kept;
  };
  return oncePerPart((part: Part) => {
    const words = new Set<string>();
    for (const text of textsOf(part))
      for (const word of wordsIn(text)) {
        const kept = read(word);
        if (kept !== null) words.add(kept);
      }
    return [...words];
  });
}
