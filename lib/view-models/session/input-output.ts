import type { UsageSums } from "../../api/schemas/session";

/** Prompt tokens per output token of Manus's agent, on average ("Context Engineering for AI Agents", 2025-07-18). */
export const MANUS_INPUT_PER_OUTPUT = 100;

/**
 * Prompt tokens of all requests per output token, including cached ones; null if the log lacks either. A lower bound of
 * the outputs makes it an upper bound.
 */
export function inputPerOutput(usage: UsageSums): number | null {
  const { uncached_input, cache_write_5m, cache_write_1h, cache_write_unsplit, cache_read, output } = usage;
  const known = [uncached_input, cache_write_5m, cache_write_1h, cache_write_unsplit, cache_read].filter(
    (tokens) => tokens !== null,
  );
  if (uncached_input === null || output === null || output === 0) return null;
  return known.reduce((sum, tokens) => sum + tokens, 0) / output;
}

/** `112 : 1`, `3.4 : 1`. */
export const ratioText = (ratio: number): string =>
  `${ratio < 9.95 ? ratio.toFixed(1) : Math.round(ratio).toLocaleString("en")} : 1`;
