import { type LossRate, lossRate } from "./loss-rate";
import type { Outcome } from "./outcome";

/** The price of a lost fact in US dollars, with its 95 % interval; without an interval both ends equal the amount. */
export type LossPrice = { readonly amount: number; readonly low: number; readonly high: number };

export const exactly = (amount: number): LossPrice => ({ amount, low: amount, high: amount });

/** The conditions that advised policies must meet. */
export type Terms = {
  readonly price: LossPrice;
  /**
   * Maximum number of facts that a policy may lose per 100 requests, even at the upper end of its interval; null for
   * the default bound.
   */
  readonly mostLost: number | null;
  /** Minimum prompt size, in tokens, at which an advised policy may run. */
  readonly earliest: number;
  /** Blocks are stretches of one session, or entire sessions. */
  readonly parts: "tasks" | "sessions";
};

/** Minimum share of the window at which a policy may run. An earlier cut removes what the agent still works with. */
const EARLIEST_SHARE = 0.3;
/** Maximum share of edits whose old text a cut may have removed. */
const MOST_BLIND = 0.05;
/** The default bound is the larger of twice the log's rate and the log's rate plus three facts per 100 requests. */
const USUAL = { times: 2, more: 3 };

/** The earliest trigger in a window, in tokens; for an unknown window, a share of the largest prompt. */
export const earliestTrigger = (window: number | null, peakPrompt: number): number =>
  Math.round(EARLIEST_SHARE * (window ?? peakPrompt));

/** Maximum number of lost facts per 100 requests for a log that lost this many. */
export const usualBound = (logLost: number): number => Math.max(USUAL.times * logLost, logLost + USUAL.more);

/** The reader's bound, or the default one for this log. */
export const mostLostBeside = (log: Pick<Outcome, "blocks">, { mostLost }: Pick<Terms, "mostLost">): number =>
  mostLost ?? usualBound(lossRate(log).per100);

/** Why a policy is never advised, however cheap it is. */
type Harm = "forgets-more" | "too-early";

/** A policy's loss, and which bound it exceeds, if any. */
export type Safety = { readonly loss: LossRate; readonly harm: Harm | null };

export function safetyOf(outcome: Outcome, log: Outcome, terms: Terms): Safety {
  const loss = lossRate(outcome);
  if (loss.high > mostLostBeside(log, terms) + ROUNDING) return { loss, harm: "forgets-more" };
  return { loss, harm: isTooEarly(outcome, log, terms) ? "too-early" : null };
}

/**
 * True if the policy is safe, judged only by some of the blocks. A policy that lost nothing in them counts as safe,
 * however few they are.
 *
 * @param isSeen by block number.
 */
export function isSafeOn(outcome: Outcome, log: Outcome, terms: Terms, isSeen: (block: number) => boolean): boolean {
  const seen = ({ blocks }: Outcome) => ({ blocks: blocks.filter((_, block) => isSeen(block)) });
  const { per100, high } = lossRate(seen(outcome));
  return !isTooEarly(outcome, log, terms) && (per100 === 0 || high <= mostLostBeside(seen(log), terms) + ROUNDING);
}

/** True if it cuts before enough of the window is full, or removes what the agent still works with. */
const isTooEarly = (outcome: Outcome, log: Outcome, { earliest }: Terms): boolean =>
  Math.min(outcome.trigger ?? earliest, outcome.began ?? earliest) < earliest || isBlind(outcome, log);

/** True if a cut removed the old text of more edits than in the log, and of more than a twentieth of all edits. */
const isBlind = ({ edits }: Outcome, log: Outcome): boolean =>
  edits !== undefined && edits.blind > Math.max(log.edits?.blind ?? 0, MOST_BLIND * edits.all);

const ROUNDING = 1e-9;
