/** The lines of a text, to be queried in ascending order, so that the text is scanned once. */
export class LineWalk {
  #start = 0;
  #end: number;

  constructor(readonly text: string) {
    this.#end = this.#find(0);
  }

  /** Start of the line at this position. */
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

/** True for a tag of a prompt or log, such as `<tool_use_error>`. Component names look different. */
export const isTagName = (name: string, text: string, start: number): boolean =>
  text.charAt(start - 1) === "<" && name.includes("_") && text.charAt(start + name.length) === ">";

/** True if it is called, as in `mu.lock()`; `a.ts(192,5)` is a position in a file. */
export const isCalled = ({ text, end }: Place): boolean =>
  text.charAt(end) === "(" && !/^\(\d+,\d+\)/.test(text.slice(end, end + 16));

/** A placeholder folder: `sessions/<id>`. */
const PLACEHOLDER = /\/<[^<>\s]{1,30}>$/;

/** True if it is the rest of a path that starts with a variable, wildcard or placeholder. */
export function isRest({ text, start }: Place): boolean {
  const before = text.charAt(start - 1);
  if (before === "*" || before === "}") return true;
  const first = text.charAt(start);
  if (first === "/")
    return (
      before === ")" ||
      before === "]" ||
      (before === ">" && PLACEHOLDER.test(text.slice(Math.max(0, start - 40), start)))
    );
  return first === "." && /[)>\]]/.test(before) && text.charAt(start + 1) !== "/";
}

/** True if the next characters continue the name: `src/*.ts`, `src/{a,b}.ts`, `src/<name>.ts`. */
export function isOpenEnded({ text, end }: Place): boolean {
  const after = text.charAt(end);
  return after === "*" || after === "{" || (after === "<" && /\w/.test(text.charAt(end + 1)));
}

/**
 * `"line": 152`, `offset=115`, `total 168` of a listing. These are counters, although their names may look like ids.
 */
const COUNTER_NAME = /\b(?:line|offset|total|count|size|length)s?(?:_?number|_?count)?["']?[=:>]? ?["']?$/i;
/** What precedes an identifying number: `#162`, `PR 170`, `port 3001`, `"thread_id": 277`, `localhost:8080`. */
const ID_NAME =
  /(?:(?:^|[\s([,;])#|\b(?:PR|MR|pull request|issue|ticket|bug|port|pid|job|run|build|order|account|customer|user|case|session|id|ID) ?[#:=]? ?|(?:_id|[a-z]I[dD]|\b(?:id|ID|port|PORT|pid|PID|number))["']?\s?[:=]\s?["']?|\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):)$/;
/** What precedes a two-part version: `version 5.3`, `python 3.11`. */
const VERSION_NAME = /(?:\bversions?["']?\s?[:=]?\s?["'^~>=]{0,3}|\b(?:python|node|go|php|ruby|java)[ -]?)$/i;
/** Coordinates of a drawing: `d="M15.41 8.59…`, `points="12.5,3 …`. */
const DRAWING = /\b(?:d|points|viewBox|transform)=\\?["'{][^"'{}]*$/;
const LOOPBACK = new Set(["127.0.0.1", "0.0.0.0", "255.255.255.255"]);

/** True if a number is an identifier (a hash, version, request or port number) and not an amount, position or size. */
export function isId(word: string, { text, start, lines }: Place): boolean {
  const before = text.slice(Math.max(lines.startOf(start), start - 60), start);
  if (/[A-Za-z]/.test(word)) return !/#$/.test(before) || word.length > 8;
  // A full stop after a number is not part of it: `2.5. Next step`.
  const dots = word.replace(/\.+$/, "").split(".").length - 1;
  if (dots > 1) return !LOOPBACK.has(word) && !isInDrawing(text, start, lines);
  if (dots === 1) return VERSION_NAME.test(before);
  return ID_NAME.test(before) && !COUNTER_NAME.test(before) && !isThousands(text, start + word.length);
}

/** `1,234,567` and `12.5k` are amounts, whatever precedes them. */
const isThousands = (text: string, end: number): boolean => /^(?:,\d{3}\b|[kM]\b| ?%)/.test(text.slice(end, end + 5));

const isInDrawing = (text: string, start: number, lines: LineWalk): boolean =>
  DRAWING.test(text.slice(Math.max(lines.startOf(start), start - 2_000), start));

/** True if the word starts with a side of a diff: `a/src/x.ts` and `b/src/x.ts` are one file. */
export function hasSide(word: string, { text, start, lines }: Place): boolean {
  if (!/^[ab]\/./.test(word)) return false;
  const lineStart = lines.startOf(start);
  return start - lineStart < 300 && /^(?:diff --git |--- |\+\+\+ )/.test(text.slice(lineStart, start));
}
