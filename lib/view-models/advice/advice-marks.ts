import type { Advice } from "@/lib/advice/advise";
import { costOf } from "@/lib/advice/curve";
import type { Outcome } from "@/lib/advice/outcome";
import type { Weighed } from "@/lib/advice/weigh";
import { formatWholeThousands } from "../../wording/number-format";

/** A policy as a mark in the chart of cost and loss. Money in US dollars. */
export type AdviceMark = {
  readonly id: string;
  readonly family: number;
  readonly cost: number;
  readonly lost: number;
  /** 95 % interval of the cost; null if the policy was not weighed. */
  readonly bounds: { readonly low: number; readonly high: number } | null;
  readonly isOnFrontier: boolean;
  /** `40k`. */
  readonly label: string;
  /** `Winnow at 40k`. */
  readonly name: string;
};

/** Combinations of cost and lost facts that have the same total once the lost facts are paid for. US dollars. */
export type EqualTotal = {
  /** The cost if nothing is lost, which is the total. */
  readonly total: number;
  /** Decrease in cost per further lost fact per 100 requests. */
  readonly perLost: number;
};

type About = {
  readonly familyOf: (id: string) => number;
  readonly nameOf: (id: string) => string;
  readonly triggerOf: (id: string) => number | null;
  /** Price of a lost fact in US dollars. */
  readonly price: number;
};

/** Every policy as a mark, in curve order. */
export function adviceMarks(advice: Advice, log: Outcome | null, about: About): readonly AdviceMark[] {
  const weighed = new Map(advice.weighed.map((entry) => [entry.outcome.id, entry]));
  return advice.curve.map(({ id, cost, lostPer100: lost, isOnFrontier }) => ({
    id,
    family: about.familyOf(id),
    cost,
    lost,
    bounds: boundsOf(weighed.get(id), log, about.price),
    isOnFrontier,
    label: formatWholeThousands(about.triggerOf(id)),
    name: about.nameOf(id),
  }));
}

/**
 * The weighed interval is about the total. This subtracts the cost of lost facts, because the chart shows costs without
 * it.
 */
function boundsOf(weighed: Weighed | undefined, log: Outcome | null, price: number): AdviceMark["bounds"] {
  if (weighed === undefined || log === null) return null;
  const { low, high } = weighed.change;
  const paid = price * weighed.outcome.blocks.reduce((sum, { lost }) => sum + lost, 0);
  const cost = (share: number) => (1 + share) * costOf(log) - paid;
  return Number.isFinite(low) && Number.isFinite(high) ? { low: cost(low), high: cost(high) } : null;
}

export function equalTotalOf({ outcome, total }: Weighed, price: number): EqualTotal {
  const requests = outcome.blocks.reduce((sum, block) => sum + block.requests, 0);
  return { total, perLost: (price * requests) / 100 };
}

/** The cost at which a policy that loses this many facts per 100 requests reaches the given total. */
export const costAtEqualTotal = ({ total, perLost }: EqualTotal, lost: number): number => total - perLost * lost;
