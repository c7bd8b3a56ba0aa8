import { mostOf } from "../../answer/amount";
import type { CostAnswer } from "../../api/schemas/cost-answer";
import type { CachePage } from "../../read-models/cache-page";
import { costText } from "../../read-models/words/cost-text";
import { formatAmount } from "../../read-models/words/format-amount";
import { formatMoney, formatShare, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

type Answered = Pick<CostAnswer, "cost" | "cost_note" | "breaks" | "requests" | "cache">;

/** The cost of the breaks compared with what a perfect cache would have saved; null without breaks or prices. */
export function perfectCacheNote(
  { cost_perfect_cache: perfect }: Pick<CachePage["totals"], "cost_perfect_cache">,
  { cost, breaks }: Pick<Answered, "cost" | "breaks">,
  say: Say = english,
): string | null {
  if (cost.kind !== "known" || perfect === null) return null;
  const saved = cost.usd - perfect.amount;
  const lost = mostOf(breaks.money) ?? 0;
  if (lost <= Math.max(saved, 0))
    return lost === 0
      ? null
      : say(
          "Perfect caching would have saved ~{saved}: some of the breaks ({amount}), and misses too small to count as breaks.",
          { saved: formatMoney(saved), amount: formatAmount(breaks.money, say) },
        );
  const cheaper = saved > 0 ? say("only ~{saved} cheaper", { saved: formatMoney(saved) }) : say("no cheaper");
  return say(
    "The breaks lost {amount}, yet perfect caching is {cheaper}. Even with ideal breakpoints, no cache can read across compactions, model switches, long pauses or changes of the prompt. To avoid these breaks, change a setting or a habit.",
    { amount: formatAmount(breaks.money, say), cheaper },
  );
}

/** A session's cache in words, for screen readers. */
export function cacheSummary(
  { read_share: share, ...totals }: CachePage["totals"],
  { cost, cost_note, breaks, requests, cache }: Answered,
  say: Say = english,
): string {
  const { cost_without_cache: without, cost_perfect_cache: perfect } = totals;
  if (share === null)
    return say("{count, plural, one {# request} other {# requests}}; the log does not say what the cache did.", {
      count: requests,
    });
  const words = {
    tokens: formatTokens(breaks.tokens),
    cost: mostOf(breaks.money) === null ? "" : say(", ") + formatAmount(breaks.money, say),
  };
  const lost =
    cache === "reads-only" ? say("at most {tokens} tokens{cost}", words) : say("{tokens} tokens{cost}", words);
  const money =
    cost.kind === "known" && without && perfect
      ? say(" It cost {cost}; {without} without a cache, {perfect} with a perfect one.", {
          cost: costText({ cost, cost_note }, say),
          without: formatMoney(without.amount),
          perfect: formatMoney(perfect.amount),
        })
      : "";
  const first = say(
    "{count, plural, one {# request} other {# requests}}; {share} of all prompt tokens were read from the cache; {breaks}",
    {
      count: requests,
      share: formatShare(share),
      breaks:
        breaks.count === null
          ? say("breaks are unknown without writes")
          : say("{count, plural, one {# break} other {# breaks}}", { count: breaks.count }),
    },
  );
  return `${first}${breaks.count ? say(" lost {lost}", { lost }) : ""}${say(".")}${money}`;
}
