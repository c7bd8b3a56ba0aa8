import { mostOf } from "../../answer/amount";
import type { CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import { formatAmount, formatShareRange } from "../../read-models/words/format-amount";
import { formatCount, formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { CAUSE_WORDS } from "./cause-words";

export type SentenceFacts = Pick<
  CostAnswer,
  "case" | "requests" | "cost" | "breaks" | "unexplained" | "compactions"
> & {
  readonly causes: readonly CostCause[];
  readonly checked: readonly unknown[];
  readonly unanswerable: readonly unknown[];
  /** Tokens of all prompts. */
  readonly inputTokens: number | null;
};

/** The first sentence of a session: the costliest cause, or what is unknown. */
export function answerSentence(facts: SentenceFacts, say: Say = english): string {
  const large = facts.causes.filter(({ is_small }) => !is_small);
  switch (facts.case) {
    case "too-short":
      return say("Too short to judge: {requests}.", { requests: formatCount(facts.requests, "request", say) });
    case "no-usage":
      return say("This log does not count the tokens of each prompt. Sizes are estimates, and the cost is unknown.");
    case "free-provider":
      return say("The models of this session are free or run locally, so there is no cost.{change}", {
        change: changeText(large, say),
      });
    case "no-cache":
      return withoutCache(facts, large, say);
    case "no-price":
      return withoutPrice(facts, say);
    case "one-cause":
    case "several":
      return costliest(facts, large[0] as CostCause, say);
    case "unexplained":
      return say(
        "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}; this log doesn't show why.",
        {
          count: facts.unexplained?.evidence.count ?? 0,
          money: formatAmount(facts.unexplained?.money ?? facts.cost, say),
          cost: formatAmount(facts.cost, say),
        },
      );
    case "reads-only":
      return say(
        "{count, plural, one {One request} other {# requests}} read over 2,000 tokens and 5 % less from the cache than the one before: {money} of {cost}.",
        {
          count: facts.breaks.count ?? 0,
          money: formatAmount(facts.breaks.money, say),
          cost: formatAmount(facts.cost, say),
        },
      );
    case "healthy":
      return healthy(facts, say);
    case "healthy-in-part":
      return say(
        "Nothing to change was found in what this log shows. {open} of {all} checks need more than it holds.",
        {
          open: facts.unanswerable.length,
          all: facts.unanswerable.length + facts.checked.length,
        },
      );
  }
}

const changeText = (large: readonly CostCause[], say: Say): string =>
  large.length > 0 ? say(" What to change is known all the same.") : say(" Nothing to change was found.");

function withoutCache({ cost }: SentenceFacts, large: readonly CostCause[], say: Say): string {
  const change = changeText(large, say);
  return cost.kind === "range"
    ? say("This log has no cache figures, so the cost is between {low} and {high}.{change}", {
        low: formatMoney(cost.low),
        high: formatMoney(cost.high),
        change,
      })
    : say("This log has no cache figures, so the cost is unknown.{change}", { change });
}

function withoutPrice({ breaks, inputTokens, causes }: SentenceFacts, say: Say): string {
  const large = causes.filter(({ is_small }) => !is_small);
  if (breaks.tokens === null || breaks.tokens === 0 || inputTokens === null || inputTokens === 0)
    return say("No price is known for the models of this session, so there is no cost.{change}", {
      change: changeText(large, say),
    });
  const share = breaks.tokens / inputTokens;
  return say("{tokens} tokens ({share} of the input) were paid again; no price is known.", {
    tokens: formatTokens(breaks.tokens),
    share: formatShareRange({ low: share, high: share }),
  });
}

/** Whether what the log does not explain cost more than the costliest cause that it does. */
const isLess = (first: CostCause, unexplained: CostCause | null): boolean =>
  (mostOf(first.money) ?? 0) < (unexplained === null ? 0 : (mostOf(unexplained.money) ?? 0));

function costliest({ case: found, cost, unexplained }: SentenceFacts, first: CostCause, say: Say): string {
  const cause = say.known(CAUSE_WORDS[first.id].subject);
  if (first.share === null)
    return say("{cause}: {tokens} tokens; what they cost is unknown.", {
      cause: capital(cause),
      tokens: formatTokens(first.tokens),
    });
  const share = formatShareRange(first.share);
  if (found === "several" && unexplained !== null && isLess(first, unexplained))
    return say(
      "{count, plural, one {One cache break} other {# cache breaks}} that this log doesn't explain cost most: {most} of {cost}. Of the known causes it is {cause}: {money} ({share}).",
      {
        count: unexplained.evidence.count,
        most: formatAmount(unexplained.money, say),
        cost: formatAmount(cost, say),
        cause,
        money: formatAmount(first.money, say),
        share,
      },
    );
  if (found === "several")
    return say("{cause} cost most: {money} of {cost} ({share}).", {
      cause: capital(cause),
      money: formatAmount(first.money, say),
      cost: formatAmount(cost, say),
      share,
    });
  return first.confidence === "certain"
    ? say("{share} of this session's cost has one cause: {cause}.", { share, cause })
    : say("{share} of this session's cost probably has one cause: {cause}.", { share, cause });
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Breaks of compactions are part of the compactions' price. */
function healthy({ causes: [first], breaks, compactions }: SentenceFacts, say: Say): string {
  const ofCompactions = compactions?.breaks.length ?? 0;
  const others = (breaks.count ?? 0) - ofCompactions;
  const none = ofCompactions === 0 ? say("No cache break") : say("No cache break but those of compactions");
  if (first === undefined || first.share === null)
    return others === 0
      ? say("Nothing to change. {none}, and no waste was found.", { none })
      : say("Nothing to change. {count, plural, one {One cache break} other {# cache breaks}} cost {money}.", {
          count: breaks.count ?? 0,
          money: formatAmount(breaks.money, say),
        });
  const words = { money: formatAmount(first.money, say), share: formatShareRange(first.share) };
  return others === 0
    ? say("Nothing to change. {none}, and the largest waste found is {money} ({share}).", { none, ...words })
    : say("Nothing to change. The costliest cause, {cause}, is {money} ({share}).", {
        cause: say.known(CAUSE_WORDS[first.id].subject),
        ...words,
      });
}
