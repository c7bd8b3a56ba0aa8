/** The columns of head and rows: the original, then one per strategy; on a phone one strategy at a time. */
export const ALIGNED_GRID = "grid min-w-(--least) grid-cols-(--columns) max-sm:min-w-0 max-sm:grid-cols-2";
