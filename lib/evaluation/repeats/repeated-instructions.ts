import { isTypedUser } from "../../conversation/message";
import type { Evidence, Readers } from "../evidence";
import type { FutureStep } from "../future-step";
import type { Repeat } from "./repeat";

/** Share of the runs of six words, of the longer of both texts, from which two texts say the same. */
const SAME_SHARE = 0.8;
/** Shorter texts ("yes, go on with it") are repeated without meaning the same. With runs of six, this is eight words. */
const FEWEST_RUNS = 3;

/** Texts that the user typed before the cut and, nearly word for word, once more after it. */
export function findRepeatedInstructions(
  { blocks }: Evidence,
  future: readonly FutureStep[],
  { wordingOf }: Readers,
): Repeat[] {
  const { holders, lengths } = typedTexts(blocks, wordingOf);
  const said = new Set<number>();
  return future.flatMap(({ part, isTyped }, step): Repeat[] => {
    if (!isTyped || part.type !== "text") return [];
    const runs = new Set(wordingOf(part).runs);
    const same = sameTexts(runs, holders, lengths).filter((block) => !said.has(block));
    for (const block of same) said.add(block);
    return same.length === 0 ? [] : [{ kind: "instruction", blocks: same, step }];
  });
}

/** By run, the blocks that hold it; a text that was typed several times counts as its first saying. */
function typedTexts(blocks: Evidence["blocks"], wordingOf: Readers["wordingOf"]) {
  const holders = new Map<number, number[]>();
  const lengths = new Map<number, number>();
  const texts = new Set<string>();
  for (const [index, { part, message }] of blocks.entries()) {
    if (part.type !== "text" || !isTypedUser(message) || (message.origin ?? "typed") !== "typed") continue;
    if (texts.has(part.text)) continue;
    texts.add(part.text);
    const runs = new Set(wordingOf(part).runs);
    lengths.set(index, runs.size);
    for (const run of runs) holders.get(run)?.push(index) ?? holders.set(run, [index]);
  }
  return { holders, lengths };
}

function sameTexts(
  runs: ReadonlySet<number>,
  holders: ReadonlyMap<number, readonly number[]>,
  lengths: ReadonlyMap<number, number>,
): number[] {
  if (runs.size < FEWEST_RUNS) return [];
  const shared = new Map<number, number>();
  for (const run of runs) for (const block of holders.get(run) ?? []) shared.set(block, (shared.get(block) ?? 0) + 1);
  const isSame = ([block, count]: readonly [number, number]) =>
    count >= SAME_SHARE * Math.max(runs.size, lengths.get(block) ?? 0);
  return [...shared].filter(isSame).map(([block]) => block);
}
