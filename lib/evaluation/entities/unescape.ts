/** Escapes that cannot be part of a path: a line break before another one or before a sign, and escaped quotes. */
const IS_ESCAPED = /\\n(?:\\|[^a-z]|$)|(?<![\w\\])\\n|\\"|\\t\\t/;

/** A path with a drive, a backslash between two names, or an escape. The repetitions are disjoint, so it is linear on any text. */
const BACKSLASHES =
  /(?<![A-Za-z])([A-Za-z]:(?:\\{1,2}[^\s"'`<>|*?\\]+)+)|(?<=\w)(\\\\)(?=[A-Za-z_]\w\w)|\\{1,4}(?:([nrt])|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|(["'/]))/g;

/** What the publisher of a log put in the place of a text: nobody wrote it, so it holds no facts. */
const PLACEHOLDER = /\[REDACTED[^\]\n]{0,120}\]/g;

/** A text without the placeholders of what its publisher cut. */
export const withoutPlaceholders = (text: string): string =>
  text.includes("[REDACTED") ? text.replace(PLACEHOLDER, " ") : text;

/**
 * Resolves the escapes of JSON and source code in a text: otherwise `\n` joins two words and looks like a Windows folder. A
 * text without clear escapes is not changed, because its backslashes belong to paths and namespaces.
 */
export function unescapeText(text: string): string {
  if (!text.includes("\\") || !IS_ESCAPED.test(text)) return text;
  return text.replace(
    BACKSLASHES,
    (whole: string, drive?: string, separator?: string, space?: string, sign?: string) => {
      if (drive !== undefined) return whole;
      if (separator !== undefined) return "\\";
      if (space !== undefined) return space === "t" ? "\t" : "\n";
      return sign ?? " ";
    },
  );
}
