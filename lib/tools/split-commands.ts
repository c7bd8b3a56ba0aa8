/** One simple command of a shell line, without its here-document. */
export type ShellCommand = {
  readonly words: readonly string[];
  /** Targets of `>` and `>>`. */
  readonly writes: readonly string[];
  readonly appends: readonly string[];
  /** Whether the command's input is the output of the previous command. */
  readonly isPiped: boolean;
};

/** A word, quoted or bare, or an operator, found in one pass. */
const TOKEN =
  /'([^']*)'|"((?:[^"\\]|\\.)*)"|(\d?>>?|&&|\|\||[;|&\n])|((?:[^\s'"\\;|&<>]|\\.)+)|<<-?\s?\\?['"]?(\w+)['"]?|[<]|\s/g;
const LONGEST_LINE = 20_000;

/** Splits at `&&`, `||`, `;`, `|`, `&` and line ends outside quotes; omits here-document bodies. */
export function splitCommands(line: string): ShellCommand[] {
  const empty = (isPiped: boolean) => ({
    words: [] as string[],
    writes: [] as string[],
    appends: [] as string[],
    isPiped,
  });
  const commands: ReturnType<typeof empty>[] = [];
  let current = empty(false);
  let target: "words" | "writes" | "appends" = "words";
  const end = (isPipe: boolean) => {
    if (current.words.length > 0 || current.writes.length > 0) commands.push(current);
    current = empty(isPipe);
    target = "words";
  };
  for (const [, single, double, operator, bare] of withoutHereDocuments(line.slice(0, LONGEST_LINE)).matchAll(TOKEN)) {
    const word = single ?? double ?? bare;
    if (operator?.includes(">")) target = operator.endsWith(">>") ? "appends" : "writes";
    else if (operator !== undefined) end(operator === "|");
    else if (word !== undefined) {
      current[target].push(word);
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
