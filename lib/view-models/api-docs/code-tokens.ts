export type CodeToken = {
  readonly start: number;
  readonly text: string;
  readonly kind: "plain" | "string" | "literal";
};

/**
 * Matches JSON keys, then strings, then numbers and literals: a string before a colon is a key and stays plain. A
 * single-quoted string must end on its own line. A shell string that contains JSON over several lines is therefore
 * tokenised as JSON.
 */
const TOKENS =
  /"(?:[^"\\\n]|\\.)*"(?=\s*:)|("(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(?<![\w.])(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null|True|False|None)\b)/g;

/** Text beyond this is not coloured: each token is an element on the page. */
const MAX_COLOURED = 20_000;

/**
 * Code in JSON, TypeScript, Python or shell, split where its colour changes; joined together, the pieces give the text.
 */
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
