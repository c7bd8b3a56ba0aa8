/**
 * Increase this when the same history and the same compression get other figures: what counts as lost, what following
 * requests cost, by which rule an advice is given. Saved results of an earlier version are then shown as stale.
 */
export const MEASURES_VERSION = 5;
