import { moneyAnswer } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { CacheLine, LineCost } from "../cache/cache-lines";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import { formatMoney, formatShare, formatTokens } from "../wording/number-format";
import { english, type Say } from "../wording/say";

/** Bands of the read share: agent loops read a median of 84 %, the best tenth at least 94 %. */
export type ReadBand = "low" | "usual" | "high";

export type CacheLineRow = {
  readonly id: CacheLine["id"];
  readonly agreement: number | null;
  readonly cost: { readonly low: Money; readonly high: Money } | null;
};

/** What the pages Cache and Findings show of a whole session; its lanes are `toCacheLanes`. */
export type CachePage = {
  readonly lines: readonly CacheLineRow[];
  readonly totals: {
    readonly read_share: number | null;
    readonly band: ReadBand | null;
    readonly rewrite_factor: number | null;
    readonly unread_premium: Money | null;
    /** If the log has no writes, those whose cause it tells, and null if it tells none. */
    readonly breaks: number | null;
    readonly lost_tokens: number | null;
    readonly lost_cost: Money | null;
    readonly cost: Money | null;
    readonly cost_is_floor: boolean;
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

function toTotals({ totals, economics, unreadPremium }: CacheAnalysis): CachePage["totals"] {
  return {
    read_share: totals.readShare,
    band: readBand(totals.readShare),
    rewrite_factor: totals.rewriteFactor,
    unread_premium: moneyAnswer(unreadPremium),
    breaks: totals.breaks,
    lost_tokens: totals.lostTokens,
    lost_cost: moneyAnswer(totals.lostCost),
    cost: moneyAnswer(economics.total.reported),
    cost_is_floor: economics.isFloor,
    cost_without_cache: moneyAnswer(economics.total.withoutCache),
    cost_perfect_cache: moneyAnswer(economics.total.perfectCache),
  };
}

/**
 * Why the breaks cost more than a perfect cache would have saved; null if the two figures do not seem to contradict each
 * other.
 */
export function perfectCacheNote(
  { lost_cost, cost, cost_perfect_cache }: CachePage["totals"],
  say: Say = english,
): string | null {
  if (!lost_cost || !cost || !cost_perfect_cache) return null;
  const saved = cost.amount - cost_perfect_cache.amount;
  if (lost_cost.amount <= Math.max(saved, 0)) return null;
  const cheaper = saved > 0 ? say("only ~{saved} cheaper", { saved: formatMoney(saved) }) : say("no cheaper");
  return say(
    "The breaks lost {amount}, yet perfect caching is {cheaper}: it places every breakpoint well, but it meets the same compactions, switches of model, changed prompts and pauses longer than the time to live, and no cache reads across those. Another setting or habit avoids them, not another cache.",
    { amount: formatMoney(lost_cost.amount), cheaper },
  );
}

/** The page in words, for screen readers. `requests`: how many the whole session has. */
export function cacheSummary({ totals }: Pick<CachePage, "totals">, requests: number, say: Say = english): string {
  const { read_share: share, breaks } = totals;
  if (share === null)
    return say("{count, plural, one {# request} other {# requests}}; the log does not say what the cache did.", {
      count: requests,
    });
  const lost = say("{tokens} tokens{cost}", {
    tokens: formatTokens(totals.lost_tokens),
    cost: totals.lost_cost ? say(", ") + formatMoney(totals.lost_cost.amount) : "",
  });
  const money =
    totals.cost && totals.cost_without_cache && totals.cost_perfect_cache
      ? say(" It cost {cost}; {without} without a cache, {perfect} with a perfect one.", {
          cost: formatMoney(totals.cost.amount),
          without: formatMoney(totals.cost_without_cache.amount),
          perfect: formatMoney(totals.cost_perfect_cache.amount),
        })
      : "";
  const first = say(
    "{count, plural, one {# request} other {# requests}}; {share} of all prompt tokens were read from the cache; {breaks}",
    {
      count: requests,
      share: formatShare(share),
      breaks:
        breaks === null
          ? say("breaks are unknown without writes")
          : say("{count, plural, one {# break} other {# breaks}}", { count: breaks }),
    },
  );
  return `${first}${breaks ? say(" lost {lost}", { lost }) : ""}${say(".")}${money}`;
}
