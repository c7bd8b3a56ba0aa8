/** A text as it reads once what hides it is undone, and where its sections stand in the original. */
export type View = { readonly text: string; readonly place: (start: number, end: number) => Place };
export type Place = { readonly start: number; readonly end: number };

/**
 * What may stand in the middle of a word without being seen, and what stands for a character: colours of a terminal (never the
 * beginning of our own marks), characters without width, escapes of addresses and of JSON.
 */
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  /(?:\x1b|\\u001b|\\x1b|\\033)\[(?!redacted:)[0-9;]{0,20}[A-Za-z]|[\u200b-\u200d\u2060\ufeff\u00ad]|(?:%|\\u00)(?:0[9AaDd]|[2-7][0-9A-Fa-f])/g;

/** Null if nothing is hidden. Brackets stay escaped, because only our marks may have them. */
export function plainView(text: string): View | null {
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  let [from, length] = [0, 0];
  const lengths: number[] = [];
  const keep = (piece: string, start: number, end: number) => {
    if (piece === "") return;
    pieces.push(piece);
    lengths.push(length);
    starts.push(start);
    ends.push(end);
    length += piece.length;
  };
  for (const { index, 0: found } of text.matchAll(PIECE)) {
    keep(text.slice(from, index), from, index);
    from = index + found.length;
    keep(meaningOf(found), index, from);
  }
  if (from === 0) return null;
  keep(text.slice(from), from, text.length);
  const find = (position: number) => {
    let [low, high] = [0, lengths.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lengths[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const place = (start: number, end: number): Place => {
    const [first, last] = [find(start), find(end - 1)];
    const isWhole = pieces[last]?.length === 1;
    const within = end - (lengths[last] as number);
    return {
      start: (starts[first] as number) + (start - (lengths[first] as number)),
      end: isWhole ? (ends[last] as number) : (starts[last] as number) + within,
    };
  };
  return { text: pieces.join(""), place };
}

function meaningOf(piece: string): string {
  const code = /^(?:%|\\u00)(..)$/.exec(piece)?.[1];
  if (code === undefined) return "";
  const character = String.fromCharCode(Number.parseInt(code, 16));
  return character === "[" || character === "]" || character === "\x7f" ? piece : character;
}

const BASE64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const HEX = /(?:[0-9A-Fa-f]{2}){16,}/g;
/** Longer runs are pictures and archives; their beginning is looked at. */
const LONGEST_RUN = 1 << 16;
/** Characters of a run that tell whether it is text at all; base64 of eighteen bytes, hex of twelve. */
const SAMPLE = 24;

/** Runs of base64 or hex that are text, decoded; all of a run stands for any part of it. */
export function encodedViews(text: string): View[] {
  return [...viewsOf(text, BASE64, fromBase64), ...viewsOf(text, HEX, fromHex)];
}

function viewsOf(text: string, runs: RegExp, decode: (run: string) => string | null): View[] {
  return [...text.matchAll(runs)].flatMap(({ index, 0: run }): View[] => {
    if (!isText(decode(run.slice(0, SAMPLE)))) return [];
    const decoded = decode(run.slice(0, LONGEST_RUN));
    if (decoded === null) return [];
    const place = () => ({ start: index, end: index + run.length });
    return [{ text: decoded, place }];
  });
}

function fromBase64(run: string): string | null {
  try {
    return atob(run.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
}

const fromHex = (run: string): string => run.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));

const isText = (text: string | null): boolean => text !== null && /^[\t\n\r -~]+$/.test(text);
