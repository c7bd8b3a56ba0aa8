import { Problem } from "../api/problem";

/**
 * Size limit of every answer. Claude Code accepts 25,000 tokens per tool call, which is about this many characters of
 * JSON.
 */
export const MAX_CHARACTERS = 60_000;

/** The JSON of an answer. Throws a problem if it is too long, with advice on how to ask for less. */
export function boundedText(value: object, howToAskForLess: string): string {
  const text = JSON.stringify(value);
  if (text.length <= MAX_CHARACTERS) return text;
  throw new Problem(
    413,
    "answer-too-large",
    `the answer has ${text.length} characters, more than ${MAX_CHARACTERS}; ${howToAskForLess}`,
    { extra: { limit: MAX_CHARACTERS, actual: text.length } },
  );
}

/** As many leading items as fit into this many characters of JSON, but at least one. */
export function itemsWithin<Item>(items: readonly Item[], characters: number): readonly Item[] {
  let used = 0;
  const end = items.findIndex((item, index) => {
    used += JSON.stringify(item).length + 1;
    return index > 0 && used > characters;
  });
  return end < 0 ? items : items.slice(0, end);
}

/** The beginning of a text, never cut inside a surrogate pair. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? characters - 1 : characters);
}
