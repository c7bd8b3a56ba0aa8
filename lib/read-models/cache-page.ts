import { moneyAnswer } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { CacheLine, LineCost } from "../cache/cache-lines";
import { sumMoney } from "../cache/money";
import type { CacheAnalysis } from "../pipeline/analyze-cache";

/** Bands of the read share: agent loops read a median of 84 %, the best tenth at least 94 %. */
export type ReadBand = "low" | "usual" | "high";

export type CacheLineRow = {
  readonly id: CacheLine["id"];
  readonly agreement: number | null;
  readonly cost: { readonly low: Money; readonly high: Money } | null;
};

/** A session's data for Cache besides the answer, which has cost and breaks, and the lanes (`toLaneRows`). */
export type CachePage = {
  readonly lines: readonly CacheLineRow[];
  readonly totals: {
    readonly read_share: number | null;
    readonly band: ReadBand | null;
    /** Surcharge over plain input for the writes that nothing in the log read. */
    readonly unread_premium: Money | null;
    readonly cost_without_cache: Money | null;
    readonly cost_perfect_cache: Money | null;
  };
};

const LOW = 0.8;
const HIGH = 0.94;

export const readBand = (share: number | null): ReadBand | null =>
  share === null ? null : share < LOW ? "low" : share < HIGH ? "usual" : "high";

export const toCachePage = (cache: CacheAnalysis): CachePage => ({
  lines: cache.lines.map(toLineRow),
  totals: toTotals(cache),
});

function toLineRow({ id, agreement, cost }: CacheLine): CacheLineRow {
  return { id, agreement, cost: cost && toRange(cost) };
}

/** A single price becomes a range of one value. */
function toRange(cost: LineCost): CacheLineRow["cost"] {
  const [low, high] = cost.kind === "price" ? [cost.cost, cost.cost] : [cost.low, cost.high];
  return { low: moneyAnswer(low) as Money, high: moneyAnswer(high) as Money };
}

function toTotals({ totals, economics, unread }: CacheAnalysis): CachePage["totals"] {
  return {
    read_share: totals.readShare,
    band: readBand(totals.readShare),
    unread_premium: moneyAnswer(sumMoney(unread.map(({ premium }) => premium))),
    cost_without_cache: moneyAnswer(economics.total.withoutCache),
    cost_perfect_cache: moneyAnswer(economics.total.perfectCache),
  };
}
