import { REDACTION_RULES, type RedactionRule } from "./redaction-rules";

/** mask: the secret itself becomes `[redacted:<kind>]`. drop: the whole text that holds one does. */
export type RedactionMode = "mask" | "drop";

export type RedactionFinding = {
  readonly kind: string;
  readonly count: number;
  /** Ids of parts, or names of the session's fields; at most `MAX_PLACES`. */
  readonly where: readonly string[];
  /** Places that are not listed. */
  readonly more: number;
};

export const BEST_EFFORT =
  "Best effort: only secrets of common, known shapes are found. Not looked into: images and other binary data, encrypted items.";

const MAX_PLACES = 100;

/** Takes secrets out of texts and remembers what was taken where. Applying it twice changes nothing more. */
export class Redactor {
  private readonly found = new Map<string, { count: number; places: Set<string>; more: number }>();

  constructor(readonly mode: RedactionMode) {}

  /** The same string when there is nothing in it. `where` names the place for the report. */
  text(text: string, where: string): string {
    const matches = findSecrets(text);
    if (matches.length === 0) return text;
    for (const { kind } of matches) this.note(kind, where);
    if (this.mode === "drop") return placeholder(...new Set(matches.map(({ kind }) => kind)));
    return splice(text, matches);
  }

  /** A value that is secret as a whole. */
  whole(text: string, kind: string, where: string): string {
    if (isPlaceholder(text)) return text;
    this.note(kind, where);
    return placeholder(kind);
  }

  /** By kind, in the order they were first found. */
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
const isPlaceholder = (text: string) => /^\[redacted:[a-z,-]{1,400}\]$/.test(text);

type Secret = { readonly start: number; readonly end: number; readonly kind: string };

/** The secrets of a text, in order and apart; where several rules meet, the first rule names the whole stretch. */
export function findSecrets(text: string): Secret[] {
  const matches = REDACTION_RULES.flatMap((rule, rank) => matchesOf(rule, text).map((match) => ({ ...match, rank })));
  if (matches.length === 0) return [];
  matches.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: { start: number; end: number; kind: string; rank: number }[] = [];
  for (const match of matches) {
    const last = merged.at(-1);
    if (!last || match.start >= last.end) merged.push({ ...match });
    else {
      last.end = Math.max(last.end, match.end);
      if (match.rank < last.rank) Object.assign(last, { kind: match.kind, rank: match.rank });
    }
  }
  return merged;
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
