/**
 * Increase it when the same history and compression give different figures: what counts as lost, the cost of later
 * requests, the rule that chooses the advised policy. Results saved by an earlier version are then shown as out of
 * date.
 */
export const MEASURES_VERSION = 10;
