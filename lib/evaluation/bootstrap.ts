import { randomIndexes } from "./seeded-random";

/** NaN if empty. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

const RESAMPLES = 1_000;

/**
 * 95 % bootstrap interval of the mean. Resamples whole sessions, because cuts of one session are similar. Seeded, so
 * results are reproducible.
 */
export function bootstrap(groups: readonly (readonly number[])[]): readonly [number, number] {
  const next = randomIndexes(42);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(Array.from({ length: groups.length }, () => groups[next(groups.length)] ?? []).flat()),
  ).sort((a, b) => a - b);
  return [means[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN, means[Math.floor(RESAMPLES * 0.975)] ?? Number.NaN];
}
