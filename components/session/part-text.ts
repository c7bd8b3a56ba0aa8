import type { Say } from "@/lib/wording/say";
/** Prepares untrusted text for the screen. Nothing here interprets the text; it only decides what to omit or fold. */

export const FOLD_LINES = 12;
/** Characters; a longer line is cut, with a count of the rest, because browsers lay out very long lines slowly. */
const LONGEST_LINE = 2000;
/** Characters; longer texts are not parsed as Markdown, which would take too long. */
const MARKDOWN_LIMIT = 64 * 1024;
const DEEPEST_NESTING = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with the escape character
const ANSI = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same for what is left of them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Removes terminal sequences and control characters; keeps line breaks and tabs. */
export const plainText = (text: string): string => text.replace(ANSI, "").replace(/\r\n?/g, "\n").replace(CONTROL, "");

export const cutLongLine = (line: string, say: Say): string =>
  line.length <= LONGEST_LINE
    ? line
    : `${line.slice(0, LONGEST_LINE)} … + ${say("{count} characters", {
        count: (line.length - LONGEST_LINE).toLocaleString("en"),
      })}`;

export const countLines = (text: string): number => {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

export function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    const next = text.indexOf("\n", end + 1);
    if (next < 0) return text;
    end = next;
  }
  return text.slice(0, end);
}

/** False for text that is too long or too deeply nested for the Markdown parser. */
export function isMarkdownSafe(text: string): boolean {
  if (text.length > MARKDOWN_LIMIT) return false;
  return text.split("\n").every((line) => {
    const quoteOrList = /^(?:[\s>*+-]|\d+[.)])*/.exec(line)?.[0] ?? "";
    return quoteOrList.replaceAll(/\s+/g, " ").length <= DEEPEST_NESTING && !/[[\](*_`~]{100}/.test(line);
  });
}

export type NumberedLine = { number: string | null; text: string };

/** Separates the line numbers added by file-reading tools (`  509→code`), if every line except the last has one. */
export function numberedLines(text: string): NumberedLine[] {
  const lines = text.split("\n");
  const parsed = lines.map((line) => /^\s{0,8}(\d{1,6})(?:→|\t)(.*)$/.exec(line));
  const misses = parsed.filter((match) => match === null).length;
  if (lines.length === 0 || misses > Math.max(1, lines.length * 0.1) || parsed[0] === null) {
    return lines.map((line) => ({ number: null, text: line }));
  }
  return lines.map((line, index) => {
    const match = parsed[index];
    return match ? { number: match[1] ?? null, text: match[2] ?? "" } : { number: "", text: line };
  });
}

/** Shortens a path to the last segments that fit in `length` characters, at least the name, after `…/`. */
export function endOfPath(path: string, length: number): string {
  if (path.length <= length) return path;
  const segments = path.split("/");
  let end = segments.pop() ?? "";
  for (let next = segments.pop(); next !== undefined && next.length + end.length + 3 <= length; next = segments.pop()) {
    end = `${next}/${end}`;
  }
  return length === 0 ? end : `…/${end}`;
}
