import { pricedAt } from "./interval";
import type { Outcome } from "./outcome";
import { type Field, isPossible } from "./weigh";
import { isUnset } from "./winnow-by-default";

/** What can be chosen among at a price of a lost fact, in US dollars. The log's own lost facts are not paid a second time. */
export function fieldAt(outcomes: readonly Outcome[], log: Outcome, price: number): Field {
  const priced = outcomes.map((outcome) => pricedAt(outcome, price));
  return {
    policies: priced.filter(({ outcome }) => isPossible(outcome, log)),
    log: pricedAt(log, 0),
    unset: priced.find(({ outcome }) => isUnset(outcome)) ?? null,
  };
}
