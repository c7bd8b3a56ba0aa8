import type { TokenCountAnswer } from "../../api/schemas/tokens";
import { apportion } from "../../ledger/apportion";
import { ESTIMATE_FAMILIES } from "../../tokenizers/estimates";
import { scriptClassOf } from "../../tokenizers/script-class";

/** A part of a stored session whose tokens are shown. */
export type OpenedPart = { readonly session: string; readonly title: string; readonly text: string };

export type TokenizerFacts = {
  readonly id: string;
  readonly title: string;
  readonly basis: "exact" | "estimated";
};

/** A box on the page: a token, or several that share one character. */
export type TokenCut = { readonly start: number; readonly text: string; readonly ids: readonly number[] };
/**
 * `tokens`: without those of the line end, so that lines are comparable; `lineEnd`: tokens that consist only of the
 * line end.
 */
export type TokenLine = {
  readonly text: string;
  readonly tokens: number;
  readonly lineEnd: number;
  readonly cuts: readonly TokenCut[] | null;
};
export type TokenColumn = {
  readonly id: string;
  readonly isExact: boolean;
  readonly tokens: number;
  /** The lines' tokens and line ends add up to the total. Null: too long to cut, or an estimate, which has no lines. */
  readonly lines: readonly TokenLine[] | null;
};

/** The drawn cuts of each tokenizer, line by line. A token belongs to the line in which it starts. */
export function toTokenColumns(text: string, counts: readonly TokenCountAnswer[]): TokenColumn[] {
  const pieces = counts.find(({ tokenizer }) => tokenizer === "o200k");
  const base = pieces && cutsOf(pieces);
  return counts.map((count) => {
    const { tokenizer: id, tokens } = count;
    const cuts = cutsOf(count);
    const lines = cuts ? exactLines(count.messages[0]?.encodings?.[0]?.text ?? text, cuts) : null;
    const isExact = count.basis === "exact";
    return { id, isExact, tokens, lines: lines ?? (isExact || !base ? null : estimatedLines(text, id, tokens, base)) };
  });
}

/** The tokenizers with the fewest and the most tokens. */
export function spreadOf(columns: readonly TokenColumn[]): readonly [TokenColumn | undefined, TokenColumn | undefined] {
  const ordered = [...columns].sort((one, other) => one.tokens - other.tokens);
  return [ordered[0], ordered.at(-1)];
}

/** `17`, or `~22` if estimated. */
export const countText = ({ isExact, tokens }: TokenColumn): string =>
  `${isExact ? "" : "~"}${tokens.toLocaleString("en")}`;

/** Tokens that end inside a character have an empty text: they go into that character's box. */
function cutsOf({ messages }: TokenCountAnswer): TokenCut[] | null {
  const encoding = messages[0]?.encodings?.[0];
  if (!encoding) return null;
  const cuts: TokenCut[] = [];
  let [start, waiting]: [number, number[]] = [0, []];
  encoding.ends.forEach((end, index) => {
    waiting.push(encoding.ids[index] ?? 0);
    if (end === start && index < encoding.ends.length - 1) return;
    cuts.push({ start, text: encoding.text.slice(start, end), ids: waiting });
    [start, waiting] = [end, []];
  });
  return cuts;
}

/** Start offsets of the lines. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function byLine(starts: readonly number[], cuts: readonly TokenCut[]): TokenCut[][] {
  const lines: TokenCut[][] = starts.map(() => []);
  let line = 0;
  for (const cut of cuts) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= cut.start) line += 1;
    lines[line]?.push(cut);
  }
  return lines;
}

const isLineEnd = ({ text }: TokenCut): boolean => /^[\r\n]+$/.test(text);

const countOf = (cuts: readonly TokenCut[]): number => cuts.reduce((sum, { ids }) => sum + ids.length, 0);

function exactLines(text: string, cuts: readonly TokenCut[]): TokenLine[] {
  const texts = text.split("\n");
  return byLine(lineStarts(text), cuts).map((own, index) => {
    const lineEnd = countOf(own.filter(isLineEnd));
    return { text: texts[index] ?? "", tokens: countOf(own) - lineEnd, lineEnd, cuts: own };
  });
}

/** Splits the whole estimate among the lines, in proportion to the estimate of each o200k token. */
function estimatedLines(text: string, id: string, tokens: number, base: readonly TokenCut[]): TokenLine[] | null {
  const family = ESTIMATE_FAMILIES.find((candidate) => candidate.id === id);
  if (!family) return null;
  const texts = text.split("\n");
  const lines = byLine(lineStarts(text), base);
  const weigh = (cuts: readonly TokenCut[]): number =>
    cuts.reduce((sum, cut) => sum + cut.ids.length * family.factors[classOf(cut.text)], 0);
  const shares = apportion(tokens, [
    ...lines.map((cuts) => weigh(cuts.filter((cut) => !isLineEnd(cut)))),
    ...lines.map((cuts) => weigh(cuts.filter(isLineEnd))),
  ]);
  return texts.map((line, index) => ({
    text: line,
    tokens: shares[index] ?? 0,
    lineEnd: shares[lines.length + index] ?? 0,
    cuts: null,
  }));
}

const utf8 = new TextEncoder();

function classOf(text: string) {
  const bytes = utf8.encode(text);
  return scriptClassOf(bytes, 0, bytes.length);
}

/** Maximum bytes of an encoded text; servers reject addresses of more than about 8 KB. */
const MAX_IN_ADDRESS = 6_000;

/** True if an address can contain the text. An encoded Chinese character takes nine bytes. */
export const fitsInAddress = (text: string): boolean =>
  text.length <= MAX_IN_ADDRESS && new URLSearchParams({ text }).toString().length <= MAX_IN_ADDRESS;

/** A text's size in units other than tokens. */
export function textSize(text: string) {
  return {
    characters: [...text].length,
    bytes: utf8.encode(text).length,
    lines: text === "" ? 0 : text.split("\n").length,
  };
}
