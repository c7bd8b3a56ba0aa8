import { visibleLine, visibleText } from "./visible-text";

/**
 * Untrusted text in a line of Markdown: on one line, with everything escaped that a renderer interprets, addresses included.
 */
export const inline = (text: string): string =>
  visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>#|~&$@]/g, (character) => `\\${character}`)
    .replaceAll("://", "\\://")
    .replaceAll(/(www)\./gi, "$1\\.");

/** A fence longer than any run of backticks inside, so that no content can close it. */
export function fence(content: string, language: "text" | "json"): string {
  const text = visibleText(content);
  let longest = 2;
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}${/[\r\n]$/.test(text) ? "" : "\n"}${mark}`;
}
