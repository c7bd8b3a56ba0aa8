/** Tokens of the system prompt that Anthropic adds to a request with any tool and `tool_choice` auto or none. */
type ToolPromptRow = {
  readonly models: RegExp;
  readonly edition2025: number | null;
  readonly edition2026: number | null;
};

/** Anthropic revised the numbers in spring 2026, so the date of a log decides which edition applies. */
const REVISED_ON = "2026-05";

/** Source: platform.claude.com/docs, tool use overview, editions of 2025 and of mid-2026 (as of 2026-11). */
const TOOL_PROMPTS: readonly ToolPromptRow[] = [
  { models: /^claude-opus-5-5/, edition2025: null, edition2026: 286 },
  { models: /^claude-opus-4-8/, edition2025: null, edition2026: 290 },
  { models: /^claude-opus-4-7/, edition2025: null, edition2026: 675 },
  { models: /^claude-(opus|sonnet)-4-6/, edition2025: null, edition2026: 497 },
  { models: /^claude-(opus|sonnet|haiku)-4-5/, edition2025: 346, edition2026: 496 },
  { models: /^claude-(opus-4(-1)?|sonnet-4)$/, edition2025: 346, edition2026: 313 },
  { models: /^claude-sonnet-5/, edition2025: null, edition2026: 354 },
  { models: /^claude-3-[57]-sonnet/, edition2025: 346, edition2026: null },
  { models: /^claude-3-5-haiku/, edition2025: 264, edition2026: 264 },
  { models: /^claude-3-haiku/, edition2025: 264, edition2026: null },
  { models: /^claude-3-opus/, edition2025: 530, edition2026: null },
  { models: /^claude-3-sonnet/, edition2025: 159, edition2026: null },
];

/**
 * Tokens of the tool prompt; 0 if none is published. `time`: ISO 8601, or null for today's edition; a missing edition
 * is replaced by the other one.
 */
export function toolPromptTokens(modelId: string | null, time: string | null): number {
  const row = TOOL_PROMPTS.find(({ models }) => modelId !== null && models.test(modelId));
  if (!row) return 0;
  const isOld = time !== null && time < REVISED_ON;
  return (isOld ? row.edition2025 : row.edition2026) ?? row.edition2025 ?? row.edition2026 ?? 0;
}
