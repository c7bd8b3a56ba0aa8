/** Items by their agent, in order; agents in the order of their first items. */
export function byAgent<Item extends { readonly agent: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const own = groups.get(item.agent);
    if (own) own.push(item);
    else groups.set(item.agent, [item]);
  }
  return groups;
}
