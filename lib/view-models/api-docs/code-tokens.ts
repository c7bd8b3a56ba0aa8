export type CodeToken = {
  readonly start: number;
  readonly text: string;
  readonly kind: "plain" | "string" | "literal";
};

/**
 * Names of JSON, strings, and numbers and literals, in this order: a string before a colon is a name and stays plain. A string in
 * single quotes ends on its line: that of a shell, which may hold a whole JSON, is read as the JSON in it.
 */
const TOKENS =
  /"(?:[^"\\\n]|\\.)*"(?=\s*:)|("(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(?<![\w.])(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null|True|False|None)\b)/g;

/** Text beyond this is not coloured: each token is an element of the page. */
const MAX_COLOURED = 20_000;

/** Code in JSON, TypeScript, Python or a shell, cut where its colour changes; the pieces are the text. */
export function codeTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let from = 0;
  const add = (to: number, kind: CodeToken["kind"]) => {
    if (to > from) tokens.push({ start: from, text: text.slice(from, to), kind });
    from = to;
  };
  for (const { 0: whole, 1: string, 2: literal, index } of text.slice(0, MAX_COLOURED).matchAll(TOKENS)) {
    if (string === undefined && literal === undefined) continue;
    add(index, "plain");
    add(index + whole.length, string === undefined ? "literal" : "string");
  }
  add(text.length, "plain");
  return tokens;
}
