/** Prompts of so many tokens and more are "long": there the default cuts. */
export const LONG_PROMPT = 100_000;
