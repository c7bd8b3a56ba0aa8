import type { Part } from "../../conversation/part";
import { textsOf } from "./part-entities";

/** Shorter lines occur by chance. */
const SHORTEST_SPAN = 24;

/** The normalised long lines of a part. Each part object is parsed once. */
export type SpanReader = (part: Part) => ReadonlySet<string>;

export function createSpanReader(): SpanReader {
  const known = new WeakMap<Part, ReadonlySet<string>>();
  return (part) => {
    const before = known.get(part);
    if (before) return before;
    const found = spansOf(part);
    known.set(part, found);
    return found;
  };
}

function spansOf(part: Part): Set<string> {
  return linesOf(textsOf(part).join("\n"));
}

/** Lines with single spaces, without the numbers and markers that tools prepend. */
function linesOf(text: string): Set<string> {
  const spans = new Set<string>();
  for (const line of text.split("\n")) {
    if (line.length < SHORTEST_SPAN || line.length > 2_000) continue;
    const normal = line
      .replace(/^\s*\d+(?:\t|→|: |\|)|^[+-](?=\s|\w)/, "")
      .replace(/\s+/g, " ")
      .trim();
    if (normal.length >= SHORTEST_SPAN) spans.add(normal);
  }
  return spans;
}
