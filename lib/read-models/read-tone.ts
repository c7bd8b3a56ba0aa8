export type Tone = "good" | "bad" | undefined;

/** Minimum number of requests for judging a cache; the first one can read nothing. */
const LEAST_JUDGED = 30;

/** The colour of a share of prompt tokens read from the cache: good from 94 %, bad below 80 %. */
export function readTone(share: number | null, requests: number): Tone {
  if (share === null || requests < LEAST_JUDGED) return undefined;
  return share >= 0.94 ? "good" : share < 0.8 ? "bad" : undefined;
}
