import { mostOf, shareOf } from "../../answer/amount";
import type { CostAnswer } from "../../api/schemas/cost-answer";
import { costText, shareText } from "../../read-models/words/cost-text";
import { formatAmount } from "../../read-models/words/format-amount";
import { english, type Say } from "../../wording/say";

/** The cases in which the first sentence describes causes without the sum of the breaks. */
const NAMES_CAUSES: ReadonlySet<CostAnswer["case"]> = new Set(["one-cause", "several"]);

/** `12 cache breaks cost $35.86 of $137.79 (26 %).`: the sum of all breaks, shown next to the first sentence. */
export function breaksSentence(
  {
    case: which,
    breaks,
    cost,
    cost_note,
    unexplained,
  }: Pick<CostAnswer, "case" | "breaks" | "cost" | "cost_note" | "unexplained">,
  say: Say = english,
): string | null {
  const share = shareOf(breaks.money, cost);
  const isStated = breaks.count === unexplained?.evidence.count;
  if (!NAMES_CAUSES.has(which) || !breaks.count || !mostOf(breaks.money) || share === null || isStated) return null;
  return say(
    "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost} ({share}) altogether.",
    {
      count: breaks.count,
      money: formatAmount(breaks.money, say),
      cost: costText({ cost, cost_note }, say),
      share: shareText(share, cost_note),
    },
  );
}
