import { type LibraryItem, shortModel } from "./library-table";
import { english, type Say, sentence } from "./wording/say";

export type LibraryTotals = {
  readonly sessions: number;
  readonly requests: number;
  /** null when nothing could be priced. */
  readonly cost: number | null;
  /** True when a cost is unknown, partial or estimated, so that the sum is not exact. */
  readonly isCostFloor: boolean;
  readonly readShare: number | null;
  readonly lostCost: number | null;
};

/** Sums over the sessions; the read share is weighted by the tokens that went in. */
export function totalLibrary(items: readonly LibraryItem[]): LibraryTotals {
  const withRead = items.filter((item) => item.readShare !== null && item.tokensIn !== null);
  const tokensIn = sum(withRead, (item) => item.tokensIn ?? 0);
  return {
    sessions: items.length,
    requests: sum(items, (item) => item.requests),
    cost: sumOrNull(items, (item) => item.cost?.amount ?? null),
    isCostFloor: items.some((item) => item.cost === null || item.cost.isFloor),
    readShare: tokensIn === 0 ? null : sum(withRead, (item) => (item.readShare ?? 0) * (item.tokensIn ?? 0)) / tokensIn,
    lostCost: sumOrNull(items, (item) => item.lostCost),
  };
}

function sumOrNull(items: readonly LibraryItem[], of: (item: LibraryItem) => number | null): number | null {
  const known = items.map(of).filter((value) => value !== null);
  return known.length === 0 ? null : sum(known, (value) => value);
}

/** One day of the strip. `day` is the UTC date; groups are money per model group, the largest group first overall. */
export type DayTotals = {
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
/** The families that have no band of their own, together. */
const OTHERS = sentence("others");
const DAY_MS = 86_400_000;

/** The thirty days up to the latest session, because the last thirty days of old transcripts would be empty. */
export function totalByDay(items: readonly LibraryItem[]): DailyTotals {
  const dated = items.filter(isDated);
  const ofDay = byDay(dated);
  const last = [...ofDay.keys()].sort().at(-1) ?? "";
  if (last === "") return { groups: [], days: [], maxSpend: 0 };
  const groups = topGroups(dated);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(Date.parse(last) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return dayTotals(day, ofDay.get(day) ?? [], groups);
  });
  return { groups, days, maxSpend: Math.max(0, ...days.map((day) => sum(day.spend, (amount) => amount))) };
}

function dayTotals(day: string, items: readonly LibraryItem[], groups: readonly string[]): DayTotals {
  const spend = groups.map((group) =>
    sum(
      items.filter((item) => groupOf(item, groups) === group),
      (item) => item.cost?.amount ?? 0,
    ),
  );
  return { day, spend, readShare: totalLibrary(items).readShare };
}

function topGroups(items: readonly LibraryItem[]): string[] {
  const money = new Map<string, number>();
  for (const item of items) money.set(familyOf(item), (money.get(familyOf(item)) ?? 0) + (item.cost?.amount ?? 0));
  const names = [...money].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return names.length > GROUPS ? [...names.slice(0, GROUPS), OTHERS] : names;
}

const groupOf = (item: LibraryItem, groups: readonly string[]) =>
  groups.includes(familyOf(item)) ? familyOf(item) : OTHERS;

/** `sonnet` of `sonnet-4-5`, `gpt` of `gpt-5-codex`. */
const familyOf = (item: LibraryItem) => shortModel(item.models)?.split("-")[0] ?? "unknown";
const isDated = ({ startedAt }: LibraryItem) => startedAt !== null && !Number.isNaN(Date.parse(startedAt));

function byDay(dated: readonly LibraryItem[]): Map<string, LibraryItem[]> {
  const days = new Map<string, LibraryItem[]>();
  for (const item of dated) {
    const day = new Date(item.startedAt as string).toISOString().slice(0, 10);
    const held = days.get(day);
    if (held) held.push(item);
    else days.set(day, [item]);
  }
  return days;
}

/** What stands in place of the chart of read shares by day; null where a day has one. */
export function whyNoReadChart(items: readonly LibraryItem[], daily: DailyTotals, say: Say = english): string | null {
  if (daily.days.some((day) => day.readShare !== null)) return null;
  const reporting = items.filter((item) => item.readShare !== null);
  if (reporting.length === 0) return say("No session reports cache reads.");
  if (reporting.every((item) => !isDated(item))) return say("The sessions that report cache reads have no date.");
  return say("No session of these {DAYS} days reports cache reads.", { DAYS });
}

/** The sessions that lost the most money to cache breaks, with their share of the worst one. */
export function mostLost(items: readonly LibraryItem[], count: number) {
  const worst = items.filter((item) => (item.lostCost ?? 0) > 0).sort((a, b) => (b.lostCost ?? 0) - (a.lostCost ?? 0));
  const top = worst[0]?.lostCost ?? 0;
  return worst.slice(0, count).map((item) => ({ item, share: top === 0 ? 0 : (item.lostCost ?? 0) / top }));
}

/** What the strip above the library shows. */
export type LibrarySummary = {
  readonly items: readonly LibraryItem[];
  readonly totals: LibraryTotals;
  readonly daily: DailyTotals;
  readonly worst: ReturnType<typeof mostLost>;
};

export const toLibrarySummary = (items: readonly LibraryItem[]): LibrarySummary => ({
  items,
  totals: totalLibrary(items),
  daily: totalByDay(items),
  worst: mostLost(items, 4),
});

/** A round number at or above `value`, for the top of an axis: 1, 1.5, 2, 3, 5 or 8 times a power of ten. */
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

/** Stacked bars of money by day inside a box whose top is `top` dollars; nothing is drawn for nothing. */
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

/** Read shares as points of a line; the axis starts at a tenth at or below the worst day, at most at 60 %. */
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
