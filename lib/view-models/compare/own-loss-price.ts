import { type PriceOfLoss, priceOfLoss } from "@/lib/replay/price-of-loss";
import type { RequestRow } from "../../api/schemas/request-row";
import { formatPrice } from "../../wording/number-format";
import type { Say } from "../../wording/say";

/** Default price of a lost fact on a page; null without prices. */
export type OwnLossPrice = { readonly amount: number; readonly measured: PriceOfLoss | null };

/** The reader's general price, otherwise the study's at the mean price of these requests. US dollars. */
export function ownLossPrice(rows: readonly Pick<RequestRow, "cost">[], set: number | null): OwnLossPrice | null {
  if (set !== null) return { amount: set, measured: null };
  const costs = rows.flatMap(({ cost }) => cost?.amount ?? []);
  if (costs.length === 0) return null;
  const measured = priceOfLoss(costs.reduce((sum, cost) => sum + cost, 0) / costs.length, []);
  return { amount: measured.amount, measured };
}

/** The origin of the price, in words. */
export function lossPriceNote(price: number, own: OwnLossPrice | null, say: Say): string {
  if (own === null && price === 0) return say("unknown here, so a loss costs nothing");
  if (own === null || own.measured === null || price !== own.amount) return say("set by you");
  const { compactions, low, high } = own.measured;
  return say("measured after {compactions} compactions of public sessions: {low} to {high}", {
    compactions,
    low: formatPrice(low),
    high: formatPrice(high),
  });
}
