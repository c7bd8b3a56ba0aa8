import type { Amount } from "../api/schemas/cost-answer";
import { endsOf, shareOf } from "./amount";
import type { CauseFacts } from "./cause-facts";

/** Causes below this share are not worth a change of habit. */
const SMALL_SHARE = 0.02;

type Ranked = Pick<CauseFacts, "id" | "money" | "tokens">;

/** Orders causes by minimum cost, then by maximum cost. Without prices, by tokens. */
export const rankCauses = <Cause extends Ranked>(causes: readonly Cause[]): Cause[] =>
  causes.toSorted(
    (a, b) =>
      (endsOf(b.money)?.low ?? -1) - (endsOf(a.money)?.low ?? -1) ||
      (endsOf(b.money)?.high ?? -1) - (endsOf(a.money)?.high ?? -1) ||
      b.tokens - a.tokens ||
      (a.id < b.id ? -1 : 1),
  );

/** True if a cause's maximum is less than 2 % of the cost or, without prices, of the largest prompt. */
export function isSmall({ money, tokens }: Pick<CauseFacts, "money" | "tokens">, cost: Amount, peak: number): boolean {
  const share = shareOf(money, cost);
  return share === null ? tokens < SMALL_SHARE * peak : share.high < SMALL_SHARE;
}
