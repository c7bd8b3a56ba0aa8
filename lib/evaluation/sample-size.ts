/** Size of a sample: sessions, or parts of one that is long enough to divide. */
export type SampleSize = { readonly sessions: number; readonly parts?: number };

/** What a sample supports: nothing, figures with their range, or a ranking as well. */
export type Saying = "nothing" | "figures" | "ranking";

/** Minimum number of sessions, or parts, for figures, a ranking and advice. One table for all pages. */
export const SAMPLES = {
  figures: { sessions: 3, parts: 5 },
  ranking: { sessions: 20 },
  advice: { sessions: 5, parts: 10 },
} as const;

/** What a sample of this size supports. */
export function sayingOf({ sessions, parts = 0 }: SampleSize): Saying {
  if (sessions >= SAMPLES.ranking.sessions) return "ranking";
  return sessions >= SAMPLES.figures.sessions || parts >= SAMPLES.figures.parts ? "figures" : "nothing";
}
