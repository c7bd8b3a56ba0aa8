import type { LimitsJson } from "./schemas/request-row";

/** The window stated in a log, and the part of it that the client reserves; absent if not stated. */
export type StatedRoom = { readonly window?: number; readonly reserve?: number };

/** The client compacts, or stops, when the prompt reaches the lowest of the stated limits. */
export function roomOf(limits: LimitsJson | null): StatedRoom | null {
  if (!limits) return null;
  const { max_prompt: maxPrompt, compact_at: compactAt } = limits;
  const window = limits.window ?? maxPrompt;
  if (window === null) return null;
  const most = Math.min(maxPrompt ?? window, compactAt ?? window);
  return most < window ? { window, reserve: window - most } : { window };
}
