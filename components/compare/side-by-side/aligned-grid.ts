/** Class names for the columns of head and rows: the original, then each strategy; on a phone only one strategy. */
export const ALIGNED_GRID = "grid min-w-(--least) grid-cols-(--columns) max-sm:min-w-0 max-sm:grid-cols-2";
