/** What Anthropic publishes about its prompt cache. Without the policy, so that a page that only names a figure need not load it. */
export const ANTHROPIC_FACTS = {
  source: "platform.claude.com, prompt caching (edition of mid/late 2026)",
  asOf: "2026-09-30",
  lookback: 20,
  maxBreakpoints: 4,
  /** For models whose minimum is not published. */
  minimum: 1024,
} as const;
