import { type Advice, advise } from "./advise";
import { changeOf, isClearlyLess, pricedAt } from "./interval";
import type { Outcome } from "./outcome";
import type { Terms } from "./terms";

/** Advice for a person: first the settings of the sessions' own client, then policies that need Winnow in the loop. */
export type ClientFirst = {
  /** The best of all policies, whoever applies them. */
  readonly all: Advice;
  /** The best of the policies that the client itself has a setting for; null if it has none or is unknown. */
  readonly own: Advice | null;
  /** The best policy that needs Winnow in the loop; null if it is not clearly better than the client's own setting. */
  readonly loop: Advice | null;
};

export type Asked = {
  readonly outcomes: readonly Outcome[];
  readonly log: Outcome | null;
  readonly givenUp?: number;
  /** True if the sessions' own client has a setting for the policy with this id. */
  readonly isOwn: (id: string) => boolean;
};

/**
 * Both are chosen by the same rule. A policy that needs Winnow counts only if it is clearly cheaper than the client's
 * own setting.
 */
export function clientFirst(asked: Asked, terms: Terms): ClientFirst {
  const all = adviseAll(asked, terms);
  return { all, ...(ownAndLoop(asked, terms) ?? { own: null, loop: asked.log === null ? null : all }) };
}

const adviseAll = ({ outcomes, log, givenUp = 0 }: Asked, terms: Terms): Advice =>
  advise(outcomes, log, terms, givenUp);

/** Null if the client has no setting among the policies. */
function ownAndLoop({ outcomes, log, givenUp = 0, isOwn }: Asked, terms: Terms): Places | null {
  const ofClient = outcomes.filter(({ id }) => isOwn(id));
  if (log === null || ofClient.length === 0) return null;
  const own = advise(ofClient, log, terms);
  const others = outcomes.filter(({ id }) => !isOwn(id));
  const loop = advise(others, log, terms, givenUp);
  return { own, loop: others.length > 0 && isGain(loop, own, terms) ? loop : null };
}

function isGain(loop: Advice, own: Advice, { price }: Terms): boolean {
  if (loop.reason !== null || loop.best === null) return false;
  if (own.reason !== null || own.best === null) return true;
  return isClearlyLess(changeOf(pricedAt(loop.best.outcome, price), pricedAt(own.best.outcome, price)));
}

/** The advice shown first: the client's own, unless only the one that needs Winnow advises a policy. */
export const leading = ({ all, own, loop }: ClientFirst): Advice => (own === null ? all : leadingOf({ own, loop }));

/** The advice shown first, without the others. For callers that try many terms. */
export function leadingAt(asked: Asked, terms: Terms): Advice {
  const places = ownAndLoop(asked, terms);
  return places === null ? adviseAll(asked, terms) : leadingOf(places);
}

type Places = { readonly own: Advice; readonly loop: Advice | null };

const leadingOf = ({ own, loop }: Places): Advice => (own.reason === null ? own : (loop ?? own));
