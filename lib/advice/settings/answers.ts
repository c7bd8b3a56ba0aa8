import type { SettingAnswer, WantedSetting } from "./client-setting";

/** Tokens as a sentence shows them: 67,000. */
const tokens = (count: number): string => count.toLocaleString("en-US");

export const WINDOW_UNKNOWN: SettingAnswer = {
  cannot: "window-unknown",
  why: "The setting depends on the window, and the window of this model is unknown.",
};

export const laterThan = (client: string, latest: number): SettingAnswer => ({
  cannot: "later-than-possible",
  why: `${client} compacts at ${tokens(latest)} tokens at the latest.`,
});

export const earlierThan = (client: string, earliest: string): SettingAnswer => ({
  cannot: "earlier-than-possible",
  why: `${client} does not accept a trigger below ${earliest}.`,
});

export const noThreshold = (why: string) => (): SettingAnswer => ({ cannot: "no-threshold", why });
export const noAction = (why: string) => (): SettingAnswer => ({ cannot: "no-such-action", why });

/** The largest share of the window that is not above the trigger, in steps of 1 / `steps`. Null without a window. */
export function shareBelow(
  { trigger, window }: WantedSetting,
  steps: number,
): { readonly share: number; readonly fires: number } | null {
  if (window === null) return null;
  const whole = Math.floor((trigger * steps) / window);
  return { share: whole / steps, fires: Math.floor((whole * window) / steps) };
}
