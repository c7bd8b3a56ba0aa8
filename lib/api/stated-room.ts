import type { LimitsJson } from "./schemas/request-row";

/** The window and the client's reserve within it, if the log states them. */
export type StatedRoom = { readonly window?: number; readonly reserve?: number };

/** The smallest of the stated limits: the client compacts, or stops, when the prompt reaches it. */
export function roomOf(limits: LimitsJson | null): StatedRoom | null {
  if (!limits) return null;
  const { max_prompt: maxPrompt, compact_at: compactAt } = limits;
  const window = limits.window ?? maxPrompt;
  if (window === null) return null;
  const most = Math.min(maxPrompt ?? window, compactAt ?? window);
  return most < window ? { window, reserve: window - most } : { window };
}
