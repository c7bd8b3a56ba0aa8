import { type Part, partText } from "../conversation/part";
import type { FutureStep } from "../evaluation/future-step";

/** Words that only code contains: `snake_case`, `camelCase`, `PascalCase`, `name2`; five letters or more. */
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]{4,}/g;
const IS_CODE = /_[A-Za-z0-9]|[a-z][A-Z]|[A-Za-z]\d/;

/**
 * The identifiers in a part. Uses a separate pattern, so that this measure does not depend on the facts of
 * `lib/evaluation`.
 */
export function createIdentifierReader(): (part: Part) => ReadonlySet<string> {
  const known = new WeakMap<Part, ReadonlySet<string>>();
  return (part) => {
    const before = known.get(part);
    if (before) return before;
    const found = new Set((partText(part).match(IDENTIFIER) ?? []).filter((word) => IS_CODE.test(word)));
    known.set(part, found);
    return found;
  };
}

/** Identifiers of the original that the agent wrote later without having been shown them in between. */
export function neededIdentifiers(
  parts: readonly Part[],
  future: readonly FutureStep[],
  identifiersOf: (part: Part) => ReadonlySet<string>,
): ReadonlySet<string> {
  const held = new Set(parts.flatMap((part) => [...identifiersOf(part)]));
  const seen = new Set<string>();
  const needed = new Set<string>();
  for (const { part, isAgents } of future)
    for (const name of identifiersOf(part)) {
      if (isAgents && held.has(name) && !seen.has(name)) needed.add(name);
      seen.add(name);
    }
  return needed;
}
