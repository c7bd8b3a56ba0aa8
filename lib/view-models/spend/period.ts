/** Number of days that a sum over sessions covers; `all` means every session. */
export const PERIODS = ["7", "30", "all"] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;

/** The period in a URL; 30 days if the URL has none. */
export const periodOf = (named: unknown): Period => PERIODS.find((period) => period === named) ?? "30";

/** The first day of the period, UTC, as YYYY-MM-DD; null without a limit. */
export function startOfPeriod(period: Period, now: Date): string | null {
  if (period === "all") return null;
  return new Date(now.getTime() - (Number(period) - 1) * DAY_MS).toISOString().slice(0, 10);
}
