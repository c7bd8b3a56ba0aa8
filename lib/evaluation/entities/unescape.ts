/** Escapes that no path holds: a line break before another one, a sign or the start of a word, and escaped quotes. */
const IS_ESCAPED = /\\n(?:\\|[^a-z]|$)|(?<![\w\\])\\n|\\"|\\t\\t/;

/** A path with a drive, a backslash between two names, or an escape. Disjoint repetitions: linear on any text. */
const BACKSLASHES =
  /(?<![A-Za-z])([A-Za-z]:(?:\\{1,2}[^\s"'`<>|*?\\]+)+)|(?<=\w)(\\\\)(?=[A-Za-z_]\w\w)|\\{1,4}(?:([nrt])|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|(["'/]))/g;

/**
 * JSON and source code in a text, with their escapes read: `\n` glues two words together otherwise, and looks like a
 * folder of Windows. A text without certain escapes stays as it is: its backslashes are of paths and namespaces.
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
