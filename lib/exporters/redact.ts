import { countLeading } from "../conversation/count-leading";
import { PLACEHOLDER, REDACTION_RULES, type RedactionRule } from "./redaction-rules";

/** A text with its obfuscation undone, and the positions of its sections in the original. */
type View = { readonly text: string; readonly place: (start: number, end: number) => Place };
type Place = { readonly start: number; readonly end: number };

/**
 * Invisible pieces within a word, and escaped characters: terminal colours (but not the start of Winnow's own marks),
 * zero-width characters, URL and JSON escapes.
 */
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  /(?:\x1b|\\u001b|\\x1b|\\033)\[(?!redacted:)[0-9;]{0,20}[A-Za-z]|[\u200b-\u200d\u2060\ufeff\u00ad]|(?:%|\\u00)(?:0[9AaDd]|[2-7][0-9A-Fa-f])/g;

/** Null if nothing is hidden. Brackets stay escaped, because only Winnow's marks may contain them. */
function plainView(text: string): View | null {
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
  const find = (position: number) => Math.max(0, countLeading(lengths, (before) => before <= position) - 1);
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
/** Longer runs are pictures and archives, of which only the beginning is checked. */
const LONGEST_RUN = 1 << 16;
/** Number of characters of a run that show whether it is text: base64 of eighteen bytes, hex of twelve. */
const SAMPLE = 24;

/** Runs of base64 or hex that contain text, decoded. Any part of the decoded text maps to its entire run. */
function encodedViews(text: string): View[] {
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

/** `mask` replaces the secret itself with `[redacted:<kind>]`; `drop` replaces the entire text that contains one. */
export type RedactionMode = "mask" | "drop";

export type RedactionFinding = {
  readonly kind: string;
  readonly count: number;
  /** Ids of parts, or names of the session's fields; at most `MAX_PLACES`. */
  readonly where: readonly string[];
  /** Number of further places that are not listed. */
  readonly more: number;
};

export const BEST_EFFORT =
  "Best effort: only secrets in common, known formats are found. Not searched: images and other binary data, encrypted items.";

const MAX_PLACES = 100;

/** A section of a text in UTF-16 units. `end` is the first position after it; `kind` is the id of a rule. */
export type Secret = { readonly start: number; readonly end: number; readonly kind: string };

/** Finds secrets by rules other than Winnow's, in any order and possibly overlapping. Kinds consist of `[a-z0-9-]`. */
export type SecretDetector = (text: string) => readonly Secret[];

/**
 * Removing a secret may make the remaining text look like another one. After this many rounds the entire text is
 * removed.
 */
const MAX_ROUNDS = 8;

/** Removes secrets from texts and records what was removed where. Idempotent. */
export class Redactor {
  private readonly found = new Map<string, { count: number; places: Set<string>; more: number }>();

  constructor(
    readonly mode: RedactionMode,
    private readonly detect: SecretDetector = () => [],
  ) {}

  /** Returns the same string if it has no secret. `where` is the place shown in the report. */
  text(text: string, where: string): string {
    return this.settle(text, where, this.mode);
  }

  /** Redacts each line as a separate text, except for secrets that span several lines. */
  lines(text: string, where: string): string {
    const masked = this.settle(text, where, "mask");
    if (this.mode === "mask" || masked === text) return masked;
    return masked
      .split("\n")
      .map((line) => line.match(ANY_PLACEHOLDER)?.join("") ?? line)
      .join("\n");
  }

  private settle(text: string, where: string, mode: RedactionMode): string {
    let redacted = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const secrets = findSecrets(redacted, this.detect);
      if (secrets.length === 0) return redacted;
      for (const { kind } of secrets) this.note(kind, where);
      if (mode === "drop") return placeholder(...new Set(secrets.map(({ kind }) => kind)));
      redacted = splice(redacted, secrets);
    }
    this.note("unsettled", where);
    return placeholder("unsettled");
  }

  /** Redacts a value that is entirely secret. */
  whole(text: string, kind: string, where: string): string {
    if (isPlaceholder(text)) return text;
    this.note(kind, where);
    return placeholder(kind);
  }

  /** The findings by kind, in order of discovery. */
  report(): RedactionFinding[] {
    return [...this.found].map(([kind, { count, places, more }]) => ({ kind, count, where: [...places], more }));
  }

  private note(kind: string, where: string) {
    const entry = this.found.get(kind) ?? { count: 0, places: new Set<string>(), more: 0 };
    this.found.set(kind, entry);
    entry.count += 1;
    if (entry.places.has(where)) return;
    if (entry.places.size < MAX_PLACES) entry.places.add(where);
    else entry.more += 1;
  }
}

export const placeholder = (...kinds: readonly string[]): string => `[redacted:${kinds.join(",")}]`;
const isPlaceholder = (text: string) => WHOLE_PLACEHOLDER.test(text);
const WHOLE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER}$`);
const ANY_PLACEHOLDER = new RegExp(PLACEHOLDER, "g");

type RankedSecret = Secret & { readonly rank: number };

/**
 * The secrets of a text, in order and without overlap. If several rules match, the entire section gets the first one's
 * kind.
 */
export function findSecrets(text: string, detect: SecretDetector = () => []): Secret[] {
  const own = [...ownSecrets(text, REDACTION_RULES), ...hiddenSecrets(text)];
  const detected = withoutPlaceholders(text, detect(text));
  return merge([...own, ...detected.map((secret) => ({ ...secret, rank: REDACTION_RULES.length }))]);
}

const ownSecrets = (text: string, rules: readonly RedactionRule[]): RankedSecret[] =>
  rules.flatMap((rule) => matchesOf(rule, text).map((match) => ({ ...match, rank: REDACTION_RULES.indexOf(rule) })));

const TELLING_RULES = REDACTION_RULES.filter(({ isTelling }) => isTelling);

/** Secrets hidden by escapes, colours or an encoding. In decoded text, only unmistakable shapes count. */
function hiddenSecrets(text: string): RankedSecret[] {
  const inView = ({ text: read, place }: View, rules: readonly RedactionRule[]) =>
    ownSecrets(read, rules).map((secret) => ({ ...secret, ...place(secret.start, secret.end) }));
  const plain = plainView(text);
  return [
    ...(plain ? inView(plain, REDACTION_RULES) : []),
    ...encodedViews(text).flatMap((view) => inView(view, TELLING_RULES)),
  ];
}

function merge(secrets: RankedSecret[]): Secret[] {
  secrets.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: RankedSecret[] = [];
  for (const secret of secrets) {
    const last = merged.at(-1);
    if (!last || secret.start >= last.end) merged.push(secret);
    else {
      const { kind, rank } = secret.rank < last.rank ? secret : last;
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, secret.end), kind, rank };
    }
  }
  return merged;
}

/** Other patterns may match Winnow's own marks, or a section that contains one. Returns what remains on either side. */
function withoutPlaceholders(text: string, secrets: readonly Secret[]): readonly Secret[] {
  if (secrets.length === 0 || !text.includes("[redacted:")) return secrets;
  const marks = [...text.matchAll(ANY_PLACEHOLDER)].map(({ index, 0: mark }) => ({ index, end: index + mark.length }));
  let first = 0;
  return secrets
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, end, kind }) => {
      while ((marks[first]?.end ?? text.length) <= start) first += 1;
      const pieces: Secret[] = [];
      let from = start;
      for (let next = first; (marks[next]?.index ?? end) < end; next += 1) {
        const mark = marks[next] as (typeof marks)[number];
        if (mark.index > from) pieces.push({ start: from, end: mark.index, kind });
        from = mark.end;
      }
      return from < end ? [...pieces, { start: from, end, kind }] : pieces;
    });
}

function matchesOf({ id, hints, pattern }: RedactionRule, text: string): Secret[] {
  if (hints && !hints.some((hint) => text.includes(hint))) return [];
  const found: Secret[] = [];
  for (const match of text.matchAll(pattern)) {
    const groups = match.indices?.groups;
    const range = groups?.secret ?? groups?.hook ?? match.indices?.[0];
    if (range) found.push({ start: range[0], end: range[1], kind: id });
  }
  return found;
}

function splice(text: string, secrets: readonly Secret[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, kind } of secrets) {
    pieces.push(text.slice(from, start), placeholder(kind));
    from = end;
  }
  return pieces.join("") + text.slice(from);
}
