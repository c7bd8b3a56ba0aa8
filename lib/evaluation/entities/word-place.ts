import { isFileEnding } from "./classify-word";

/** The lines of a text, to be asked for in ascending order, so that the text is walked only once. */
export class LineWalk {
  #start = 0;
  #end: number;

  constructor(readonly text: string) {
    this.#end = this.#find(0);
  }

  /** Start of the line that holds the position. */
  startOf(position: number): number {
    while (this.#end < position) {
      this.#start = this.#end + 1;
      this.#end = this.#find(this.#start);
    }
    return this.#start;
  }

  #find(from: number): number {
    const found = this.text.indexOf("\n", from);
    return found < 0 ? this.text.length : found;
  }
}

/** A word with its position in the text. */
export type Place = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly lines: LineWalk;
};

export const isQuoted = ({ text, start, end }: Place): boolean =>
  /["'`]/.test(text.charAt(start - 1)) && /["'`]/.test(text.charAt(end));

export const isClosingTag = ({ text, start }: Place): boolean => text.startsWith("</", start - 1);

/** Whether it is a tag of a prompt or a log, such as `<tool_use_error>`; components have other names. */
export const isTagName = (name: string, text: string, start: number): boolean =>
  text.charAt(start - 1) === "<" && name.includes("_") && text.charAt(start + name.length) === ">";

/** Whether it is called, as in `mu.lock()`; `a.ts(192,5)` is a place in a file. */
export const isCalled = ({ text, end }: Place): boolean =>
  text.charAt(end) === "(" && !/^\(\d+,\d+\)/.test(text.slice(end, end + 16));

/** Whether it is the rest of a path that begins with a variable, a wildcard or a placeholder. */
export function isRest({ text, start }: Place): boolean {
  const before = text.charAt(start - 1);
  if (before === "*" || before === "}") return true;
  const first = text.charAt(start);
  if (first === "/") return before === ")" || before === "]";
  return first === "." && /[)>\]]/.test(before) && text.charAt(start + 1) !== "/";
}

/** Whether the following characters continue the name: `src/*.ts`, `src/{a,b}.ts`, `src/<name>.ts`. */
export function isOpenEnded({ text, end }: Place): boolean {
  const after = text.charAt(end);
  return after === "*" || after === "{" || (after === "<" && /\w/.test(text.charAt(end + 1)));
}

/** The words after a count of a tool: "Changed 559 characters", "[560 lines truncated]". */
const COUNTED = /^ (?:more |of \d+ )?(?:characters|chars|lines|bytes)\b/;
/** `"line": 152`, `offset=115`, `Line 124:` of a search, `total 168` of a listing. */
const COUNTER_NAME = /\b(?:line|offset|line_count)["']?[=:>] ?["']?$|^\s*Line $|^total $/;
/** A hunk of a diff, a row of `ls -l`. */
const COUNTER_LINE = /^(?:@@ [-+\d, ]*|[-dl][rwxsSt-]{9}[.@+]? .*)$/;
/** File modes as git writes them. */
const FILE_MODES = new Set(["100644", "100755", "120000", "040000"]);

/** Whether a number is that of a line, a place in a file or a hunk, or a size in a listing. */
export function isCounter({ text, start, end, lines }: Place): boolean {
  const digits = /^(\d+)[-.,:]*$/.exec(text.slice(start, Math.min(end, start + 20)))?.[1];
  if (digits === undefined) return false;
  const after = start + digits.length;
  const lineStart = lines.startOf(start);
  const before = text.slice(Math.max(lineStart, start - 80), start);
  if (start - lineStart <= 80 && /^[\s+-]*$/.test(before) && isGutter(text, start, after)) return true;
  if (FILE_MODES.has(digits) || COUNTER_NAME.test(before) || COUNTER_LINE.test(before)) return true;
  return isFileEnding(/\.(\w{1,8})[:(]$/.exec(before)?.[1] ?? "") || COUNTED.test(text.slice(after, after + 30));
}

/** `12→`, `12|`, `12<tab>`, `12:code`; `12: code` and `12 | code` where the next or the last line is numbered too. */
function isGutter(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 3);
  if (/^(?:→|\||\t|[:-](?: {2}|[^ ]|$))/.test(after)) return true;
  return /^(?: \||:(?: |\n))/.test(after) && isNumberedBeside(text, start, end);
}

/** Whether a neighbouring line is numbered too. In a diff it may have the same number. */
function isNumberedBeside(text: string, start: number, end: number): boolean {
  const number = Number(text.slice(start, end));
  const next = Number(/\n[\s+-]{0,8}(\d+)/.exec(text.slice(end, end + 400))?.[1]);
  if (next === number || next === number + 1) return true;
  const lines = text.slice(Math.max(0, start - 400), start).split("\n");
  const before = Number(/^[\s+-]{0,8}(\d+)/.exec(lines.at(-2) ?? "")?.[1]);
  return before === number || before === number - 1;
}

/** Whether the word begins with a side of a diff: `a/src/x.ts` and `b/src/x.ts` are one file. */
export function hasSide(word: string, { text, start, lines }: Place): boolean {
  if (!/^[ab]\/./.test(word)) return false;
  const lineStart = lines.startOf(start);
  return start - lineStart < 300 && /^(?:diff --git |--- |\+\+\+ )/.test(text.slice(lineStart, start));
}
