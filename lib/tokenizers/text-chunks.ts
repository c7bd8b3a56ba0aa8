/** UTF-16 units after which a place to cut is searched, small enough for the processor's cache. */
const CHUNK_LENGTH = 1 << 16;

/**
 * Cuts a long text if no piece can cross: between a line feed and an ASCII letter. A word includes no line break before
 * it, and whitespace ends with its last line break, so the pieces are those of the uncut text. Returns the end of the
 * chunk that begins at `start`; the end of the text if there is no such place.
 */
export function chunkEnd(text: string, start: number): number {
  if (text.length - start <= CHUNK_LENGTH) return text.length;
  for (let feed = text.indexOf("\n", start + CHUNK_LENGTH); feed >= 0; feed = text.indexOf("\n", feed + 1))
    if (isAsciiLetter(text.charCodeAt(feed + 1))) return feed + 1;
  return text.length;
}

/** NaN, which is what follows the last character, is no letter. */
const isAsciiLetter = (unit: number): boolean => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
