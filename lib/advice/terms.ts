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

/** The bound of the reader, or the usual one beside this log. */
export const mostLostBeside = (log: Pick<Outcome, "blocks">, { mostLost }: Pick<Terms, "mostLost">): number =>
  mostLost ?? usualBound(lossRate(log).per100);

/** Why a policy is not advised, whatever it costs. */
type Harm = "forgets-more" | "too-early";

/** What a policy loses, and whether that, or its trigger, is out of bounds. */
export type Safety = { readonly loss: LossRate; readonly harm: Harm | null };

export function safetyOf(outcome: Outcome, log: Outcome, terms: Terms): Safety {
  const loss = lossRate(outcome);
  if (loss.high > mostLostBeside(log, terms) + ROUNDING) return { loss, harm: "forgets-more" };
  return { loss, harm: isTooEarly(outcome, terms) ? "too-early" : null };
}

/**
 * Whether it could be advised by some of the blocks alone. If it lost nothing in them, that they are fewer says nothing against it.
 *
 * @param isSeen by the number of a block.
 */
export function isSafeOn(outcome: Outcome, log: Outcome, terms: Terms, isSeen: (block: number) => boolean): boolean {
  const seen = ({ blocks }: Outcome) => ({ blocks: blocks.filter((_, block) => isSeen(block)) });
  const { per100, high } = lossRate(seen(outcome));
  return !isTooEarly(outcome, terms) && (per100 === 0 || high <= mostLostBeside(seen(log), terms) + ROUNDING);
}

const isTooEarly = ({ trigger, began }: Outcome, { earliest }: Terms): boolean =>
  Math.min(trigger ?? earliest, began ?? earliest) < earliest;

const ROUNDING = 1e-9;
