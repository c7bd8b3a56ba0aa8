import { type CurvePoint, curveOf, kneeOf, lostPer100 } from "./curve";
import { fieldAt } from "./field";
import { type Change, changeOf, pricedAt } from "./interval";
import { FEWEST_BLOCKS, type Outcome } from "./outcome";
import { type LossPrice, type Terms, usualBound } from "./terms";
import { choose, type Weighed, weigh } from "./weigh";

/** Why there is no advice. */
export type NoAdvice =
  | "no-usage"
  /** The log has costs, but no cache reads. */
  | "no-cache-counters"
  /** Calls and results are redacted or missing, so losses cannot be seen. */
  | "no-content"
  | "too-short"
  | "too-few-parts"
  | "nothing-fired"
  /**
   * Each policy either changed nothing or exceeded the window more often than the log, so it could not have run.
   */
  | "over-window"
  | "none-cheaper"
  /** The policies that are clearly cheaper lose more facts than the log and than the bound allows. */
  | "forgets-more"
  /**
   * The policies that are clearly cheaper may lose more facts than the bound allows, but not provably more than the
   * log.
   */
  | "may-forget-more"
  /** The policies that are clearly cheaper cut before three tenths of the window is full. */
  | "too-early"
  | "cannot-tell"
  /** A policy chosen on some parts did not clearly save on the held-out parts, so the choice may follow noise. */
  | "not-held-out"
  /** At triggers close to its own, each policy costs more than the log or forgets too much. */
  | "unsteady";

export type Advice = {
  /** Null if and only if a policy is advised. */
  readonly reason: NoAdvice | null;
  /** The advised policy. If none is advised: the cheapest one, or null. */
  readonly best: Weighed | null;
  readonly cheapest: Weighed | null;
  /**
   * The change measured on parts that the choice had not seen, which is the figure to promise; null if nothing was
   * chosen.
   */
  readonly heldOut: Change | null;
  readonly curve: readonly CurvePoint[];
  readonly knee: string | null;
  /** Every policy that could have run, at this price, cheapest first. */
  readonly weighed: readonly Weighed[];
  /** Facts that were lost in the log and needed later, per 100 requests. */
  readonly logLostPer100: number;
  /** Maximum number of facts that a policy may lose per 100 requests, even at the upper end of its interval. */
  readonly mostLostPer100: number;
};

/** With fewer requests, a session is too short to give advice about. */
export const FEWEST_REQUESTS = 30;
/**
 * Chooses the policy to advise under these terms, with its interval, or reports why there is none. The blocks are the
 * sample: stretches of one session, or entire sessions. `givenUp` counts policies without an outcome, whose replay was
 * stopped because it exceeded the window more often than the log did.
 */
export function advise(outcomes: readonly Outcome[], log: Outcome | null, terms: Terms, givenUp = 0): Advice {
  if (log === null) return nothing("no-usage");
  const field = fieldAt(outcomes, log, terms);
  const weighed = field.policies
    .map((policy) => weigh(policy, field.log, terms))
    .sort((one, other) => one.total - other.total);
  const curve = curveOf(field.policies.map(({ outcome }) => outcome));
  const shown = { curve, knee: kneeOf(curve), weighed, ...boundsOf(log, terms) };
  const lack = lackOf(log, terms);
  if (lack !== null) return { ...nothing(lack), ...shown, cheapest: weighed[0] ?? null };
  if (weighed.length === 0)
    return { ...nothing(isOver(outcomes, log, givenUp) ? "over-window" : "nothing-fired"), ...shown };
  const { verdict, ...choice } = choose(field, terms);
  return { ...shown, ...choice, reason: verdict === "advice" ? null : verdict };
}

/**
 * The change to promise for a policy: summed over its replayed parts, as in every table, with an interval that also
 * covers the change measured on the parts held out of the search.
 */
export function promisedBy({ best, heldOut }: Pick<Advice, "best" | "heldOut">, shown: Weighed): Change {
  const { share, low, high } = shown.change;
  if (heldOut === null || shown !== best) return shown.change;
  return { share, low: Math.min(low, heldOut.low), high: Math.max(high, heldOut.high) };
}

/**
 * A policy's cost difference from the log in one session, computed from that session's parts. It equals the difference
 * that advice about that session alone reports. `low` and `high` are null if the session has too few parts.
 */
export function changeInSession(outcome: Outcome, log: Outcome, price: LossPrice): SessionChange {
  const { share, low, high } = changeOf(pricedAt(outcome, price), pricedAt(log));
  return log.blocks.length < FEWEST_BLOCKS.tasks ? { share, low: null, high: null } : { share, low, high };
}

export type SessionChange = { readonly share: number; readonly low: number | null; readonly high: number | null };

const isOver = (outcomes: readonly Outcome[], log: Outcome, givenUp: number): boolean =>
  givenUp > 0 || outcomes.some(({ fired, overWindow }) => fired > 0 && overWindow > log.overWindow);

function boundsOf(log: Outcome, { mostLost }: Terms) {
  const logLostPer100 = lostPer100(log);
  return { logLostPer100, mostLostPer100: mostLost ?? usualBound(logLostPer100) };
}

function lackOf({ blocks }: Outcome, { parts }: Terms): NoAdvice | null {
  if (blocks.reduce((sum, { requests }) => sum + requests, 0) < FEWEST_REQUESTS) return "too-short";
  return blocks.length < FEWEST_BLOCKS[parts] ? "too-few-parts" : null;
}

const nothing = (reason: NoAdvice): Advice => ({
  reason,
  best: null,
  cheapest: null,
  heldOut: null,
  curve: [],
  knee: null,
  weighed: [],
  logLostPer100: 0,
  mostLostPer100: 0,
});
