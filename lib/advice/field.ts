import { pricedAt } from "./interval";
import type { Outcome } from "./outcome";
import type { Terms } from "./terms";
import { type Field, isPossible } from "./weigh";
import { isUnset } from "./winnow-by-default";

/**
 * All policies that could have run, safe or not. Lost facts are not charged to the log, which has already paid for
 * them.
 */
export function fieldAt(outcomes: readonly Outcome[], log: Outcome, { price }: Terms): Field {
  const priced = outcomes.map((outcome) => pricedAt(outcome, price));
  return {
    policies: priced.filter(({ outcome }) => isPossible(outcome, log)),
    log: pricedAt(log),
    unset: priced.find(({ outcome }) => isUnset(outcome)) ?? null,
  };
}
