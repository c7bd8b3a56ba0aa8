/** Default share of the window at which a policy runs. Most clients compact between 0.75 and 0.95. */
export const DEFAULT_FRACTION = 0.8;
