import { addAmounts, between, unknown } from "../../answer/amount";
import type { Amount } from "../../api/schemas/cost-answer";
import type { BreakJson } from "../../api/schemas/request-row";
import { formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { formatAmount } from "./format-amount";

/** What a break lost. With `most_lost`, the other figures are minimums. */
export type Loss = Pick<BreakJson, "lost_tokens" | "lost_cost" | "most_lost">;

/** `62,400`, or `1,200–62,400` if the log does not show how much was cached. */
export function formatLostTokens({ lost_tokens: least, most_lost }: Loss): string {
  const most = most_lost?.tokens ?? least;
  return most > least ? `${formatTokens(least)}–${formatTokens(most)}` : formatTokens(least);
}

/** `$0.254`, `$0.04–0.19`, `unknown`. */
export const formatLostMoney = (loss: Loss, say: Say = english): string => formatAmount(lostMoney(loss), say);

/** What several breaks lost together; unknown if one of them has no price. */
export const sumLostMoney = (losses: readonly Loss[]): Amount => addAmounts(losses.map(lostMoney));

function lostMoney({ lost_cost, most_lost }: Loss): Amount {
  if (lost_cost === null) return unknown("no-price");
  return between(lost_cost.amount, (most_lost?.cost ?? lost_cost).amount);
}
