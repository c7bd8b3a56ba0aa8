import type { Amount } from "../api/schemas/cost-answer";
import { mostOf, shareOf } from "./amount";
import type { CauseFacts } from "./cause-facts";

/** Causes below this share are not worth a change of habit. */
const SMALL_SHARE = 0.02;

/** Costliest first by their maximum; without money by tokens; then by frequency. */
export const rankCauses = (causes: readonly CauseFacts[]): CauseFacts[] =>
  causes.toSorted(
    (a, b) =>
      (mostOf(b.money) ?? -1) - (mostOf(a.money) ?? -1) ||
      b.tokens - a.tokens ||
      b.count - a.count ||
      (a.id < b.id ? -1 : 1),
  );

/** Whether a cause's maximum is under 2 % of the cost. Without money, whether it is under 2 % of all prompt tokens. */
export function isSmall({ money, tokens }: Pick<CauseFacts, "money" | "tokens">, cost: Amount, peak: number): boolean {
  const share = shareOf(money, cost);
  return share === null ? tokens < SMALL_SHARE * peak : share.high < SMALL_SHARE;
}
