/** One simple command of a shell line, without its here-document. */
export type ShellCommand = {
  readonly words: readonly string[];
  /** Targets of `<`. */
  readonly reads: readonly string[];
  /** Targets of `>` and `>>`. */
  readonly writes: readonly string[];
  readonly appends: readonly string[];
  /** True if the command's input is the output of the previous command. */
  readonly isPiped: boolean;
};

/** A copied descriptor (`2>&1`), an operator, or a word with its quotes, found in one pass. */
const TOKEN =
  /\d*[<>]&\s?[\d-]+|(&>>?|>&|\d?>>?|&&|\|[|&]|[;|&\n])|((?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"\\;|&<>]|\\.)+)|<<-?\s?\\?['"]?\w+['"]?|(<)|\\\n|\s/g;
const QUOTED = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(\W)/g;
const LONGEST_LINE = 20_000;

/**
 * The word as the command receives it. A backslash before a letter stays, because it separates folders on Windows. In a
 * word with an extension, `dollar` replaces every `$` that the shell does not expand.
 */
function unquoted(word: string, dollar: string): string {
  const kept = word.replace(QUOTED, (_, single?: string, double?: string, escaped?: string) =>
    double === undefined ? (single ?? escaped ?? "").replaceAll("$", dollar) : double.replaceAll("\\$", dollar),
  );
  return /\.\w+$/.test(kept) ? kept : kept.replaceAll(dollar, "$");
}

/** Splits at `&&`, `||`, `;`, `|`, `&` and line ends outside quotes; omits here-document bodies. */
export function splitCommands(line: string, dollar = "$"): ShellCommand[] {
  const empty = (isPiped: boolean) => ({
    words: [] as string[],
    reads: [] as string[],
    writes: [] as string[],
    appends: [] as string[],
    isPiped,
  });
  const commands: ReturnType<typeof empty>[] = [];
  let current = empty(false);
  let target: "words" | "reads" | "writes" | "appends" = "words";
  const end = (isPipe: boolean) => {
    if (current.words.length > 0 || current.writes.length > 0) commands.push(current);
    current = empty(isPipe);
    target = "words";
  };
  for (const [, operator, word, input] of withoutHereDocuments(line.slice(0, LONGEST_LINE)).matchAll(TOKEN)) {
    if (input !== undefined) target = "reads";
    else if (operator?.includes(">")) target = operator.endsWith(">>") ? "appends" : "writes";
    else if (operator !== undefined) end(operator === "|" || operator === "|&");
    else if (word !== undefined) {
      current[target].push(unquoted(word, dollar));
      target = "words";
    }
  }
  end(false);
  return commands.map(({ words, ...rest }) => ({ ...rest, words: withoutPrefixes(words) }));
}

/** Removes `sudo`, `env` and assignments before the program. */
function withoutPrefixes(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^(?:sudo|env|time|nohup|command)$|^\w+=/.test(word));
  return start < 0 ? [] : words.slice(start);
}

function withoutHereDocuments(line: string): string {
  return line.replace(/<<-?\s?\\?['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?(?:\n\1(?=\n|$)|$)/g, "$2");
}
