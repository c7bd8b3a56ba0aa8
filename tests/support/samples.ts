/**
 * A test's cases: some presets, versions or sessions in `npm test`, and all of them in `npm run test:long`, which
 * runs the same files again (listed in vitest.long.config.ts).
 */
export const samples = <T>(few: T, all: T): T => (process.env.WINNOW_SAMPLES === "all" ? all : few);

/** A test's number of random cases; higher numbers are only for `npm run test:long -- --full`. */
export const draws = <T>(few: T, full: T): T => (process.env.WINNOW_LONG === "full" ? full : few);
