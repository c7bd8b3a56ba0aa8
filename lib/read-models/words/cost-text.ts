import type { CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import type { Rounding } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { formatAmount, formatShareAtMost, formatShareRange } from "./format-amount";

type Cost = Pick<CostAnswer, "cost" | "cost_note">;

/** A session's cost, rounded down if the log leaves out some of it. */
export const formatCost = ({ cost, cost_note }: Cost, say: Say = english): string =>
  formatAmount(cost, say, cost_note === null ? "nearest" : "down");

/** The session's cost: `$1.23`, or `at least $1.23` if the log leaves out some of it. */
export function costText(answer: Cost, say: Say): string {
  const money = formatCost(answer, say);
  return answer.cost_note === null ? money : say("at least {money}", { money });
}

/** `26 %`, or `≤ 26.3 %` if the log leaves out some of the cost, so the share is a maximum. */
export function shareText(
  share: CostCause["share"],
  note: CostAnswer["cost_note"],
  rounding: Rounding = "nearest",
): string {
  if (share === null) return "";
  return note === null ? formatShareRange(share, rounding) : formatShareAtMost(share.high);
}
