import type { DayCell, Loss } from "../../read-models/library-days";
import { english, type Say, sentence } from "../../wording/say";

export type LibraryTotals = {
  readonly sessions: number;
  readonly requests: number;
  /** null if nothing could be priced. */
  readonly cost: number | null;
  /** True if a cost is unknown, partial or estimated, so that the sum is not exact. */
  readonly isCostFloor: boolean;
  readonly readShare: number | null;
  readonly lostCost: number | null;
};

/** Sums over days and families; the read share is weighted by input tokens. */
export function totalLibrary(cells: readonly DayCell[]): LibraryTotals {
  const tokensIn = sum(cells, (cell) => cell.readOf);
  const isPriced = cells.some((cell) => cell.priced > 0);
  const isLossKnown = cells.some((cell) => cell.lossKnown > 0);
  return {
    sessions: sum(cells, (cell) => cell.sessions),
    requests: sum(cells, (cell) => cell.requests),
    cost: isPriced ? sum(cells, (cell) => cell.cost) : null,
    isCostFloor: cells.some((cell) => cell.inexact > 0),
    readShare: tokensIn === 0 ? null : sum(cells, (cell) => cell.read) / tokensIn,
    lostCost: isLossKnown ? sum(cells, (cell) => cell.lost) : null,
  };
}

/** A day of the strip. `day`: UTC date; groups: money per model group, largest group overall first. */
type DayTotals = {
  readonly day: string;
  readonly spend: readonly number[];
  readonly readShare: number | null;
};
export type DailyTotals = {
  readonly groups: readonly string[];
  readonly days: readonly DayTotals[];
  readonly maxSpend: number;
};

const DAYS = 30;
const GROUPS = 2;
/** All families without a separate band. */
const OTHERS = sentence("others");
const DAY_MS = 86_400_000;

/**
 * The thirty days up to the latest session with a cost, or up to the latest session if none has one. The last thirty
 * calendar days would be empty for old transcripts.
 */
export function totalByDay(cells: readonly DayCell[]): DailyTotals {
  const dated = cells.filter(({ day, sessions }) => day !== "" && sessions > 0);
  const paid = dated.filter((cell) => cell.cost > 0);
  const last =
    (paid.length > 0 ? paid : dated)
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? "";
  if (last === "") return { groups: [], days: [], maxSpend: 0 };
  const groups = topGroups(dated);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(Date.parse(last) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const own = dated.filter((cell) => cell.day === day);
    return dayTotals(day, own, groups);
  });
  return { groups, days, maxSpend: Math.max(0, ...days.map((day) => sum(day.spend, (amount) => amount))) };
}

function dayTotals(day: string, cells: readonly DayCell[], groups: readonly string[]): DayTotals {
  const groupOf = ({ family }: DayCell) => (groups.includes(family) ? family : OTHERS);
  const spend = groups.map((group) =>
    sum(
      cells.filter((cell) => groupOf(cell) === group),
      (cell) => cell.cost,
    ),
  );
  return { day, spend, readShare: totalLibrary(cells).readShare };
}

function topGroups(cells: readonly DayCell[]): string[] {
  const money = new Map<string, number>();
  for (const { family, cost } of cells) money.set(family, (money.get(family) ?? 0) + cost);
  const names = [...money].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return names.length > GROUPS ? [...names.slice(0, GROUPS), OTHERS] : names;
}

/** Text in place of the chart of read shares by day; null if a day has one. */
export function whyNoReadChart({ cells, daily }: Pick<LibrarySummary, "cells" | "daily">, say: Say = english) {
  if (daily.days.some((day) => day.readShare !== null)) return null;
  const reporting = cells.filter((cell) => cell.reporting > 0);
  if (reporting.length === 0) return say("No session reports cache reads.");
  if (reporting.every(({ day }) => day === "")) return say("The sessions that report cache reads have no date.");
  return say("No session of these {DAYS} days reports cache reads.", { DAYS });
}

/** What the strip above the library shows. */
export type LibrarySummary = {
  readonly cells: readonly DayCell[];
  readonly totals: LibraryTotals;
  readonly daily: DailyTotals;
  /** The sessions with the largest losses, each with its share of the worst one's. */
  readonly worst: readonly { readonly item: Loss; readonly share: number }[];
  /** True if the loss of a session is a range; the sum then includes its lower end. */
  readonly isLossFloor: boolean;
};

/** `worst`: the sessions with the largest losses, worst first. */
export function toLibrarySummary(
  cells: readonly DayCell[],
  worst: readonly Loss[],
  isLossFloor = false,
): LibrarySummary {
  const top = worst[0]?.lostCost ?? 0;
  return {
    cells,
    totals: totalLibrary(cells),
    daily: totalByDay(cells),
    worst: worst.map((item) => ({ item, share: top === 0 ? 0 : item.lostCost / top })),
    isLossFloor,
  };
}

/** A round number of at least `value`, for the top of an axis: 1, 1.5, 2, 3, 5 or 8 times a power of ten. */
export function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

const sum = <T>(values: readonly T[], of: (value: T) => number) =>
  values.reduce((total, value) => total + of(value), 0);

type Box = { readonly width: number; readonly height: number };
export type SpendBar = {
  readonly day: string;
  readonly group: number;
  readonly amount: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Money by day as stacked bars inside a box; the top of the box is `top` dollars. Omits zeros. */
export function spendBars(daily: DailyTotals, top: number, box: Box): SpendBar[] {
  const pitch = box.width / Math.max(1, daily.days.length);
  return daily.days.flatMap(({ day, spend }, index) => {
    let y = box.height;
    return spend.flatMap((amount, group) => {
      const height = (amount / top) * box.height;
      y -= height;
      return amount > 0 ? [{ day, group, amount, x: index * pitch + 1, y, width: pitch - 2, height }] : [];
    });
  });
}

/** Read shares as points of a line; the axis starts at the tenth at or below the worst day, at most at 60 %. */
export function readPoints(daily: DailyTotals, box: Box) {
  const known = daily.days.flatMap((day, index) =>
    day.readShare === null ? [] : [{ ...day, share: day.readShare, index }],
  );
  const floor = Math.min(0.6, Math.floor(Math.min(1, ...known.map((day) => day.share)) * 10) / 10);
  const y = (share: number) => Math.round(((1 - share) / (1 - floor)) * box.height * 10) / 10;
  const pitch = box.width / Math.max(1, daily.days.length);
  const points = known.map(({ day, share, index }) => ({
    day,
    share,
    x: Math.round((index + 0.5) * pitch * 10) / 10,
    y: y(share),
  }));
  return { points, floor, y };
}
