import { english, type Say } from "../../wording/say";
import type { ModelTableRow } from "./model-table";

/** A model in the window chart; `x` in ms UTC. */
export type WindowPoint = {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly released: string;
  readonly x: number;
  readonly window: number;
  readonly isPublished: boolean;
};

export type WindowChartView = {
  readonly points: readonly WindowPoint[];
  /** The largest window so far: each rise, and its last value at the right end. */
  readonly largest: readonly { readonly x: number; readonly window: number }[];
  readonly domain: readonly [from: number, to: number];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly sentence: string;
};

const DAY = 86_400_000;
const MONTH = 30.4375 * DAY;

/** Windows by release date. Omits rows without a date or window; the caller reports how many. */
export function toWindowChart(rows: readonly ModelTableRow[], say: Say = english): WindowChartView | null {
  const points = rows.flatMap(toPoint).sort((a, b) => a.x - b.x || a.window - b.window);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const domain = [first.x - 12 * DAY, Math.max(last.x, first.x + MONTH) + 20 * DAY] as const;
  const largest = risesOf(points);
  const top = largest.at(-1)?.window ?? first.window;
  return {
    points,
    largest: [...largest, { x: domain[1], window: top }],
    domain,
    ticks: ticksOf(domain, say),
    sentence: sentenceOf(points, top, say),
  };
}

function toPoint({ id, provider, released, window, printed, title }: ModelTableRow): WindowPoint[] {
  const x = released === null ? Number.NaN : Date.parse(released);
  if (Number.isNaN(x) || window === null || released === null) return [];
  return [{ id, label: title, provider, released, x, window, isPublished: printed !== null }];
}

function risesOf(points: readonly WindowPoint[]): { x: number; window: number }[] {
  const rises: { x: number; window: number }[] = [];
  for (const { x, window } of points) if (window > (rises.at(-1)?.window ?? 0)) rises.push({ x, window });
  return rises;
}

/** The first day of each year, and of each quarter if there is room. The first tick names its year. */
function ticksOf([from, to]: readonly [number, number], say: Say): { x: number; label: string }[] {
  const ticks: { x: number; label: string }[] = [];
  const [start, end] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()];
  const isShort = end - start < 3;
  const month = new Intl.DateTimeFormat(say.language, { month: "short", timeZone: "UTC" });
  const whole = new Intl.DateTimeFormat(say.language, { month: "short", year: "numeric", timeZone: "UTC" });
  for (let year = start; year <= end; year += 1)
    for (const at of isShort ? [0, 3, 6, 9] : [0]) {
      const x = Date.UTC(year, at, 1);
      const label = at === 0 ? String(year) : (ticks.length === 0 ? whole : month).format(x);
      if (x >= from && x <= to) ticks.push({ x, label });
    }
  return ticks;
}

function sentenceOf(points: readonly WindowPoint[], top: number, say: Say): string {
  const first = points.find(({ window }) => window === top);
  return say("{count} models by release date; the largest window, {tokens} tokens, is that of {model} ({released}).", {
    count: points.length,
    tokens: top.toLocaleString("en"),
    model: first?.label ?? "",
    released: first?.released ?? "",
  });
}

/** Every doubling from the smallest to the largest window, as `16k` … `1M`. */
export function doublings(points: readonly WindowPoint[]): number[] {
  const windows = points.map(({ window }) => window);
  const low = Math.floor(Math.log2(Math.min(...windows) / 1024));
  const high = Math.ceil(Math.log2(Math.max(...windows) / 1024) - 0.01);
  return Array.from({ length: Math.max(1, high - low) + 1 }, (_, index) => 1024 * 2 ** (low + index));
}

/** `16k`, `512k`, `1M` for powers of two: k is 1,024 here. */
export const formatDoubling = (tokens: number): string =>
  tokens >= 1_048_576 ? `${tokens / 1_048_576}M` : `${tokens / 1024}k`;

export type WindowFacts = {
  readonly total: number;
  readonly atMost200k: number;
  /** Median window of each year with any. */
  readonly medians: readonly { readonly year: number; readonly window: number }[];
  readonly largest: { readonly window: number; readonly since: string } | null;
};

export function windowFacts(points: readonly WindowPoint[]): WindowFacts {
  const years = [...new Set(points.map(({ x }) => new Date(x).getUTCFullYear()))].sort();
  const medianOf = (year: number) =>
    median(points.filter(({ x }) => new Date(x).getUTCFullYear() === year).map(({ window }) => window));
  const top = risesOf([...points].sort((a, b) => a.x - b.x)).at(-1);
  return {
    total: points.length,
    atMost200k: points.filter(({ window }) => window <= 200_000).length,
    medians: years.map((year) => ({ year, window: medianOf(year) })),
    largest: top ? { window: top.window, since: new Date(top.x).toISOString().slice(0, 7) } : null,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return Math.round((low + high) / 2);
}
