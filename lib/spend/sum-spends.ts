import type { LibrarySpend, Spend, SpendRow } from "../api/schemas/spend";
import { findTool } from "../tools/find-tool";
import { type CompactedSession, sumCompactionLosses } from "./sum-compaction-losses";

type Row = LibrarySpend["rows"][number];
type Sum = { -readonly [Key in keyof Row]: Row[Key] };

/** A session to add up. `null`: not in the log. */
export type SpentSession = CompactedSession & {
  readonly spend: Spend;
  /** ISO 8601. */
  readonly startedAt: string | null;
};

/**
 * A row for several sessions. Sub-agents share one row, because each task belongs to one session. So do the tools that
 * run commands, because clients name the shell differently.
 */
function nameOf({ group, name }: SpendRow): string {
  if (group === "sub-agent") return "";
  return group === "tool" && findTool(name)?.operation === "run" ? SHELL : name;
}

const SHELL = "Shell";

/**
 * What used the tokens and the money of several sessions. Money covers only sessions with a known cost.
 * `found`: how many sessions there are in total, including those not added up.
 */
export function sumSpends(sessions: readonly SpentSession[], found: number): LibrarySpend {
  const rows = new Map<string, Sum>();
  let usd = 0;
  let without = 0;
  for (const { spend, startedAt } of sessions) {
    const { cost, rows: own } = spend;
    if (cost.kind === "known") usd += cost.usd;
    else without += 1;
    const day = dayOf(startedAt);
    const seen = new Set<Sum>();
    for (const row of own) {
      const sum = sumOf(rows, row);
      for (const key of ["tokens", "sent", "definitions", "output", "calls", "failures"] as const) sum[key] += row[key];
      sum.cost = addCost(sum.cost, row.cost);
      sum.avoidable = addCost(sum.avoidable, row.avoidable);
      if (row.group === "tool" && !sum.names.includes(row.name)) sum.names = [...sum.names, row.name];
      if (day !== null) addToWeek(sum, row, day);
      if (!seen.has(sum)) sum.sessions += 1;
      seen.add(sum);
    }
  }
  const isPriced = without < sessions.length;
  const weigh = ({ cost, sent, output }: Row) => (isPriced ? (cost ?? 0) : sent + output);
  const total = [...rows.values()].reduce((sum, row) => sum + weigh(row), 0);
  const sorted = [...rows.values()].sort((one, other) => weigh(other) - weigh(one) || other.sent - one.sent);
  return {
    version: 1,
    sessions: sessions.length,
    found,
    cost: isPriced ? usd : null,
    without_cost: without,
    sent: sessions.reduce((sum, { spend }) => sum + spend.sent, 0),
    output: sessions.reduce((sum, { spend }) => sum + spend.output, 0),
    rows: sorted.map((row) => ({ ...row, share: total === 0 ? 0 : weigh(row) / total })),
    compactions: sumCompactionLosses(sessions),
  };
}

function sumOf(rows: Map<string, Sum>, row: SpendRow): Sum {
  const [group, name] = [row.group, nameOf(row)];
  const key = `${group}\0${name}`;
  const none = {
    tokens: 0,
    sent: 0,
    definitions: 0,
    output: 0,
    calls: 0,
    failures: 0,
    cost: null,
    avoidable: null,
    share: 0,
  };
  const sum = rows.get(key) ?? { group, name, names: [], sessions: 0, ...none, weeks: [], last_day: null };
  rows.set(key, sum);
  return sum;
}

const addCost = (sum: number | null, cost: number | null): number | null => (cost === null ? sum : (sum ?? 0) + cost);

function addToWeek(sum: Sum, { sent, cost }: SpendRow, day: string): void {
  const week = mondayOf(day);
  const before = sum.weeks.find((entry) => entry.week === week);
  const added = { week, sent: (before?.sent ?? 0) + sent, cost: addCost(before?.cost ?? null, cost) };
  const others = sum.weeks.filter((entry) => entry !== before);
  sum.weeks = [...others, added].sort((one, other) => (one.week < other.week ? -1 : 1));
  if (sum.last_day === null || sum.last_day < day) sum.last_day = day;
}

/** UTC day as YYYY-MM-DD; null if unknown. */
function dayOf(startedAt: string | null): string | null {
  const time = startedAt === null ? Number.NaN : Date.parse(startedAt);
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function mondayOf(day: string): string {
  const date = new Date(day);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
