import type { ReplaceEdit, StoreReference } from "../../conversation/edit";
import { oncePerPart } from "../../conversation/once-per-part";
import { type JsonValue, type Part, partText, type ToolCallPart } from "../../conversation/part";
import { excerptLines, type NamedLine, namedLines, namedLinesOf } from "../facts/excerpt";
import { type Names, oncePerNumbering } from "../facts/names";
import type { ShownNames } from "../facts/shown-names";
import { mapStrings, withOutput } from "../grammar/transforms";
import type { View } from "../grammar/view";
import { count } from "../previews/preview";
import { PUT_ASIDE } from "../previews/put-aside";

/** Minimum characters of an input string to shorten. Shorter ones are addresses and options. */
export const SHORTEST_STRING = 400;
/** Approximate tokens of the reference line. */
export const HEAD_TOKENS = 24;
/** Number of characters searched for an input's first line. */
const FIRST_LINE = 500;
/** As long as a real reference, for measuring before anything is stored. */
const REFERENCE_SHAPE = "out_8f3a61c2d95e70b4c2d95e70";
/** Marks the reference line of a text that an earlier part shows verbatim. */
const SAME = ", the same as an earlier one";

export const isPutAside = (part: Part): boolean =>
  part.type === "tool-call" ? stringsOf(part).some((text) => PUT_ASIDE.test(text)) : PUT_ASIDE.test(partText(part));

export const tokensLeftOf = (part: Part, share: number, view: View): number =>
  HEAD_TOKENS + view.environment.tokensOf(part) * share;

/** All strings in a call's input, at any depth. */
export const stringsOf = oncePerPart(({ input }: ToolCallPart) => stringsIn(input));

function stringsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => stringsIn(member as JsonValue));
}

type Place = {
  readonly view: View;
  readonly stepId: string;
  readonly reason: string;
  /** An earlier part that stays shows the same text. */
  readonly isCopy?: boolean;
};

/**
 * The edit that replaces a part with its reference and an excerpt: the lines with names that no other part shows. Null
 * if that would not be shorter.
 */
export function putAsidePart(part: Part, shown: ShownNames, share: number, place: Place): ReplaceEdit | null {
  const { view, stepId, reason, isCopy = false } = place;
  const write = writerOf(part, shown, share, isCopy);
  const { count: countText, store, tokensOf } = view.environment;
  if (!write || !store) return null;
  const tokensBefore = tokensOf(part);
  const whole = wholeText(part);
  const left = partText(write(REFERENCE_SHAPE).part);
  // Counting is slow, and a text half as long has fewer tokens anyway.
  if (left.length > whole.length / 2 && countText(left) >= tokensBefore) return null;
  const reference = store.put(whole, metaOf(part, view));
  const written = write(reference.id);
  const produced = { ...written.part, id: `${part.id}~${stepId}` };
  shown.show(written.lines);
  return {
    op: "replace",
    targets: [part.id],
    produced,
    reason,
    step: stepId,
    tokensBefore,
    tokensAfter: tokensOf(produced),
    reversible: true,
    reference,
  };
}

/** A part's text as stored. */
const wholeText = (part: Part): string => (part.type === "tool-call" ? writtenInput(part) : partText(part));

const writtenInput = oncePerPart((call: ToolCallPart) => partText(call));

function metaOf(part: Part, view: View): Omit<StoreReference, "id" | "bytes"> {
  const toolName = view.toolNameOf(part);
  return { tokens: view.environment.tokensOf(part), ...(toolName !== undefined && { toolName }) };
}

type Written = { readonly part: Part; readonly lines: readonly NamedLine[] };

function writerOf(original: Part, shown: ShownNames, share: number, isCopy: boolean): ((id: string) => Written) | null {
  const { source: _, ...part } = original;
  const { names } = shown;
  const excerpt = (text: string, lines: readonly NamedLine[]) =>
    excerptLines(lines, names, shown.has, text.length * share);
  if (original.type === "tool-call") return callWriter(original, names, excerpt);
  if (part.type !== "tool-result" && part.type !== "text") return null;
  const text = partText(part);
  const lines = isCopy ? [] : excerpt(text, namedLinesOf(original, names));
  const about = part.type === "text" ? "text" : "output";
  const write = writeLeft(headOf(about, lineCountOf(original), isCopy ? SAME : ""), lines);
  return (id) => {
    const left = write(id);
    return { part: part.type === "text" ? { ...part, text: left } : withOutput(part, left), lines };
  };
}

/** The remaining text: reference line and excerpt. */
export const leave = (head: string, lines: readonly NamedLine[]): string => head + below(lines);

/** Joins the excerpt once; returns a function that writes the text for a reference id. */
function writeLeft(head: (id: string, below: number) => string, lines: readonly NamedLine[]) {
  const excerpt = below(lines);
  return (id: string): string => head(id, lines.length) + excerpt;
}

function below(lines: readonly NamedLine[]): string {
  let text = "";
  for (const line of lines) text += `\n${line.text}`;
  return text;
}

/** Returns a function that writes the reference line from an id and the number of excerpt lines below it. */
function headOf(about: string, lines: number, note: string) {
  const size = count(lines, "line");
  return (id: string, below: number) => `[${about} put aside as ${id}; ${size}${note}${belowText(below)}]`;
}

/** Wording for the excerpt lines that follow. */
export const belowText = (lines: number): string => (lines === 0 ? "" : ", some below");

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

const lineCountOf = oncePerPart((part: Part) => lineCount(partText(part)));

type LongString = {
  readonly text: string;
  readonly count: number;
  readonly first: readonly NamedLine[];
  readonly lines: readonly NamedLine[];
};

/** Long strings of an input with their lines, cached per call. */
const longStringsOf = oncePerNumbering((call: ToolCallPart, names): readonly LongString[] => {
  const long = new Set(stringsOf(call).filter((text) => text.length >= SHORTEST_STRING));
  return [...long].map((text) => ({
    text,
    count: lineCount(text),
    first: firstOf(text, names),
    lines: namedLines(text, names),
  }));
});

/** An input's first line, which shows what it does: the command, or a patch's header. */
const firstOf = (text: string, names: Names) => namedLines(text.slice(0, FIRST_LINE).split("\n", 1)[0] ?? "", names);

const withFirst = (first: readonly NamedLine[], lines: readonly NamedLine[]): readonly NamedLine[] =>
  first.length === 0 || lines[0]?.index === 0 ? lines : [...first, ...lines];

/** Shortens an input's long strings in place. All refer to the entire input, which is stored once. */
function callWriter(
  original: ToolCallPart,
  names: Names,
  excerpt: (text: string, lines: readonly NamedLine[]) => NamedLine[],
): (id: string) => Written {
  const { source: _, inputText: __, ...call } = original;
  const shown: NamedLine[] = [];
  const writers = new Map<string, (id: string) => string>();
  for (const { text, count, first, lines } of longStringsOf(original, names)) {
    const left = withFirst(first, excerpt(text, lines));
    shown.push(...left);
    writers.set(text, writeLeft(headOf("input", count, ""), left));
  }
  return (id) => ({
    lines: shown,
    part: { ...call, input: mapStrings(call.input, (text) => writers.get(text)?.(id) ?? text) },
  });
}
