import type { Part } from "../../conversation/part";
import { textsOf } from "../entities/part-entities";

/** Words per run. Shorter runs occur by chance; longer ones break at each small change. */
const RUN_LENGTH = 6;
/** Shorter words mostly carry grammar, not content. */
const SHORTEST_WORD = 4;

/**
 * A part's words and six-word runs as 32-bit hashes. Between two texts of a million words, about one run in two hundred
 * thousand collides by chance.
 */
export type PartWording = { readonly words: Int32Array; readonly runs: Int32Array };

/** Each part object is parsed once. */
export type WordingReader = (part: Part) => PartWording;

export function createWordingReader(): WordingReader {
  const known = new WeakMap<Part, PartWording>();
  return (part) => {
    const before = known.get(part);
    if (before) return before;
    const found = wordingOf(textsOf(part));
    known.set(part, found);
    return found;
  };
}

function wordingOf(texts: readonly string[]): PartWording {
  const words: number[] = [];
  const runs: number[] = [];
  for (const text of texts) {
    const hashes: number[] = [];
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
      const hash = hashOf(word);
      hashes.push(hash);
      if (word.length >= SHORTEST_WORD) words.push(hash);
    }
    for (let end = RUN_LENGTH; end <= hashes.length; end += 1) runs.push(joined(hashes, end - RUN_LENGTH, end));
  }
  return { words: Int32Array.from(words), runs: Int32Array.from(runs) };
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** Combines several hashes, in order, into one. */
function joined(hashes: readonly number[], start: number, end: number): number {
  let hash = 0x9e3779b9;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (hashes[at] as number), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}
