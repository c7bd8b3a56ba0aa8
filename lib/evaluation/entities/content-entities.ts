import { type Part, partText } from "../../conversation/part";
import type { EntityReader } from "./part-entities";

/** A line that contains more names than this and nothing else is a word list that a model cannot use. */
const MAX_NAMES_ALONE = 3;
/** First line of a note in which a strategy only lists what was dropped or hidden, or which files were touched. */
const INDEX_NOTE = /^\[Context note: (?:dropped|artifacts|truncated)\]/;
/** A line that points to a text elsewhere, or reports its removal. It mentions the text but does not contain it. */
const REFERENCE = /\bout_[0-9a-f]{6,}|^\s*\[[A-Za-z][^"\n]*\]\s*$/;

/**
 * The part, stripped of text that only mentions content; the same object if it contains no such text. A name in an
 * index, a reference line or a bare list by a strategy or summary only shows where to look, not what was there.
 * Compare, replay and advice all count by this rule.
 */
export function contentPart(part: Part, entitiesOf: EntityReader): Part {
  if (part.type !== "text" && part.type !== "tool-result") return part;
  const text = partText(part);
  if (part.type === "text" && INDEX_NOTE.test(text)) return withText(part, "");
  const isListed = part.type === "text" && entitiesOf(part).size > MAX_NAMES_ALONE;
  const lines = text.split("\n");
  const kept = lines.filter((line) => !REFERENCE.test(line) && !(isListed && isOnlyNames(line, entitiesOf)));
  return kept.length === lines.length ? part : withText(part, kept.join("\n"));
}

/**
 * True if a line has many names and no other word. Joins the names with line breaks, so that no word spans two of them.
 */
function isOnlyNames(line: string, entitiesOf: EntityReader): boolean {
  const names = entitiesOf({ type: "text", id: "", text: line });
  if (names.size <= MAX_NAMES_ALONE) return false;
  const texts = [...names.values()].map(({ text }) => text).join("\n");
  const known = new Set(wordsIn(texts));
  return wordsIn(line).every((word) => known.has(word) || texts.includes(word));
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}][\p{L}'-]+/gu) ?? [];

const withText = (part: Extract<Part, { type: "text" | "tool-result" }>, text: string): Part =>
  part.type === "text" ? { ...part, text } : { ...part, output: [{ type: "text", text }] };
