import type { Part } from "../../conversation/part";
import type { Entity } from "./entity";
import type { EntityReader } from "./part-entities";

/** A line with more names than this and nothing else is a word list that a model cannot use. */
const MOST_NAMES_ALONE = 3;

/**
 * The entities that a part keeps which a strategy or a summary wrote: without those in lines that only list names, for such a
 * list says where to look and not what was there. Compare, replay and advice count by this one rule.
 */
export function usableEntities(part: Part, entitiesOf: EntityReader): ReadonlyMap<string, Entity> {
  const all = entitiesOf(part);
  if (part.type !== "text" || all.size <= MOST_NAMES_ALONE) return all;
  const usable = new Map<string, Entity>();
  for (const line of part.text.split("\n")) {
    const found = entitiesOf({ type: "text", id: "", text: line });
    if (found.size <= MOST_NAMES_ALONE || hasProse(line, found)) for (const entry of found) usable.set(...entry);
  }
  return usable;
}

/** Whether the line has a word that stands in none of its names. A word never spans two of the joined names. */
function hasProse(line: string, names: ReadonlyMap<string, Entity>): boolean {
  const texts = [...names.values()].map(({ text }) => text).join("\n");
  const known = new Set(wordsIn(texts));
  return wordsIn(line).some((word) => !known.has(word) && !texts.includes(word));
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}][\p{L}'-]+/gu) ?? [];
