const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be made visible
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/**
 * Untrusted text as HTML text or as a quoted attribute value. Control, direction and tag characters, which could hide
 * content, are written as escapes; half a surrogate pair becomes U+FFFD, as it would in the file anyway.
 */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`)
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);

const CHARACTERS = new Map(Object.entries(ESCAPES).map(([character, escaped]) => [escaped, character]));

/** The text that `escapeHtml` was given, but for characters that it made visible. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (escaped) => CHARACTERS.get(escaped) ?? escaped);
