import { randomIndexes } from "./seeded-random";

/** NaN if empty. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

const RESAMPLES = 1_000;

/**
 * 95 % bootstrap interval of the mean. Resamples entire sessions, because cuts of one session are similar. Seeded, so
 * the result is reproducible.
 */
export const bootstrap = (groups: readonly (readonly number[])[]): readonly [number, number] =>
  bootstrapOf(groups, (drawn) => mean(drawn.flat()));

/** The interval of any figure of the groups. Draws for which it is NaN are skipped. */
export function bootstrapOf<Group>(
  groups: readonly Group[],
  figure: (drawn: readonly Group[]) => number,
): readonly [number, number] {
  const next = randomIndexes(42);
  const draw = () => Array.from({ length: groups.length }, () => groups[next(groups.length)] as Group);
  const figures = Array.from({ length: RESAMPLES }, () => figure(draw()))
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const at = (share: number) => figures[Math.floor(figures.length * share)] ?? Number.NaN;
  return [at(0.025), at(0.975)];
}
