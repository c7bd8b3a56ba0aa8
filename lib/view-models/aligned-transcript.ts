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

/** Where each row begins, as fractions of all tokens; one more at the end. */
export type MapScale = readonly number[];

export function toMapScale(rows: readonly AlignedRow[]): MapScale {
  const total = Math.max(
    1,
    rows.reduce((sum, row) => sum + weightOf(row), 0),
  );
  let at = 0;
  const starts = rows.map((row) => {
    const start = at / total;
    at += weightOf(row);
    return start;
  });
  return [...starts, 1];
}

/** More segments than this in a column are thinner than a pixel; the widest of each step stands for the rest. */
const MAP_STEPS = 400;

/** One strategy's column of the mini-map: runs of the same fate, as fractions of all tokens. */
export function toMapSegments(rows: readonly AlignedRow[], strategy: number, scale = toMapScale(rows)): MapSegment[] {
  const runs: MapSegment[] = [];
  for (const [index, row] of rows.entries()) {
    const fate = row.cells[strategy]?.fate ?? "kept";
    const [from = 0, to = 1] = [scale[index], scale[index + 1]];
    const last = runs.at(-1);
    if (last?.fate === fate) runs[runs.length - 1] = { ...last, to };
    else runs.push({ fate, from, to });
  }
  return runs.length <= MAP_STEPS ? runs : coarse(runs);
}

function coarse(runs: readonly MapSegment[]): MapSegment[] {
  const steps: MapSegment[] = [];
  let widest: MapSegment | null = null;
  let from = 0;
  for (const run of runs) {
    if (widest === null || run.to - run.from > widest.to - widest.from) widest = run;
    if (run.to - from < 1 / MAP_STEPS && run.to < 1) continue;
    steps.push({ fate: widest.fate, from, to: run.to });
    from = run.to;
    widest = null;
  }
  return steps;
}

/** Every part has some height, or hundreds of small ones would vanish beside one big file. */
const weightOf = (row: AlignedRow) => row.part.tokens + 20;

/** Where the rows `first` to `last` (positions in `shown`) stand in the whole, as fractions. */
export function toMapWindow(shown: readonly AlignedRow[], scale: MapScale, first: number, last: number) {
  const top = shown[first]?.index ?? 0;
  const bottom = (shown[last]?.index ?? top) + 1;
  return { from: scale[top] ?? 0, to: scale[bottom] ?? 1 };
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
