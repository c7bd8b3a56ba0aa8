/** An item that must be shown, with the indexes of the blocks that show it. */
export type Coverable = { readonly blocks: readonly number[] };

/**
 * A small set of blocks that shows every item: first those that are the only source of an item, then greedily the block
 * that covers most per token.
 */
export function coverItems(items: readonly Coverable[], tokensOf: (block: number) => number): Set<number> {
  const chosen = new Set(items.flatMap(({ blocks }) => (blocks.length === 1 ? blocks : [])));
  let open = items.filter((item) => !item.blocks.some((block) => chosen.has(block)));
  while (open.length > 0) {
    const best = bestBlock(open, tokensOf);
    chosen.add(best);
    open = open.filter((item) => !item.blocks.includes(best));
  }
  return withoutSpare(chosen, items, tokensOf);
}

/** Removes blocks that others make unnecessary, the largest first. */
function withoutSpare(
  chosen: Set<number>,
  items: readonly Coverable[],
  tokensOf: (block: number) => number,
): Set<number> {
  const held = new Map<number, Coverable[]>();
  const covers = new Map<Coverable, number>();
  for (const item of items)
    for (const block of new Set(item.blocks))
      if (chosen.has(block)) {
        covers.set(item, (covers.get(item) ?? 0) + 1);
        const own = held.get(block);
        if (own) own.push(item);
        else held.set(block, [item]);
      }
  for (const block of [...chosen].sort((a, b) => tokensOf(b) - tokensOf(a))) {
    const own = held.get(block) ?? [];
    if (own.some((item) => covers.get(item) === 1)) continue;
    chosen.delete(block);
    for (const item of own) covers.set(item, (covers.get(item) ?? 1) - 1);
  }
  return chosen;
}

function bestBlock(open: readonly Coverable[], tokensOf: (block: number) => number): number {
  const counts = new Map<number, number>();
  for (const { blocks } of open) for (const block of blocks) counts.set(block, (counts.get(block) ?? 0) + 1);
  const worth = ([block, count]: readonly [number, number]) => count / (1 + tokensOf(block));
  return [...counts].reduce((best, entry) => (worth(entry) > worth(best) ? entry : best))[0];
}
