/**
 * How many samples a test draws: a few in `npm test`, all under `npm run test:long`, which runs the same files again
 * (the list is in vitest.long.config.ts).
 */
export const samples = <T>(few: T, all: T): T => (process.env.WINNOW_SAMPLES === "all" ? all : few);
