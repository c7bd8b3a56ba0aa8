import { type LossRate, lossRate } from "./loss-rate";
import type { Outcome } from "./outcome";

/** What a lost fact costs in US dollars, with its 95 % interval; a price without an interval has the amount at both ends. */
export type LossPrice = { readonly amount: number; readonly low: number; readonly high: number };

export const exactly = (amount: number): LossPrice => ({ amount, low: amount, high: amount });

/** Under what conditions something is advised. */
export type Terms = {
  readonly price: LossPrice;
  /** Most facts per 100 requests that a policy may lose, by the upper end of its interval; null: the usual bound. */
  readonly mostLost: number | null;
  /** No policy is advised that runs at a smaller prompt. Tokens. */
  readonly earliest: number;
  /** Blocks are stretches of one session, or whole sessions. */
  readonly parts: "tasks" | "sessions";
};

/** The least share of the window at which a policy may run: an earlier cut takes what the agent works with. */
const EARLIEST_SHARE = 0.3;
/** The bound if the reader sets none: twice what the log lost, or three facts per 100 requests more. */
const USUAL = { times: 2, more: 3 };

/** The earliest trigger in a window; of an unknown window the largest prompt shows a part. Tokens. */
export const earliestTrigger = (window: number | null, peakPrompt: number): number =>
  Math.round(EARLIEST_SHARE * (window ?? peakPrompt));

/** Most lost facts per 100 requests that are allowed beside a log that lost so many. */
export const usualBound = (logLost: number): number => Math.max(USUAL.times * logLost, logLost + USUAL.more);

/** Why a policy is not advised, whatever it costs. */
type Harm = "forgets-more" | "too-early";

/** What a policy loses, and whether that, or its trigger, is out of bounds. */
export type Safety = { readonly loss: LossRate; readonly harm: Harm | null };

export function safetyOf(outcome: Outcome, log: Outcome, { mostLost, earliest }: Terms): Safety {
  const loss = lossRate(outcome);
  const most = mostLost ?? usualBound(lossRate(log).per100);
  if (loss.high > most + ROUNDING) return { loss, harm: "forgets-more" };
  const began = Math.min(outcome.trigger ?? earliest, outcome.began ?? earliest);
  return { loss, harm: began < earliest ? "too-early" : null };
}

const ROUNDING = 1e-9;
