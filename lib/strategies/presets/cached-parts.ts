import type { View } from "../grammar/view";

/** Parts that the provider would read from its cache; none if unknown. */
export function cachedParts(view: View): Set<string> {
  const found = new Set<string>();
  let left = (view.environment.cache?.prefixTokens ?? 0) - view.environment.fixedTokens;
  for (const { part } of view.entries()) {
    left -= view.environment.tokensOf(part);
    if (left < 0) break;
    found.add(part.id);
  }
  return found;
}
