import { clip } from "../previews/clip";

/** The start of a text as one line of at most `most` characters, whatever the text's own lines. */
export const oneLine = (text: string, most: number): string =>
  clip(
    text
      .slice(0, most * WITH_SPACES)
      .replace(/\s+/g, " ")
      .trim(),
    most,
  );

/** How many characters are read for each one that is kept, because runs of spaces become one. */
const WITH_SPACES = 8;
