import type { Ratio, Skipped } from "./row";

/** How far a ratio may exceed the committed one. */
export const TOLERANCE = 0.2;

export type Verdict = "kept" | "behind" | "skipped" | "missing" | "new";

export type Compared = {
  readonly id: string;
  readonly committed: number | null;
  readonly now: number | null;
  readonly verdict: Verdict;
};

/**
 * Compares the ratios of a run with the committed ones; lower is better. A ratio is `behind` when it is more
 * than a fifth above the committed one. A ratio that was not measured is `skipped` if the run gave a reason
 * (a peer that cannot be installed), and otherwise `missing`, so that nobody passes the gate by measuring
 * less.
 */
export function compareRatios(
  committed: readonly Ratio[],
  now: readonly Ratio[],
  skipped: readonly Skipped[],
): Compared[] {
  const found = new Map(now.map(({ id, spread }) => [id, spread.median]));
  const known = committed.map(({ id, spread }): Compared => {
    const value = found.get(id) ?? null;
    return { id, committed: spread.median, now: value, verdict: verdictOf(id, spread.median, value, skipped) };
  });
  const isKnown = new Set(committed.map(({ id }) => id));
  const added = now.filter(({ id }) => !isKnown.has(id));
  return [...known, ...added.map(({ id, spread }) => addedOf(id, spread.median))];
}

const addedOf = (id: string, now: number): Compared => ({ id, committed: null, now, verdict: "new" });

function verdictOf(id: string, committed: number, now: number | null, skipped: readonly Skipped[]): Verdict {
  if (now === null) return skipped.some(({ name }) => id.endsWith(`/${name}`)) ? "skipped" : "missing";
  return now <= committed * (1 + TOLERANCE) ? "kept" : "behind";
}

/** The ratios that make the gate fail. */
export const isFailure = ({ verdict }: Compared): boolean => verdict === "behind" || verdict === "missing";

/**
 * Measures a ratio that is behind a second time, because other work may affect one side of a round. It fails only if it
 * is behind both times; otherwise the second value is used.
 */
export function confirmed(first: readonly Compared[], second: readonly Compared[]): Compared[] {
  const again = new Map(second.map((entry) => [entry.id, entry]));
  return first.map((entry) => (isFailure(entry) ? (again.get(entry.id) ?? entry) : entry));
}
