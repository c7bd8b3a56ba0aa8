import type { TimelineBreak } from "@/lib/view-models/session/timeline";
import { type ColumnLayout, middleOf } from "./column-layout";
import type { Span } from "./label-layout";

/** A box with a letter. Each break of the session belongs to exactly one box. */
export type BreakMark = {
  /** Left edge of the box. */
  readonly x: number;
  /** The worst of its breaks, whose letter is drawn. */
  readonly shown: TimelineBreak;
  readonly breaks: readonly TimelineBreak[];
};

export const MARK_SIZE = 14;
const PITCH = 15;
/** Maximum pixels that a box moves right of its first break; if more were needed, neighbours share a box. */
const FARTHEST_SHIFT = 15;

/** Places boxes from left to right within the span, without overlap. `breaks` must be in request order. */
export function placeBreaks(breaks: readonly TimelineBreak[], middle: (at: number) => number, span: Span): BreakMark[] {
  const last = span.right - MARK_SIZE;
  const groups: { x: number; breaks: TimelineBreak[] }[] = [];
  for (const found of breaks) {
    const wanted = Math.max(span.left, Math.min(last, Math.round(middle(found.at) - MARK_SIZE / 2)));
    const before = groups.at(-1);
    const x = before ? Math.max(wanted, before.x + PITCH) : wanted;
    if (before && (x > last || x - wanted > FARTHEST_SHIFT)) before.breaks.push(found);
    else groups.push({ x, breaks: [found] });
  }
  return groups.map((group) => ({ ...group, shown: group.breaks.reduce(worse) }));
}

/** Places the breaks of a timeline over its columns. */
export const breakMarks = (breaks: readonly TimelineBreak[], layout: ColumnLayout): BreakMark[] =>
  placeBreaks(breaks, (at) => middleOf(layout, at), { left: layout.left, right: layout.left + layout.available });

/** The worse of two breaks: avoidable or unexplained before expected, then the larger loss. */
function worse(one: TimelineBreak, other: TimelineBreak): TimelineBreak {
  if (one.isExpected !== other.isExpected) return one.isExpected ? other : one;
  return other.lostTokens > one.lostTokens ? other : one;
}

export const markUnder = (marks: readonly BreakMark[], x: number): BreakMark | undefined =>
  marks.find((mark) => x >= mark.x && x < mark.x + PITCH);
