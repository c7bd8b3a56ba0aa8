/**
 * Characters that a terminal executes or a reader cannot see: control characters except tab and line feed,
 * bidirectional controls, and tags. An escape sequence could set a window's title, write to the clipboard or hide
 * printed text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches invisible characters
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) as number).toString(16)}}`;

/**
 * Untrusted text with invisible characters escaped, such as `\u{1b}`. All text written to a terminal, HTML or Markdown
 * passes through this function.
 */
export const visibleText = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(UNSEEN, escaped);

/** `visibleText` on one line. */
export const visibleLine = (text: string): string => visibleText(text.replaceAll(/\s+/g, " ").trim());

/** JSON for a terminal: the same value, with invisible characters as JSON escapes. */
export const visibleJson = (json: string): string =>
  json.replaceAll(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
