import { clip } from "../previews/clip";

/** The start of a text as one line of at most `most` characters. */
export const oneLine = (text: string, most: number): string =>
  clip(
    text
      .slice(0, most * WITH_SPACES)
      .replace(/\s+/g, " ")
      .trim(),
    most,
  );

/** Characters read per character kept, because runs of spaces collapse to one. */
const WITH_SPACES = 8;
