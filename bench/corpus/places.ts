/** Prompts with at least this many tokens are "long"; there the default strategy cuts. */
export const LONG_PROMPT = 100_000;
