/** Where nothing is set: a prompt of so many tokens is cut (`bench/evaluation/default-search.ts` is where they come from). */
export const OWN_TRIGGER = 100_000;
/** To about so many tokens it is cut then. */
export const OWN_FLOOR = 60_000;
