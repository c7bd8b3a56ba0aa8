/** The first difference between two texts, with an excerpt of each. */
export type TextDifference = {
  /** Characters before the difference, which both texts share. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
};

const CONTEXT = 40;
const LONGEST = 200;

/** Null for equal texts. The excerpts omit the common ending, except for a little context. */
export function textDifference(before: string, after: string): TextDifference | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let tail = 0;
  while (tail < shorter - at && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const excerpt = (text: string) =>
    text.slice(Math.max(0, at - CONTEXT), Math.min(text.length - tail + CONTEXT, at + LONGEST));
  return { at, before: excerpt(before), after: excerpt(after) };
}
