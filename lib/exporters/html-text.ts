import { visibleText } from "./visible-text";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Untrusted text as HTML text or as a quoted attribute value. Control, direction and tag characters, which could hide
 * content, are escaped. Half a surrogate pair becomes U+FFFD, as it would in the file anyway.
 */
export const escapeHtml = (text: string): string =>
  visibleText(text.toWellFormed()).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);

const CHARACTERS = new Map(Object.entries(ESCAPES).map(([character, escaped]) => [escaped, character]));

/** Undoes `escapeHtml`, except for the characters that it made visible. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (escaped) => CHARACTERS.get(escaped) ?? escaped);
