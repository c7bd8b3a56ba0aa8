/** Cache lifetimes that providers offer and report, in seconds. */
export const FIVE_MINUTES = 300;
export const HALF_AN_HOUR = 1800;
export const ONE_HOUR = 3600;
