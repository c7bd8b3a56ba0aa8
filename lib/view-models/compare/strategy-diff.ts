import type { ComparedStrategy } from "../../api/schemas/compare";
import type { AlignedCell, AlignedRow, OriginalPart } from "./aligned-transcript";
import { insertedBy } from "./inserted-messages";

/** A strategy's replacement of a part. A null `text` means the original text, which the page loads on demand. */
export type DiffSide = {
  readonly status: AlignedCell["status"] | "inserted" | "absent";
  /** Tokens this strategy sends here. */
  readonly tokens: number;
  readonly text: string | null;
  readonly reason: string | null;
};

/** Between two strategies A and B. `gone`: neither shows it; `alike`: both replaced it with the same text. */
type DiffClass = "kept" | "alike" | "gone" | "only-a" | "only-b" | "differs";

/** A part of the original, or an inserted message (`part` null, before the original part `index`). */
export type DiffRow = {
  readonly key: string;
  readonly index: number;
  readonly part: OriginalPart | null;
  readonly kind: DiffClass;
  readonly a: DiffSide;
  readonly b: DiffSide;
};

export const isDifference = ({ kind }: Pick<DiffRow, "kind">): boolean =>
  kind === "only-a" || kind === "only-b" || kind === "differs";

/** Rows in the original's order; insertions come before the first part they replace. */
export function toDiffRows(
  rows: readonly AlignedRow[],
  results: readonly ComparedStrategy[],
  [a, b]: readonly [number, number],
): DiffRow[] {
  const inserted = pairInserted(sidesOf(results[a]), sidesOf(results[b]));
  const before = (place: number) => inserted.filter(({ index }) => index === place);
  return [...rows.flatMap((row) => [...before(row.index), partRow(row, a, b)]), ...before(rows.length)];
}

function partRow({ index, part, cells }: AlignedRow, a: number, b: number): DiffRow {
  const [left, right] = [sideOf(cells[a], part), sideOf(cells[b], part)];
  return { key: `part ${index}`, index, part, kind: classOf(left, right), a: left, b: right };
}

function sideOf(cell: AlignedCell | undefined, part: OriginalPart): DiffSide {
  if (!cell || cell.status === "kept") return { status: "kept", tokens: part.tokens, text: null, reason: null };
  if (cell.status === "dropped") return { status: "dropped", tokens: 0, text: "", reason: cell.reason };
  if (cell.status === "summarised") return { status: "summarised", tokens: 0, text: "", reason: null };
  return { status: cell.status, tokens: cell.before - cell.saved, text: cell.text, reason: cell.reason };
}

const isGone = ({ status }: DiffSide) => status === "dropped" || status === "summarised" || status === "absent";

function classOf(a: DiffSide, b: DiffSide): DiffClass {
  if (isGone(a) && isGone(b)) return "gone";
  if (isGone(b)) return "only-a";
  if (isGone(a)) return "only-b";
  if (a.status === "kept" && b.status === "kept") return "kept";
  return a.text === b.text ? "alike" : "differs";
}

type Inserted = { readonly index: number; readonly side: DiffSide };

const sidesOf = (result: ComparedStrategy | undefined): Inserted[] =>
  insertedBy(result).map(({ index, tokens, text, reason }) => ({
    index,
    side: { status: "inserted", tokens, text, reason },
  }));

const ABSENT: DiffSide = { status: "absent", tokens: 0, text: "", reason: null };

/** Pairs A's first inserted message with B's first, and so on, because summaries of one history are comparable. */
function pairInserted(a: readonly Inserted[], b: readonly Inserted[]): DiffRow[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at): DiffRow => {
    const [left, right] = [a[at]?.side ?? ABSENT, b[at]?.side ?? ABSENT];
    const index = Math.min(a[at]?.index ?? Number.POSITIVE_INFINITY, b[at]?.index ?? Number.POSITIVE_INFINITY);
    return { key: `inserted ${at}`, index, part: null, kind: classOf(left, right), a: left, b: right };
  });
}

/** A row that differs, or a run of rows on which both agree. */
export type DiffItem =
  | { readonly type: "row"; readonly row: DiffRow }
  | { readonly type: "run"; readonly key: string; readonly index: number; readonly counts: DiffCounts };

export type DiffCounts = Readonly<Record<DiffClass, { readonly rows: number; readonly a: number; readonly b: number }>>;

const CLASSES: readonly DiffClass[] = ["kept", "alike", "gone", "only-a", "only-b", "differs"];

/** Rows and tokens of each class. */
export function countDiff(rows: readonly DiffRow[]): DiffCounts {
  const counts = Object.fromEntries(CLASSES.map((kind) => [kind, { rows: 0, a: 0, b: 0 }])) as Record<
    DiffClass,
    { rows: number; a: number; b: number }
  >;
  for (const { kind, a, b } of rows) {
    counts[kind].rows += 1;
    counts[kind].a += a.tokens;
    counts[kind].b += b.tokens;
  }
  return counts;
}

/** With `isWhole` every row is separate; otherwise runs of agreeing rows become one line. */
export function toDiffItems(rows: readonly DiffRow[], isWhole: boolean): DiffItem[] {
  if (isWhole) return rows.map((row) => ({ type: "row", row }));
  const items: DiffItem[] = [];
  let run: DiffRow[] = [];
  const close = () => {
    const [first] = run;
    if (first) items.push({ type: "run", key: `run ${first.key}`, index: first.index, counts: countDiff(run) });
    run = [];
  };
  for (const row of rows) {
    if (!isDifference(row)) run.push(row);
    else {
      close();
      items.push({ type: "row", row });
    }
  }
  close();
  return items;
}

/**
 * The next or previous difference from a position; null at the end. Neighbours that only one side shows count once, by
 * the first; each rewritten part counts separately.
 */
export function nextDifference(items: readonly DiffItem[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < items.length; at += step) if (startsDifference(items, at)) return at;
  return null;
}

function startsDifference(items: readonly DiffItem[], at: number): boolean {
  const item = items[at];
  if (item?.type !== "row" || !isDifference(item.row)) return false;
  const before = items[at - 1];
  return item.row.kind === "differs" || before?.type !== "row" || before.row.kind !== item.row.kind;
}

/** Slots of the two strategies, `1-3` in a link. */
export type DiffPair = readonly [number, number];

export const encodePair = ([a, b]: DiffPair): string => `${a}-${b}`;

export function decodePair(text: string): DiffPair | null {
  const match = text.match(/^([1-6])-([1-6])$/);
  return match && match[1] !== match[2] ? [Number(match[1]), Number(match[2])] : null;
}
