import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import type { ContentKind } from "../../ledger/content-kind";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { type InsertedMessage, insertedBy } from "./inserted-messages";
import { producedText } from "./produced-text";

/** A part of the original, for the left column. */
export type OriginalPart = {
  readonly id: string;
  readonly kind: ContentKind;
  readonly tool: string | null;
  readonly path: string | null;
  readonly tokens: number;
  readonly text: string;
  /** The part is not loaded yet: only its id is known. */
  readonly isLoading?: true;
};

/** What remains of an output that was put aside: its first lines, other lines, or none. */
type Excerpt = "beginning" | "other";

export type AlignedCell =
  | {
      readonly status: "kept";
      /** For a part of a refused result: the format's rule that this part would have broken. */
      readonly broken?: string;
    }
  | {
      readonly status: "edited";
      readonly saved: number;
      readonly before: number;
      readonly text: string;
      readonly reason: string;
    }
  | {
      readonly status: "aside";
      readonly saved: number;
      readonly before: number;
      readonly reference: string;
      readonly text: string;
      readonly reason: string;
      readonly excerpt: Excerpt;
    }
  | { readonly status: "dropped"; readonly tokens: number; readonly reason: string }
  | { readonly status: "summarised"; readonly tokens: number /** `Σ1`. */; readonly summary: string };

/** A row for content inserted before the part at `index`; null if a strategy inserted nothing. */
export type InsertedRow = {
  readonly key: string;
  readonly index: number;
  readonly part: null;
  readonly cells: readonly (InsertedMessage | null)[];
  readonly isChanged: true;
};

/** An original part and what each strategy did to it. `isChanged`: at least one changed it. */
export type AlignedRow = {
  readonly key: string;
  readonly index: number;
  readonly part: OriginalPart;
  readonly cells: readonly AlignedCell[];
  readonly isChanged: boolean;
};

/** Rows in sent order; parts not loaded yet are shown by id. */
export function alignTranscript(comparison: CompareAnswer, parts: ReadonlyMap<string, OriginalPart>): AlignedRow[] {
  const [first] = comparison.results;
  const names = comparison.results.map((result) => new Map(insertedBy(result).map((message) => [message.id, message])));
  return (first?.provenance ?? []).map(({ part_id: id }, index) => {
    const part = parts.get(id) ?? parts.get(id.replace(/~cleared$/, "")) ?? missingPart(id);
    const cells = comparison.results.map((result, at) => cellOf(result, index, part, names[at] ?? new Map()));
    return { key: `part ${index}`, index, part, cells, isChanged: cells.some(isChange) };
  });
}

const isChange = (cell: AlignedCell): boolean => cell.status !== "kept" || cell.broken !== undefined;

/** The rows, with each inserted message before the first part it replaces. */
export function withInserted(
  rows: readonly AlignedRow[],
  results: readonly ComparedStrategy[],
): (AlignedRow | InsertedRow)[] {
  const inserted = results.map(insertedBy);
  const before = (index: number): InsertedRow[] => {
    const here = inserted.map((messages) => messages.filter((message) => message.index === index));
    return Array.from({ length: Math.max(0, ...here.map(({ length }) => length)) }, (_, at) => ({
      key: `put in ${index} ${at}`,
      index,
      part: null,
      cells: here.map((messages) => messages[at] ?? null),
      isChanged: true,
    }));
  };
  const wanted = new Set(inserted.flat().map(({ index }) => index));
  const at = (index: number) => (wanted.has(index) ? before(index) : []);
  return [...rows.flatMap((row) => [...at(row.index), row]), ...at(rows.length)];
}

const missingPart = (id: string): OriginalPart => ({
  id,
  kind: "unseen",
  tool: null,
  path: null,
  tokens: 0,
  text: id,
  isLoading: true,
});

type Inserted = ReadonlyMap<string | null, InsertedMessage>;

function cellOf(
  { provenance = [], edits, failure, warnings }: ComparedStrategy,
  index: number,
  part: OriginalPart,
  inserted: Inserted,
): AlignedCell {
  const entry = provenance[index];
  const edit = entry?.edit === undefined ? undefined : edits[entry.edit];
  if (!entry || !edit || entry.fate === "kept") {
    const refused = failure?.code === "invalid-result" ? warnings : [];
    const broken = refused.find(({ part_id: id }) => id === entry?.part_id);
    return broken === undefined || entry === undefined ? { status: "kept" } : { status: "kept", broken: broken.code };
  }
  if (entry.fate === "dropped") {
    const by = inserted.get(entry.summarised_by ?? null);
    if (by?.kind === "summary") return { status: "summarised", tokens: part.tokens, summary: by.name };
    return { status: "dropped", tokens: part.tokens, reason: edit.reason };
  }
  const change = {
    before: edit.tokens_before,
    saved: edit.tokens_before - edit.tokens_after,
    reason: edit.reason,
    text: producedText(edit.produced),
  };
  return entry.reference === undefined
    ? { status: "edited", ...change }
    : { status: "aside", reference: entry.reference, ...change, excerpt: excerptOf(part.text, change.text) };
}

/** Only the starts of parts are loaded, so a kept end looks like any other excerpt. */
const COMPARED = 40;

function excerptOf(whole: string, shown: string): Excerpt {
  const first = firstLine(whole, COMPARED);
  return first !== "" && shown.includes(first) ? "beginning" : "other";
}

const BROKEN: Readonly<Record<string, Sentence>> = {
  "orphan-result": sentence("would be orphaned: its call is removed"),
  "orphan-call": sentence("would be orphaned: its result is removed"),
};

/** Why a part caused a result to be refused, in words; a rule without words is given by its id. */
export function brokenText(rule: string, say: Say = english): string {
  const words = BROKEN[rule];
  return words === undefined ? say("breaks {rule}", { rule }) : say(words);
}

const REASONS: Readonly<Record<string, string>> = { "not-newest": "not among the newest", pair: "its pair went" };

/** An edit's reason in words; translations look it up by id. */
export function reasonText(reason: string, say: Say = english): string {
  const known = say.known(reason);
  return known === reason ? (REASONS[reason] ?? reason.replaceAll("-", " ")) : known;
}

/** The first non-empty line, at most `length` characters. */
export function firstLine(text: string, length = 160): string {
  const line = text.split("\n", 40).find((candidate) => candidate.trim() !== "") ?? "";
  return line.trim().slice(0, length);
}

type Changing = Pick<AlignedRow | InsertedRow, "cells" | "isChanged">;

/** The nearest changed row after or before a position; null if there is none. */
export function nextChange(rows: readonly Changing[], from: number, step: 1 | -1): number | null {
  for (let index = from + step; index >= 0 && index < rows.length; index += step)
    if (startsChange(rows, index)) return index;
  return null;
}

/** A run of rows with the same changes counts once, by its first row. */
function startsChange(rows: readonly Changing[], index: number): boolean {
  return rows[index]?.isChanged === true && patternOf(rows[index]) !== patternOf(rows[index - 1]);
}

const patternOf = (row: Changing | undefined): string =>
  row?.cells.map((cell) => cell?.status ?? "nothing").join(" ") ?? "";
