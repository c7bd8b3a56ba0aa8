import type { ContentKind } from "../ledger/content-kind";
import type { ComparisonJson, EditJson, ResultJson } from "./comparison";

/** A part of the original, as the left column shows it. */
export type OriginalPart = {
  readonly id: string;
  readonly kind: ContentKind;
  readonly tool: string | null;
  readonly path: string | null;
  readonly tokens: number;
  readonly text: string;
};

export type AlignedCell =
  | { readonly fate: "kept" }
  | {
      readonly fate: "edited";
      readonly saved: number;
      readonly before: number;
      readonly text: string;
      readonly reason: string;
    }
  | {
      readonly fate: "aside";
      readonly saved: number;
      readonly before: number;
      readonly reference: string;
      readonly text: string;
      readonly reason: string;
    }
  | { readonly fate: "dropped"; readonly tokens: number; readonly reason: string }
  | { readonly fate: "summarised"; readonly tokens: number; readonly summary: string };

/** One original part and what each strategy made of it. `isChanged` = some strategy did not keep it. */
export type AlignedRow = {
  readonly index: number;
  readonly part: OriginalPart;
  readonly cells: readonly AlignedCell[];
  readonly isChanged: boolean;
};

/** Rows in the order in which the request was sent; parts that the page does not hold yet are shown by id. */
export function alignTranscript(comparison: ComparisonJson, parts: ReadonlyMap<string, OriginalPart>): AlignedRow[] {
  const [first] = comparison.results;
  return (first?.provenance ?? []).map(({ part_id: id }, index) => {
    const part = parts.get(id) ?? parts.get(id.replace(/~cleared$/, "")) ?? missingPart(id);
    const cells = comparison.results.map((result) => cellOf(result, index, part));
    return { index, part, cells, isChanged: cells.some((cell) => cell.fate !== "kept") };
  });
}

const missingPart = (id: string): OriginalPart => ({ id, kind: "unseen", tool: null, path: null, tokens: 0, text: id });

function cellOf({ provenance, edits }: ResultJson, index: number, part: OriginalPart): AlignedCell {
  const entry = provenance[index];
  const edit = entry?.edit === undefined ? undefined : edits[entry.edit];
  if (!entry || !edit || entry.fate === "kept") return { fate: "kept" };
  if (entry.fate === "dropped") {
    if (entry.summarised_by !== undefined)
      return { fate: "summarised", tokens: part.tokens, summary: entry.summarised_by };
    return { fate: "dropped", tokens: part.tokens, reason: edit.reason };
  }
  const change = {
    before: edit.tokens_before,
    saved: edit.tokens_before - edit.tokens_after,
    reason: edit.reason,
    text: producedText(edit.produced),
  };
  return entry.reference === undefined
    ? { fate: "edited", ...change }
    : { fate: "aside", reference: entry.reference, ...change };
}

/** The text of a part as an edit carries it (plain JSON of lib/conversation). */
export function producedText(part: EditJson["produced"]): string {
  if (typeof part !== "object" || part === null) return "";
  const { text, output, input } = part as { text?: unknown; output?: unknown; input?: unknown };
  if (typeof text === "string") return text;
  if (Array.isArray(output)) return output.map((block: { text?: string }) => block.text ?? "").join("\n");
  return input === undefined ? "" : JSON.stringify(input);
}

/** Words for the reasons that edits give; an unknown one is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  "not-newest": "not among the newest",
  "large-output": "large output",
  "over-budget": "over budget",
  oldest: "oldest",
  pair: "its pair went",
};
export const reasonText = (reason: string): string => REASONS[reason] ?? reason.replaceAll("-", " ");

/** First line with something on it, at most `length` characters. */
export function firstLine(text: string, length = 160): string {
  const line = text.split("\n", 40).find((candidate) => candidate.trim() !== "") ?? "";
  return line.trim().slice(0, length);
}

export type MapSegment = { readonly fate: AlignedCell["fate"]; readonly from: number; readonly to: number };

/** One strategy's column of the mini-map: runs of the same fate, as fractions of all tokens. */
export function toMapSegments(rows: readonly AlignedRow[], strategy: number): MapSegment[] {
  const total = rows.reduce((sum, row) => sum + weightOf(row), 0);
  const segments: MapSegment[] = [];
  let at = 0;
  for (const row of rows) {
    const fate = row.cells[strategy]?.fate ?? "kept";
    const from = at / total;
    at += weightOf(row);
    const last = segments.at(-1);
    if (last?.fate === fate) segments[segments.length - 1] = { ...last, to: at / total };
    else segments.push({ fate, from, to: at / total });
  }
  return segments;
}

/** Every part has some height, or hundreds of small ones would vanish beside one big file. */
const weightOf = (row: AlignedRow) => row.part.tokens + 20;

/** Where the rows `first` to `last` (positions in `rows`) stand in the whole, as fractions. */
export function toMapWindow(rows: readonly AlignedRow[], all: readonly AlignedRow[], first: number, last: number) {
  const total = all.reduce((sum, row) => sum + weightOf(row), 0);
  const before = (index: number) =>
    all.slice(0, index).reduce((sum, row) => sum + weightOf(row), 0) / Math.max(1, total);
  const top = rows[first]?.index ?? 0;
  const bottom = (rows[last]?.index ?? top) + 1;
  return { from: before(top), to: before(bottom) };
}

/** The next or previous changed row from a position; null at the end. */
export function nextChange(rows: readonly AlignedRow[], from: number, step: 1 | -1): number | null {
  for (let index = from + step; index >= 0 && index < rows.length; index += step)
    if (startsChange(rows, index)) return index;
  return null;
}

/** A run of changed rows counts once, by its first row; a run begins where the pattern of fates changes. */
function startsChange(rows: readonly AlignedRow[], index: number): boolean {
  const pattern = (row: AlignedRow | undefined) => row?.cells.map((cell) => cell.fate).join(" ") ?? "";
  return rows[index]?.isChanged === true && pattern(rows[index]) !== pattern(rows[index - 1]);
}
