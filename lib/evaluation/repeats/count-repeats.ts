import type { Evidence } from "../evidence";
import type { Shown } from "../shown";
import { REPEAT_KINDS, type Repeat, type RepeatKind } from "./repeat";

/** By kind: repeats whose first occurrence the result no longer shows. */
export function countLostRepeats(
  repeats: readonly Repeat[],
  { blocks }: Evidence,
  { keptParts }: Shown,
): Readonly<Record<RepeatKind, number>> {
  const isGone = (block: number) => {
    const part = blocks[block]?.part;
    return part !== undefined && !keptParts.has(part);
  };
  const lost = repeats.filter((repeat) => repeat.blocks.every(isGone));
  const counts = REPEAT_KINDS.map((wanted) => [wanted, lost.filter(({ kind }) => kind === wanted).length]);
  return Object.fromEntries(counts) as Record<RepeatKind, number>;
}
