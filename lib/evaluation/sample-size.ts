/** How much is known: by sessions, or by parts of one that is long enough to be divided. */
export type SampleSize = { readonly sessions: number; readonly parts?: number };

/** What may be said: nothing, figures with their range, or also which is best. */
export type Saying = "nothing" | "figures" | "ranking";

/** The fewest sessions, or parts, for figures, for a ranking, and for an advice. One table for all pages. */
export const SAMPLES = {
  figures: { sessions: 3, parts: 5 },
  ranking: { sessions: 20 },
  advice: { sessions: 5, parts: 10 },
} as const;

/** What a sample of that size lets a page say. */
export function sayingOf({ sessions, parts = 0 }: SampleSize): Saying {
  if (sessions >= SAMPLES.ranking.sessions) return "ranking";
  return sessions >= SAMPLES.figures.sessions || parts >= SAMPLES.figures.parts ? "figures" : "nothing";
}
