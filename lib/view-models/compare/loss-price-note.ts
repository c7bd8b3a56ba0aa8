import { formatPrice } from "../../wording/number-format";
import type { Say } from "../../wording/say";
import type { OwnLossPrice } from "./own-loss-price";

/** The origin of the price, in words. */
export function lossPriceNote(price: number, own: OwnLossPrice | null, say: Say): string {
  if (own === null && price === 0) return say("unknown: no price is known for this model");
  if (own === null || own.measured === null || price !== own.amount) return say("set by you");
  const { compactions, low, high } = own.measured;
  if (own.isEstimate)
    return say("{low} to {high}, estimated from the size of these requests, which report no usage", {
      low: formatPrice(low),
      high: formatPrice(high),
    });
  return say("measured after {compactions} compactions in public sessions: {low} to {high}", {
    compactions,
    low: formatPrice(low),
    high: formatPrice(high),
  });
}
