/** Prices are stated for this many tokens. */
export const TOKENS_PER_PRICE = 1_000_000;

/** Multiply a price by this to get the price of one token. */
export const PER_TOKEN = 1 / TOKENS_PER_PRICE;
