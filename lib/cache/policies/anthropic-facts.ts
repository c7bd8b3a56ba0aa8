/**
 * What Anthropic publishes about its prompt cache. Not in the policy's file, so that a page that needs only a figure
 * does not load the policy.
 */
export const ANTHROPIC_FACTS = {
  source: "platform.claude.com, prompt caching (edition of mid/late 2026)",
  asOf: "2026-09-30",
  lookback: 20,
  maxBreakpoints: 4,
  /** For models whose minimum is not published. */
  minimum: 1024,
} as const;
