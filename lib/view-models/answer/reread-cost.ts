import { known, unknown } from "../../answer/amount";
import type { Amount } from "../../api/schemas/cost-answer";
import { modelPricesAt } from "../../models/price-at";
import { writePrice } from "../../models/price-usage";

/** The request that first sends a file read again, by its reported usage; `read` is null if it reports no cache. */
export type RereadSender = {
  readonly model: string | null;
  readonly startedAt: string | null;
  readonly read: number | null;
  readonly written: number | null;
  readonly written1h: number | null;
};

/** A file read again is also written to the cache again. Without a request, the session ended before it was sent. */
export function rereadCost(request: RereadSender | undefined, tokens: number): Amount {
  if (request === undefined) return known(0);
  const { model, startedAt, read, written, written1h } = request;
  const prices = modelPricesAt(model, startedAt ?? undefined);
  if (prices === null) return unknown("no-price");
  if (read === null) return unknown("no-cache");
  return known((tokens * writePrice(prices, written ? (written1h ?? 0) / written : null)) / 1e6);
}
