import { pricedAt } from "./interval";
import type { Outcome } from "./outcome";
import type { Terms } from "./terms";
import { type Field, isPossible } from "./weigh";
import { isUnset } from "./winnow-by-default";

/** All policies that could have been run, safe or not. The log's own lost facts are not paid a second time. */
export function fieldAt(outcomes: readonly Outcome[], log: Outcome, { price }: Terms): Field {
  const priced = outcomes.map((outcome) => pricedAt(outcome, price));
  return {
    policies: priced.filter(({ outcome }) => isPossible(outcome, log)),
    log: pricedAt(log),
    unset: priced.find(({ outcome }) => isUnset(outcome)) ?? null,
  };
}
