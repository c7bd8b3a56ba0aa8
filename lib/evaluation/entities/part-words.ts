import { oncePerPart } from "../../conversation/once-per-part";
import type { Part } from "../../conversation/part";
import { wordsIn } from "./known-names";
import { textsOf } from "./part-entities";

/** The distinct words of a part that may show a name. Each part object is parsed once. */
export type WordReader = (part: Part) => readonly string[];

export function createWordReader(): WordReader {
  const known = new Map<string, string>();
  const shared = (word: string): string => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const copy = [...word].join(""); // a slice would keep the text that it comes from in memory
    known.set(copy, copy);
    return copy;
  };
  return oncePerPart((part: Part) => Array.from(new Set(textsOf(part).flatMap(wordsIn)), shared));
}
