/**
 * What Anthropic publishes about its prompt cache. Separate from the policy, so that a page that only needs a figure
 * need not load it.
 */
export const ANTHROPIC_FACTS = {
  source: "platform.claude.com, prompt caching (edition of mid/late 2026)",
  asOf: "2026-09-30",
  lookback: 20,
  maxBreakpoints: 4,
  /** For models whose minimum is not published. */
  minimum: 1024,
} as const;
