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

/** So much of a text is looked at, the spaces among it. */
const WITH_SPACES = 8;
