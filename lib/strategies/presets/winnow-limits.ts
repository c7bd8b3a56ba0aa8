/** Default token trigger for cutting a prompt; measured in `bench/corpus`. */
export const OWN_TRIGGER = 100_000;
/** Minimum share of the messages that stays. */
export const OWN_SHARE = 0.4;
