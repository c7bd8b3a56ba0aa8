import type { LimitsJson } from "./schemas/request-row";

/** The window that a log states, and the tokens of it that its client keeps free; absent if the log does not say. */
export type StatedRoom = { readonly window?: number; readonly reserve?: number };

/** The client compacts, or stops, where the prompt reaches the lowest of what it states. */
export function roomOf(limits: LimitsJson | null): StatedRoom | null {
  if (!limits) return null;
  const { max_prompt: maxPrompt, compact_at: compactAt } = limits;
  const window = limits.window ?? maxPrompt;
  if (window === null) return null;
  const most = Math.min(maxPrompt ?? window, compactAt ?? window);
  return most < window ? { window, reserve: window - most } : { window };
}
