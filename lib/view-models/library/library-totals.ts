import type { DayCell, Loss } from "../../read-models/library-days";
import { sentence } from "../../wording/say";

export type LibraryTotals = {
  readonly sessions: number;
  readonly requests: number;
  /** null if nothing could be priced. */
  readonly cost: number | null;
  /** True if a cost is unknown, partial or estimated, so the sum is not exact. */
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

type SpendUnit = "day" | "week" | "month";
/** `start`: the UTC date of the first day. `spend`: dollars by group. */
type SpendPeriod = { readonly start: string; readonly spend: readonly number[] };
/** Money over time, up to the last session that cost something. `groups`: model families, the costliest first. */
export type SpendOverTime = {
  readonly unit: SpendUnit;
  readonly groups: readonly string[];
  readonly periods: readonly SpendPeriod[];
  readonly maxSpend: number;
};

const GROUPS = 2;
/** All families without a separate band. */
const OTHERS = sentence("others");
const DAY_MS = 86_400_000;
/** The most bars of each unit. Older months are left out. */
const MOST: Readonly<Record<SpendUnit, number>> = { day: 42, week: 26, month: 60 };
/** Minimum number of bars, so that each one stays narrow. */
const LEAST = 12;

/** Spend by day, week or month, in the finest unit in which all of it fits. */
export function spendOverTime(cells: readonly DayCell[]): SpendOverTime {
  const dated = cells.filter(({ day, sessions }) => day !== "" && sessions > 0);
  const paid = dated.filter(({ cost }) => cost > 0);
  const days = (paid.length > 0 ? paid : dated).map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { unit: "day", groups: [], periods: [], maxSpend: 0 };
  const unit = (["day", "week"] as const).find((unit) => stepsBetween(first, last, unit) < MOST[unit]) ?? "month";
  const count = Math.min(MOST[unit], Math.max(LEAST, stepsBetween(first, last, unit) + 1));
  const groups = topGroups(dated);
  const periods = Array.from({ length: count }, (_, index) => stepBack(last, unit, count - 1 - index)).map((start) => ({
    start,
    spend: spendIn(
      dated.filter(({ day }) => startOf(day, unit) === start),
      groups,
    ),
  }));
  return { unit, groups, periods, maxSpend: Math.max(...periods.map(({ spend }) => sum(spend, (amount) => amount))) };
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first day of a date's period. Weeks start on Monday. */
function startOf(day: string, unit: SpendUnit): string {
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  const time = Date.parse(day);
  return unit === "day" ? day : isoDay(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS);
}

/** The start of the period that is `steps` before a date's own. */
function stepBack(day: string, unit: SpendUnit, steps: number): string {
  const start = new Date(startOf(day, unit));
  if (unit === "month") start.setUTCMonth(start.getUTCMonth() - steps);
  else start.setUTCDate(start.getUTCDate() - steps * (unit === "week" ? 7 : 1));
  return isoDay(start.getTime());
}

/** Number of periods from one date's to another's. */
function stepsBetween(first: string, last: string, unit: SpendUnit): number {
  const [from, to] = [new Date(startOf(first, unit)), new Date(startOf(last, unit))];
  if (unit === "month")
    return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return (to.getTime() - from.getTime()) / (DAY_MS * (unit === "week" ? 7 : 1));
}

function spendIn(cells: readonly DayCell[], groups: readonly string[]): number[] {
  const groupOf = ({ family }: DayCell) => (groups.includes(family) ? family : OTHERS);
  return groups.map((group) =>
    sum(
      cells.filter((cell) => groupOf(cell) === group),
      (cell) => cell.cost,
    ),
  );
}

function topGroups(cells: readonly DayCell[]): string[] {
  const money = new Map<string, number>();
  for (const { family, cost } of cells) money.set(family, (money.get(family) ?? 0) + cost);
  const names = [...money].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return names.length > GROUPS ? [...names.slice(0, GROUPS), OTHERS] : names;
}

/** What the strip above the library shows. */
export type LibrarySummary = {
  readonly totals: LibraryTotals;
  readonly spend: SpendOverTime;
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
    totals: totalLibrary(cells),
    spend: spendOverTime(cells),
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
  readonly start: string;
  readonly group: number;
  readonly amount: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Money by period as stacked bars inside a box; the top of the box is `top` dollars. Omits zeros. */
export function spendBars({ periods }: SpendOverTime, top: number, box: Box): SpendBar[] {
  const pitch = box.width / Math.max(1, periods.length);
  return periods.flatMap(({ start, spend }, index) => {
    let y = box.height;
    return spend.flatMap((amount, group) => {
      const height = (amount / top) * box.height;
      y -= height;
      return amount > 0 ? [{ start, group, amount, x: index * pitch + 1, y, width: pitch - 2, height }] : [];
    });
  });
}
