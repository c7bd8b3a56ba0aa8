/**
 * Finds names in one pass over the characters. What a name is, as a regular expression, stands in
 * tests/lib/strategies/find-names.test.ts, which holds this against it; that took about twice as long. Every form but a
 * URL begins where a run of name characters begins, so that most words are passed over by what their characters are.
 */

/** Kinds of characters, as bits. `Run`: what a form begins behind is none of these. */
const Word = 1;
const Start = 2;
const Head = 4;
const Segment = 8;
const Separator = 16;
const Run = 32;
const Upper = 64;
const Digit = 128;
const Alphanumeric = 256;
const Hex = 512;
/** `.` and `_`. */
const Joint = 1024;
/** What a URL ends at. */
const UrlEnd = 2048;
/** Of these every name has one, but for hashes without a digit and what `::` and `->` join. */
const Telling = Upper | Digit | Separator | Joint;

/** Stand for what is not ASCII: for a space, and for anything else. */
const OTHER_SPACE = 0x80;
const OTHER = 0x81;

const BITS = bitsOfCodes();

function bitsOfCodes(): Uint16Array {
  const bits = new Uint16Array(256);
  const set = (characters: RegExp, bit: number) => {
    for (let code = 0; code < 128; code += 1)
      if (characters.test(String.fromCharCode(code))) bits[code] = (bits[code] as number) | bit;
  };
  set(/\w/, Word);
  set(/[A-Za-z_$]/, Start);
  set(/[\w.@~-]/, Head);
  set(/[\w.@-]/, Segment);
  set(/[/\\]/, Separator);
  set(/[\w$.@~/\\-]/, Run);
  set(/[A-Z]/, Upper);
  set(/\d/, Digit);
  set(/[A-Za-z\d]/, Alphanumeric);
  set(/[0-9a-f]/, Hex);
  set(/[._]/, Joint);
  set(/[\s"'`<>\\)\]]/, UrlEnd);
  bits[OTHER_SPACE] = UrlEnd;
  return bits;
}

const [DOT, COLON, MINUS, SLASH, UNDERSCORE, DOLLAR] = [0x2e, 0x3a, 0x2d, 0x2f, 0x5f, 0x24];
const HTTPS = [0x68, 0x74, 0x74, 0x70, 0x73];
const [BIG_E, SMALL_V, GREATER] = [0x45, 0x76, 0x3e];
const SHORTEST = 3;
const SHORTEST_HASH = 7;
/** Characters of one segment of a path or symbol; those of a symbol come behind its first. */
const LONGEST = 80;
const MOST_SEGMENTS = 20;
const MOST_JOINS = 6;
const LONGEST_URL = 300;
const ANY_LENGTH = 1 << 30;

/** What `\s` means beyond ASCII. */
const SPACES = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);
for (let code = 0x2000; code <= 0x200a; code += 1) SPACES.add(code);
/** Longer texts get a place of their own, so that this one stays small. */
const ROOM = 1 << 18;
const room = new Uint8Array(ROOM);
const encoder = new TextEncoder();

/** The characters of a text as bytes, with a 0 behind them: a text is looked at many times faster in this form. */
function codesOf(text: string): Uint8Array {
  const codes = text.length < ROOM ? room : new Uint8Array(text.length + 1);
  const { read, written } = encoder.encodeInto(text, codes);
  if (read !== text.length || written !== read)
    for (let at = 0; at < text.length; at += 1) codes[at] = codeOf(text, at);
  codes[text.length] = 0;
  return codes;
}

function codeOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code;
  return SPACES.has(code) ? OTHER_SPACE : OTHER;
}

const bitsAt = (codes: Uint8Array, at: number): number => BITS[codes[at] as number] as number;

/** Starts and ends of the names of a text, by turns. Linear: every form is bounded. */
export function findNames(text: string): number[] {
  const places: number[] = [];
  const codes = codesOf(text);
  const { length } = text;
  let at = 0;
  while (at < length) {
    const first = bitsAt(codes, at);
    let end = at + 1;
    let some = first;
    if ((first & Run) !== 0)
      for (let bits = bitsAt(codes, end); (bits & Run) !== 0; bits = bitsAt(codes, end)) {
        some |= bits;
        end += 1;
      }
    const next = codes[end];
    // Most words are passed over here.
    const isJoined = next === COLON || next === GREATER;
    if ((first & Run) === 0 || (!isJoined && isPlain(codes, at, end, some))) {
      at = end;
      continue;
    }
    const url = next === COLON ? urlStart(codes, at, end) : -1;
    // Behind the end of a name the rest of its run can begin none.
    const isStart = url !== at && (at === 0 || (bitsAt(codes, at - 1) & Run) === 0);
    let start = at;
    let stop = isStart ? nameEnd(codes, at, some) : 0;
    if (stop === 0 && url >= 0) {
      start = url;
      stop = urlEnd(codes, end + 3, length);
    }
    if (stop - start >= SHORTEST) places.push(start, stop);
    at = stop === 0 ? end : stop;
  }
  return places;
}

const isPlain = (codes: Uint8Array, start: number, end: number, some: number): boolean =>
  end - start < SHORTEST || ((some & Telling) === 0 && !beginsWithHash(codes, start));

const beginsWithHash = (codes: Uint8Array, start: number): boolean =>
  whileBits(codes, start, start + SHORTEST_HASH, Hex) === start + SHORTEST_HASH;

/** Where the scheme of a URL begins whose `://` stands at `colon`; -1: nowhere. */
function urlStart(codes: Uint8Array, from: number, colon: number): number {
  if (codes[colon + 1] !== SLASH || codes[colon + 2] !== SLASH) return -1;
  const end = codes[colon - 1] === HTTPS[4] ? colon - 1 : colon;
  const start = end - 4;
  for (let at = 0; at < 4; at += 1) if (codes[start + at] !== HTTPS[at]) return -1;
  return start < from ? -1 : start;
}

