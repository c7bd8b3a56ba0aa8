/**
 * The uncached tokens of a prompt whose count should include the cached ones, in this order. If a counter is larger
 * than what is left of the prompt, the prompt includes neither it nor those after it, because they were counted
 * separately.
 */
export function uncachedInput(prompt: number | null, ...cached: readonly (number | null)[]): number | null {
  let left = prompt;
  for (const count of cached) {
    if (left === null || (count ?? 0) > left) return left;
    left -= count ?? 0;
  }
  return left;
}
