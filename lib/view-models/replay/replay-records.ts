import type { ReplayView } from "./replay-view";

type Value = string | number | boolean | null;

/**
 * The chart's lines as a table for a spreadsheet: one row per request, with unrounded numbers; shares from 0 to 1,
 * cumulative cost in USD.
 */
export function replayRecords({ requests, series }: ReplayView): { columns: string[]; records: Value[][] } {
  const columns = series.flatMap(({ label }) =>
    ["prompt tokens", "read share", "regrets", "cost usd", "fired"].map((name) => `${label}: ${name}`),
  );
  const fired = series.map((one) => new Set(one.fired));
  const records = Array.from({ length: requests }, (_, at) => [
    at + 1,
    ...series.flatMap(({ values }, index): Value[] => [
      values.window[at] ?? null,
      values.read[at] ?? null,
      values.regret[at] ?? null,
      values.cost[at] ?? null,
      fired[index]?.has(at) ?? false,
    ]),
  ]);
  return { columns: ["request", ...columns], records };
}
