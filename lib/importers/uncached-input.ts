/**
 * The uncached tokens of a prompt whose count should include the cached ones. If a counter is larger than what is left
 * of the prompt, the prompt cannot include it: it was counted separately.
 */
export const uncachedInput = (prompt: number | null, ...cached: readonly (number | null)[]): number | null =>
  prompt === null
    ? null
    : cached.reduce<number>((left, part) => left - (part !== null && part <= left ? part : 0), prompt);
