import { roundAmount } from "../api/answers/money";
import type { SessionCost } from "../api/schemas/session";
import { modelPricesAt } from "../models/price-at";
import { priceUsage } from "../models/price-usage";
import type { Analysis } from "../pipeline/analyze-session";

export function costOf({ session, ledger }: Pick<Analysis, "session" | "ledger">): SessionCost {
  let amount = 0;
  let priced = 0;
  let isPartial = ledger.outputs.isFloor;
  for (const { model, usage, startedAt } of session.responses) {
    const prices = modelPricesAt(model, startedAt);
    const cost = usage === null || prices === null ? null : priceUsage(usage, prices);
    isPartial ||= cost === null || cost.isPartial;
    amount += cost?.amount ?? 0;
    priced += cost === null ? 0 : 1;
  }
  if (priced === 0) return { amount: null, currency: "USD", basis: "unknown" };
  return { amount: roundAmount(amount), currency: "USD", basis: isPartial ? "partial" : "priced" };
}
