import { partText } from "../../conversation/part";
import type { View } from "../grammar/view";
import { namesIn } from "./names";

/** The first line of the list. */
const TITLE = "Names in what was dropped:";
const CHARACTERS_PER_TOKEN = 4;
const LONGEST_NAME = 80;
const NUMBER = /^[\d.]+$/;
/** Characters between two names, and at the start of a line. */
const BETWEEN = 2;

/**
 * The names that these parts held and that `said` does not: symbols and paths, those of one part in a line, so that what stood
 * together is still told together. The newest are kept, about `tokens` of them. Empty without any. What the parts of the
 * prompt that stay name is listed too: otherwise the list would change with every message that follows.
 */
export function listNames(partIds: readonly string[], said: string, view: View, tokens: number): string {
  const taken = new Set(namesIn(said));
  const lines: string[] = [];
  let left = tokens * CHARACTERS_PER_TOKEN;
  for (const id of partIds.toReversed()) {
    const part = view.entry(id)?.part;
    if (!part || left <= 0) continue;
    const names = namesIn(partText(part)).filter((name) => {
      if (taken.has(name) || name.length > Math.min(LONGEST_NAME, left) || NUMBER.test(name)) return false;
      taken.add(name);
      left -= name.length + BETWEEN;
      return true;
    });
    if (names.length > 0) lines.push(`- ${names.join(", ")}`);
  }
  return lines.length === 0 ? "" : [TITLE, ...lines.reverse()].join("\n");
}
