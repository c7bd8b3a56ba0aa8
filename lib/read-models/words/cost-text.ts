import type { CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import type { Say } from "../../wording/say";
import { formatAmount, formatShareRange } from "./format-amount";

/** The session's cost: `$1.23`, or `at least $1.23` if the log leaves out some of it. */
export function costText({ cost, cost_note }: Pick<CostAnswer, "cost" | "cost_note">, say: Say): string {
  const money = formatAmount(cost, say);
  return cost_note === null ? money : say("at least {money}", { money });
}

type Share = NonNullable<CostCause["share"]>;

/** The high end of a share. */
export const highShare = ({ high }: Share): string => formatShareRange({ low: high, high });

/** `26 %`, or `≤ 26 %` if the log leaves out some of the cost, so that the share is a maximum. */
export function shareText(share: Share | null, note: CostAnswer["cost_note"]): string {
  if (share === null) return "";
  return note === null ? formatShareRange(share) : `≤\u202f${highShare(share)}`;
}
