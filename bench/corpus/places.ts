/** Prompts with at least this many tokens are "long": the default strategy cuts them. */
export const LONG_PROMPT = 100_000;
