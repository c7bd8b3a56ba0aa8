import type { RequestRange } from "./column-layout";

/** Minimum width of a range. */
const NARROWEST = 5;

/**
 * The range `factor` times as wide, with `position` at the same relative place, within 0 to `count` − 1; null if that
 * is everything.
 */
export function zoomAround(range: RequestRange, position: number, factor: number, count: number): RequestRange | null {
  const width = range.to - range.from + 1;
  const next = Math.max(Math.min(NARROWEST, count), Math.round(width * factor));
  if (next >= count) return null;
  const at = Math.max(range.from, Math.min(range.to, position));
  // Rounded down, because otherwise the last item of a range could fall outside the next range.
  const from = at - Math.floor(((at - range.from) / width) * next);
  return moveInside({ from, to: from + next - 1 }, count);
}

/** The same width, moved to lie within 0 to `count` − 1. */
export function moveInside({ from, to }: RequestRange, count: number): RequestRange {
  const width = Math.min(count, to - from + 1);
  const start = Math.max(0, Math.min(count - width, from));
  return { from: start, to: start + width - 1 };
}

/** `84-140`, counted from 1, as in the URL. */
export const rangeText = ({ from, to }: RequestRange): string => `${from + 1}-${to + 1}`;

/** The range in a URL; null if the text is not a range, or if the range covers everything or nothing in the log. */
export function readRange(text: string | null, count: number): RequestRange | null {
  const [, first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? "") ?? [];
  if (first === undefined || last === undefined) return null;
  const from = Math.max(0, Number(first) - 1);
  const to = Math.min(count - 1, Number(last) - 1);
  return from > to || (from === 0 && to === count - 1) ? null : { from, to };
}
