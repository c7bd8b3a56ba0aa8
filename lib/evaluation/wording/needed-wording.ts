import type { Part } from "../../conversation/part";
import type { FutureStep } from "../future-step";
import type { PartWording, WordingReader } from "./part-wording";

/** Indexes of the original parts that contain a word, or six-word run, that the agent wrote later. */
export type NeededWording = { readonly hash: number; readonly blocks: readonly number[] };

/** Words in more parts of the original than this are not rare. */
const MAX_HOLDING = 2;

/**
 * What the agent wrote after the cut in the original's exact words, without having been shown it again. Linear in the
 * original and the future.
 */
export function findNeededWording(parts: readonly Part[], future: readonly FutureStep[], wordingOf: WordingReader) {
  const needed = (kind: keyof PartWording) =>
    holdersOf(writtenUnshown(future, kind, wordingOf), parts, kind, wordingOf);
  return { runs: needed("runs"), rareWords: needed("words").filter(({ blocks }) => blocks.length <= MAX_HOLDING) };
}

function writtenUnshown(future: readonly FutureStep[], kind: keyof PartWording, wordingOf: WordingReader): Set<number> {
  const seen = new Set<number>();
  const written = new Set<number>();
  for (const { part, isAgents } of future)
    for (const hash of wordingOf(part)[kind]) {
      if (isAgents && !seen.has(hash)) written.add(hash);
      seen.add(hash);
    }
  return written;
}

function holdersOf(
  wanted: ReadonlySet<number>,
  parts: readonly Part[],
  kind: keyof PartWording,
  wordingOf: WordingReader,
): NeededWording[] {
  const holders = new Map<number, number[]>();
  parts.forEach((part, block) => {
    for (const hash of wordingOf(part)[kind]) {
      if (!wanted.has(hash)) continue;
      const blocks = holders.get(hash);
      if (blocks === undefined) holders.set(hash, [block]);
      else if (blocks.at(-1) !== block) blocks.push(block);
    }
  });
  return [...holders].map(([hash, blocks]) => ({ hash, blocks }));
}

/** The share that a kept or newly written part still contains; null if there is none. */
export function keptShare(
  needed: readonly NeededWording[],
  isKept: (block: number) => boolean,
  written: ReadonlySet<number>,
): number | null {
  if (needed.length === 0) return null;
  return needed.filter(({ hash, blocks }) => written.has(hash) || blocks.some(isKept)).length / needed.length;
}
