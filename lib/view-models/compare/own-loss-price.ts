import { modelPricesAt } from "@/lib/models/price-at";
import { TOKENS_PER_PRICE } from "@/lib/models/price-unit";
import { type PriceOfLoss, priceOfLoss } from "@/lib/replay/price-of-loss";
import type { RequestRow } from "../../api/schemas/request-row";

/** Default price of a lost fact on a page; null without prices. */
export type OwnLossPrice = {
  readonly amount: number;
  readonly measured: PriceOfLoss | null;
  /** Whether the requests' costs are estimated, because the log reports no usage. */
  readonly isEstimate: boolean;
};

type Row = Pick<RequestRow, "cost" | "model" | "prompt_tokens" | "started_at">;

/** The price in the reader's settings, otherwise the study's at the mean cost of these requests. US dollars. */
export function ownLossPrice(rows: readonly Row[], set: number | null): OwnLossPrice | null {
  if (set !== null) return { amount: set, measured: null, isEstimate: false };
  const logged = rows.flatMap(({ cost }) => cost?.amount ?? []);
  const costs = logged.length > 0 ? logged : rows.flatMap(warmCost);
  if (costs.length === 0) return null;
  const measured = priceOfLoss(costs.reduce((sum, cost) => sum + cost, 0) / costs.length, []);
  return { amount: measured.amount, measured, isEstimate: logged.length === 0 };
}

/** Cost of a prompt read entirely from the cache, as Compare assumes elsewhere; excludes the answer. */
function warmCost({ model, prompt_tokens, started_at }: Row): number[] {
  const prices = modelPricesAt(model, started_at ?? undefined);
  return prices === null ? [] : [(prompt_tokens * prices.cacheRead) / TOKENS_PER_PRICE];
}