/** 0: nothing stands behind the scheme. */
function urlEnd(codes: Uint8Array, start: number, length: number): number {
  const most = Math.min(length, start + LONGEST_URL);
  let end = start;
  while (end < most && (bitsAt(codes, end) & UrlEnd) === 0) end += 1;
  return end === start ? 0 : end;
}

/** The end of the name that begins a run, by the first form that fits; 0: none does. `some`: bits of the run. */
function nameEnd(codes: Uint8Array, start: number, some: number): number {
  const path = (some & Separator) === 0 ? 0 : pathEnd(codes, start);
  if (path > 0) return path;
  const first = bitsAt(codes, start);
  if ((first & Start) !== 0) {
    const word = symbolEnd(codes, start + 1);
    const symbol = joinedEnd(codes, start, word) || humpedEnd(codes, start + 1, word);
    if (symbol > 0) return symbol;
  }
  if ((first & Upper) !== 0) return codeEnd(codes, start);
  if ((some & Digit) !== 0 && (some & Joint) !== 0) {
    const version = versionEnd(codes, start);
    if (version > 0) return version;
  }
  return (first & Hex) === 0 ? 0 : numberEnd(codes, start);
}

/** `src/a.ts`, `/tmp/x`, `C:\x` from its first separator on. */
function pathEnd(codes: Uint8Array, start: number): number {
  const head = whileBits(codes, start, start + LONGEST, Head);
  let end = head;
  for (let count = 0; count < MOST_SEGMENTS && (bitsAt(codes, end) & Separator) !== 0; count += 1) {
    const next = whileBits(codes, end + 1, end + 1 + LONGEST, Segment);
    if (next === end + 1) break;
    end = next;
  }
  return end === head ? 0 : end;
}

function whileBits(codes: Uint8Array, start: number, most: number, bit: number): number {
  let at = start;
  while (at < most && (bitsAt(codes, at) & bit) !== 0) at += 1;
  return at;
}

const isInSymbol = (codes: Uint8Array, at: number): boolean => (bitsAt(codes, at) & Word) !== 0 || codes[at] === DOLLAR;

function symbolEnd(codes: Uint8Array, start: number, longest = ANY_LENGTH): number {
  const most = start + longest;
  let at = start;
  while (at < most && isInSymbol(codes, at)) at += 1;
  return at;
}

/** `a.b`, `A::b`, `$a->b`; `word`: where the first symbol ends. */
function joinedEnd(codes: Uint8Array, start: number, word: number): number {
  if (word > start + 1 + LONGEST) return 0;
  let end = word;
  for (let count = 0; count < MOST_JOINS; count += 1) {
    const next = end + joinLength(codes, end);
    if (next === end || (bitsAt(codes, next) & Start) === 0) break;
    end = symbolEnd(codes, next + 1, LONGEST);
  }
  return end === word ? 0 : end;
}

function joinLength(codes: Uint8Array, at: number): number {
  const code = codes[at];
  if (code === DOT) return 1;
  const second = code === COLON ? COLON : code === MINUS ? GREATER : -1;
  return codes[at + 1] === second ? 2 : 0;
}

/** `readFile`, `max_tokens`: behind its first character, a small letter or digit before a capital, or `_` within. */
function humpedEnd(codes: Uint8Array, from: number, word: number): number {
  for (let at = from; at < word - 1 && at <= from + LONGEST; at += 1) {
    const bits = bitsAt(codes, at);
    if ((bits & Alphanumeric) === 0) continue;
    if ((bits & Upper) === 0 && (bitsAt(codes, at + 1) & Upper) !== 0) return Math.min(word, at + 2 + LONGEST);
    const isJoint = codes[at + 1] === UNDERSCORE && (bitsAt(codes, at + 2) & Alphanumeric) !== 0;
    if (isJoint) return Math.min(word, at + 3 + LONGEST);
  }
  return 0;
}

/** `EACCES`, `TS2345`. */
function codeEnd(codes: Uint8Array, start: number): number {
  const letters = whileBits(codes, start, start + 16, Upper);
  const count = letters - start;
  if ((bitsAt(codes, letters) & Word) === 0) return count >= 5 && count <= 15 && codes[start] === BIG_E ? letters : 0;
  const end = whileBits(codes, letters, letters + 6, Digit);
  const isCode = count >= 1 && count <= 3 && end - letters >= 3 && end - letters <= 5;
  return isCode && (bitsAt(codes, end) & Word) === 0 ? end : 0;
}

/** `v1.20.3`. */
function versionEnd(codes: Uint8Array, start: number): number {
  const from = codes[start] === SMALL_V ? start + 1 : start;
  const major = whileBits(codes, from, from + 9, Digit);
  let end = major;
  while (end > from && codes[end] === DOT) {
    const next = whileBits(codes, end + 1, end + 10, Digit);
    if (next === end + 1) break;
    end = next;
  }
  return end === major ? 0 : end;
}

/** Numbers of three to twelve digits, hashes of seven to forty. */
function numberEnd(codes: Uint8Array, start: number): number {
  const digits = whileBits(codes, start, start + 13, Digit);
  const end = whileBits(codes, digits, start + 41, Hex);
  const [length, isWord] = [end - start, (bitsAt(codes, end) & Word) === 0];
  if (!isWord) return 0;
  if (end === digits && length >= 3 && length <= 12) return end;
  return length >= 7 && length <= 40 ? end : 0;
}
