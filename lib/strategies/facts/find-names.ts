/**
 * URLs; paths; symbols joined by `.`, `::` or `->`; symbols in camelCase or with `_`; error codes; versions, numbers,
 * hashes.
 */
const NAME =
  /https?:\/\/[^\s"'`<>\\)\]]{1,300}|(?<![\w$.@~/\\-])(?:[\w.@~-]{0,80}(?:[/\\][\w.@-]{1,80}){1,20}|[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,80}){1,6}|[A-Za-z_$][\w$]{0,80}?(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])[\w$]{0,80}|E[A-Z]{4,14}\b|[A-Z]{1,3}\d{3,5}\b|v?\d{1,9}(?:\.\d{1,9})+|\d{3,12}\b|[0-9a-f]{7,40}\b)/g;

/** Minimum length of a name in characters. */
const SHORTEST = 3;

/** Positions of the names in a text as a flat list: start and end of the first, then of the second, and so on. */
export function findNames(text: string): number[] {
  const places: number[] = [];
  for (const { 0: name, index } of text.matchAll(NAME))
    if (name.length >= SHORTEST) places.push(index, index + name.length);
  return places;
}
