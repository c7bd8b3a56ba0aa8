/** A prompt of so many tokens is cut, unless something else is set (`bench/corpus` is where the figures come from). */
export const OWN_TRIGGER = 100_000;
/** The share of the messages that stays at least. */
export const OWN_SHARE = 0.4;
/** To about so many tokens a prompt at the trigger is cut. */
export const OWN_FLOOR = OWN_TRIGGER * OWN_SHARE;
