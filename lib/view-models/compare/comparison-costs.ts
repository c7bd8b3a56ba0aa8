import type { ComparedStrategy } from "../../api/schemas/compare";
import { formatCount, formatPrice, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { type CellText, cheaperBy, neededOf, netCell, plain, quiet } from "./matrix-cells";
import { costOver, paidBy, type RecommendationWish } from "./recommendation";

/** The number of requests within which a change must pay for itself, and the price of a lost fact. */
export type CostWish = Pick<RecommendationWish, "horizon" | "price">;

/** Dollars compared with leaving the prompt alone, weighed as in the verdict so that readers can check the verdict. */
type Weighed = { readonly money: number | null; readonly paid: number | null; readonly lost: number | null };

function weigh({ status, cache, evaluation }: ComparedStrategy, { horizon, price }: CostWish): Weighed {
  const money = status === "applied" ? costOver(cache, horizon) : null;
  const lost = neededOf(evaluation)?.regret_total ?? null;
  return { money, lost, paid: money === null || lost === null ? null : paidBy({ money, lost }, price) };
}

const dollars = (amount: number) => ({ amount });

export const costRowLabel = ({ horizon }: CostWish, say: Say = english): string =>
  say("Cost over the next {horizon, plural, one {request} other {# requests}}", { horizon });
export const paidRowUnit = ({ price }: CostWish, say: Say = english): string =>
  say("at {price} per lost fact", { price: formatPrice(price) });

export function costCell(result: ComparedStrategy, wish: CostWish, say: Say = english): CellText {
  const { money } = weigh(result, wish);
  if (money !== null) return netCell(dollars(money), say);
  const net = result.cache.net_cost_after_10_requests;
  // For a result that saves nothing on any request, only the price for ten requests is known; other counts do not
  // follow from it.
  const isEndless = result.status === "applied" && net !== null && net.amount !== 0;
  return isEndless ? quiet(NOT_APPLICABLE_TEXT, say("nothing is saved")) : netCell(net, say);
}

export function paidCell(result: ComparedStrategy, wish: CostWish, say: Say = english): CellText {
  const { money, paid, lost } = weigh(result, wish);
  if (paid === null) {
    const cost = costCell(result, wish, say);
    return lost === null && money !== null ? { ...cost, note: say("lost facts unknown, not counted") } : cost;
  }
  const note = lost === 0 ? say("no needed fact is lost") : formatCount(lost ?? 0, "lost fact", say);
  return { ...netCell(dollars(paid), say), note };
}

/** The value compared for "best"; a result that costs more than leaving the prompt alone never wins. */
export const comparableCost = (result: ComparedStrategy, wish: CostWish, of: "money" | "paid"): number | null => {
  const amount = weigh(result, wish)[of];
  return amount === null ? null : cheaperBy(dollars(amount));
};

/** Whole requests, as in the verdict. */
export const paysAfter = ({ cache }: ComparedStrategy): number | null =>
  cache.break_even_requests === null ? null : Math.max(0, Math.ceil(cache.break_even_requests));

export function paysAfterCell(result: ComparedStrategy, say: Say = english): CellText {
  const requests = paysAfter(result);
  return requests === null ? quiet("never", say("nothing is saved")) : plain(String(requests));
}
