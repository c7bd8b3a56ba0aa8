import { known, unknown } from "../../answer/amount";
import type { Amount } from "../../api/schemas/cost-answer";
import { requestRates } from "../../cache/lost-money";
import { modelPricesAt } from "../../models/price-at";
import { TOKENS_PER_PRICE } from "../../models/price-unit";
import type { ModelRequest } from "../../requests/reconstruct-requests";

/** The request that first sends a file read again. */
export type RereadSender = Pick<ModelRequest, "model" | "usage"> & { readonly startedAt?: string | undefined };

/** A file read again is also written to the cache again. Without a request, the session ended before it was sent. */
export function rereadCost(request: RereadSender | undefined, tokens: number): Amount {
  if (request === undefined) return known(0);
  const { model, startedAt, usage } = request;
  if (usage === null) return unknown("no-usage");
  const prices = modelPricesAt(model, startedAt);
  if (prices === null) return unknown("no-price");
  if (usage.cacheRead === null) return unknown("no-cache");
  return known((tokens * requestRates(usage, prices).write) / TOKENS_PER_PRICE);
}
