import { endsOf, mostOf } from "../../answer/amount";
import type { CauseId, CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import { costText, shareText } from "../../read-models/words/cost-text";
import { formatAmount, formatShareRange } from "../../read-models/words/format-amount";
import { formatCount, formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { CAUSE_WORDS } from "./cause-words";
import { isAtMost, rankedCauses, roundingOf } from "./ranked-causes";

export type SentenceFacts = Pick<
  CostAnswer,
  | "case"
  | "cache"
  | "requests"
  | "agents_missing"
  | "requests_unpriced"
  | "cost"
  | "cost_note"
  | "breaks"
  | "causes"
  | "unexplained"
  | "compactions"
  | "stated_cost"
  | "input_tokens"
> & { readonly checked: readonly unknown[]; readonly unanswerable: readonly unknown[] };

/** Cases in which the sentence does not depend on what the session cost. */
const WITHOUT_COST: ReadonlySet<CostAnswer["case"]> = new Set(["too-short", "healthy", "healthy-in-part"]);

/**
 * The first sentence of a session: the largest cost with a known cause, or what is unknown. If the log lacks requests of
 * sub-agents or the client states another cost, adds that: the client's prices may not be list prices.
 */
export function answerSentence(facts: SentenceFacts, say: Say = english): string {
  const { stated_cost, cost } = facts;
  if (WITHOUT_COST.has(facts.case)) return findingSentence(facts, say);
  const answer = `${findingSentence(facts, say)}${cost.kind === "unknown" ? "" : leftOutText(facts, say)}`;
  if (stated_cost === null) return answer;
  const stated = formatMoney(stated_cost);
  if (stated === formatAmount(cost, say)) return answer;
  return say("{answer} The client reports a cost of {cost}.", { answer, cost: stated });
}

/** What the total leaves out. */
function leftOutText({ agents_missing = 0, requests_unpriced = 0 }: SentenceFacts, say: Say): string {
  const agents =
    agents_missing === 0
      ? ""
      : say(
          " The total leaves out requests of {count, plural, one {a sub-agent} other {# sub-agents}} that are not in the log.",
          { count: agents_missing },
        );
  if (requests_unpriced === 0) return agents;
  const count = requests_unpriced;
  const unpriced =
    agents_missing === 0
      ? say(
          " The total leaves out the price of {count, plural, one {one request} other {# requests}} whose model is unknown or has no known price.",
          { count },
        )
      : say(
          " It also leaves out the price of {count, plural, one {one request} other {# requests}} whose model is unknown or has no known price.",
          { count },
        );
  return `${agents}${unpriced}`;
}

function findingSentence(facts: SentenceFacts, say: Say): string {
  const large = facts.causes.filter(({ is_small }) => !is_small);
  switch (facts.case) {
    case "too-short":
      return say("Too short to judge: {requests}.", { requests: formatCount(facts.requests, "request", say) });
    case "no-usage":
      return withoutUsage(facts, say);
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
      return withoutReason(
        {
          count: facts.unexplained?.evidence.count ?? 0,
          money: formatAmount(facts.unexplained?.money ?? facts.cost, say),
          cost: costText(facts, say),
        },
        say,
      );
    case "reads-only":
      return allBreaks(facts, say);
    case "healthy":
      return healthy(facts, say);
    case "healthy-in-part":
      return say("This log shows nothing to change, but {open} of {all} checks need data that it lacks.", {
        open: facts.unanswerable.length,
        all: facts.unanswerable.length + facts.checked.length,
      });
  }
}

/** The log may still have the session's totals: the tokens of all prompts, or a cost, which `answerSentence` adds. */
function withoutUsage({ input_tokens, stated_cost }: SentenceFacts, say: Say): string {
  const sizes =
    input_tokens === null
      ? say("This log has no token counts for its prompts, so sizes are estimates.")
      : say(
          "This log counts the tokens of the entire session ({tokens} in all prompts), but not of each prompt, so sizes are estimates.",
          { tokens: formatTokens(input_tokens) },
        );
  return stated_cost === null ? say("{sizes} The cost is unknown.", { sizes }) : sizes;
}

type BreakWords = { readonly count: number; readonly money: string; readonly cost: string };

const withoutReason = (words: BreakWords, say: Say): string =>
  say(
    "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}; this log does not show why.",
    words,
  );

/** The sum of all breaks, and the number of breaks without a cause in the log. */
function allBreaks(facts: SentenceFacts, say: Say): string {
  const { breaks, unexplained } = facts;
  const open = unexplained?.evidence.count ?? 0;
  const words = {
    count: breaks.count ?? 0,
    money: formatAmount(breaks.money, say),
    cost: costText(facts, say),
    open,
  };
  if (open === 0)
    return say("{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}.", words);
  return open === breaks.count
    ? withoutReason(words, say)
    : say("{count} cache breaks cost {money} of {cost}; this log does not show why {open} of them happened.", words);
}

const changeText = (large: readonly CostCause[], say: Say): string =>
  large.length > 0 ? say(" The log still shows what to change.") : say(" Nothing to change was found.");

function withoutCache({ cost }: SentenceFacts, large: readonly CostCause[], say: Say): string {
  const change = changeText(large, say);
  return cost.kind === "range"
    ? say("This log has no cache figures, so the cost is between {low} and {high}.{change}", {
        low: formatMoney(cost.low, { rounding: "down" }),
        high: formatMoney(cost.high, { rounding: "up" }),
        change,
      })
    : say("This log has no cache figures, so the cost is unknown.{change}", { change });
}

function withoutPrice({ breaks, input_tokens, causes, cache }: SentenceFacts, say: Say): string {
  const large = causes.filter(({ is_small }) => !is_small);
  if (breaks.tokens === null || breaks.tokens === 0 || input_tokens === null || input_tokens === 0)
    return say("No price is known for the models of this session, so the cost is unknown.{change}", {
      change: changeText(large, say),
    });
  const [share, isMost] = [breaks.tokens / input_tokens, cache === "reads-only"];
  const words = {
    tokens: formatTokens(breaks.tokens),
    share: formatShareRange({ low: share, high: share }, isMost ? "up" : "nearest"),
  };
  return isMost
    ? say("At most {tokens} tokens ({share} of the input) were paid for again; no price is known.", words)
    : say("{tokens} tokens ({share} of the input) were paid for again; no price is known.", words);
}

function costliest(facts: SentenceFacts, first: CostCause, say: Say): string {
  const cause = say(CAUSE_WORDS[first.id].subject);
  if (first.share === null)
    return say("{cause}: {tokens} tokens; their cost is unknown.", {
      cause: capital(cause),
      tokens: formatTokens(first.tokens),
    });
  if (facts.case === "several") return largest(facts, rankedCauses(facts), say);
  const words = { money: formatAmount(first.money, say), cost: costText(facts, say), cause };
  if (isAtMost(first) || facts.cost_note !== null) return upTo(first, first.share, words, say);
  const share = formatShareRange(first.share);
  return first.confidence === "certain"
    ? say("{share} of this session's cost, {money} of {cost}, has one cause: {cause}.", { ...words, share })
    : say("{share} of this session's cost, {money} of {cost}, probably has one cause: {cause}.", { ...words, share });
}

type Figures = Readonly<Record<"money" | "cost" | "cause" | "share", string>>;

/** The share is a maximum, because the cause's money is one or the log leaves out some of the cost. */
function upTo(first: CostCause, { high }: Share, words: Omit<Figures, "share">, say: Say): string {
  const most = { ...words, share: formatShareRange({ low: high, high }, "up") };
  if (!isAvoidable(first)) return costOfCause(first, most, say);
  const money = isAtMost(first) ? formatMoney(mostOf(first.money), { rounding: "up" }) : words.money;
  return say("At most {share} of this session's cost, {money} of {cost}, has one avoidable cause: {cause}.", {
    ...most,
    money,
  });
}

const costOfCause = ({ confidence }: CostCause, { cause, ...figures }: Figures, say: Say): string =>
  confidence === "certain"
    ? say("{cause} cost {money} of {cost}, at most {share}.", { cause: capital(cause), ...figures })
    : say("{cause} probably cost {money} of {cost}, at most {share}.", { cause: capital(cause), ...figures });

/**
 * Causes of which no change saves the entire amount. A pause costs a rewrite or a longer lifetime. A new session in place
 * of a resumed one is written to the cache too. Removed text made later requests cheaper. Which turn is the last is only
 * known afterwards.
 */
const SAVED_IN_PART: ReadonlySet<CauseId> = new Set(["idle", "restart", "shorter-prompt", "unread-writes"]);

/** True if a change could have saved the entire amount. A cheaper model saved money, and some causes nobody can change. */
const isAvoidable = ({ id, fact, who }: CostCause): boolean =>
  !SAVED_IN_PART.has(id) && who !== "nobody" && !(fact?.id === "break" && (fact.isSaving || fact.isAfterExpiry));

/** The cause that certainly cost most, and another one if it may have cost more. */
function largest(facts: SentenceFacts, [first, ...others]: readonly CostCause[], say: Say): string {
  if (first === undefined) return "";
  const words = { cost: costText(facts, say), ...wordsOf(first, facts, say) };
  if (first.id === "unexplained") return unexplainedFirst(facts, [first, ...others], words, say);
  const rival = others.find(({ money }) => (mostOf(money) ?? 0) > (endsOf(first.money)?.low ?? 0));
  if (rival === undefined) {
    if (isAvoidable(first)) return say("The largest avoidable cost is {cause}: {money} of {cost} ({share}).", words);
    const largestCost = largestCostText(first, facts, say);
    return facts.unexplained === null
      ? say("{largestCost} found is {cause}: {money} of {cost} ({share}).", { ...words, largestCost })
      : say("{largestCost} with a known cause is {cause}: {money} of {cost} ({share}).", { ...words, largestCost });
  }
  if (!isAtMost(first))
    return say(
      "The largest certain cost is {cause}: {money} of {cost} ({share}); {rival} may have cost more: {range}.",
      {
        ...words,
        ...rivalOf(rival, say),
      },
    );
  // Neither is certain.
  return say("The largest cost may be {cause} ({money} of {cost}, {share}) or {rival} ({range}).", {
    ...words,
    ...rivalOf(rival, say),
  });
}

function unexplainedFirst(
  facts: SentenceFacts,
  [{ evidence }, next]: readonly [CostCause, ...CostCause[]],
  { money, cost }: Readonly<Record<"money" | "cost", string>>,
  say: Say,
): string {
  const words = { count: evidence.count, money, cost };
  if (next === undefined) return withoutReason(words, say);
  return say(
    "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}; this log does not show why. {largestCost} with a known cause is {cause}: {known} ({share}).",
    {
      ...{ ...words, largestCost: largestCostText(next, facts, say), cause: say(CAUSE_WORDS[next.id].subject) },
      ...{ known: moneyText(next, say), share: shareText(next.share, facts.cost_note, roundingOf(next)) },
    },
  );
}

/** Compactions are no cause, but their rewrites may have cost more than each of the causes. */
function largestCostText(cause: CostCause, { compactions }: SentenceFacts, say: Say): string {
  const rewrites = compactions === null ? 0 : (endsOf(compactions.rewrites)?.high ?? 0);
  return rewrites > (mostOf(cause.money) ?? 0) ? say("Besides compactions, the largest cost") : say("The largest cost");
}

const wordsOf = (cause: CostCause, { cost_note }: SentenceFacts, say: Say) => ({
  cause: say(CAUSE_WORDS[cause.id].subject),
  money: moneyText(cause, say),
  share: shareText(cause.share, cost_note, roundingOf(cause)),
});

const rivalOf = (rival: CostCause, say: Say) => ({
  rival: say(CAUSE_WORDS[rival.id].subject),
  range: moneyText(rival, say),
});

type Share = NonNullable<CostCause["share"]>;

/** `$1.23`, or `at most $1.23`. */
function moneyText(cause: CostCause, say: Say): string {
  const money = formatAmount(cause.money, say, roundingOf(cause));
  return isAtMost(cause) ? say("at most {money}", { money }) : money;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The price of a compaction includes the break that it causes. */
function healthy({ causes: [first], breaks, compactions, unanswerable, cost_note }: SentenceFacts, say: Say): string {
  const ofCompactions = compactions?.breaks.length ?? 0;
  const others = (breaks.count ?? 0) - ofCompactions;
  const none = ofCompactions === 0 ? say("No cache break") : say("No cache break except after compactions");
  const extent = unanswerable.length === 0 ? "" : say(" in what this log shows");
  if (first === undefined || first.share === null)
    return others === 0
      ? say("Nothing to change{extent}. {none}, and less than a cent wasted.", { extent, none })
      : say("Nothing to change{extent}. {count, plural, one {One cache break} other {# cache breaks}} cost {money}.", {
          extent,
          count: breaks.count ?? 0,
          money: formatAmount(breaks.money, say),
        });
  const words = { extent, money: moneyText(first, say), share: shareText(first.share, cost_note, roundingOf(first)) };
  return others === 0
    ? say("Nothing to change{extent}. {none}, and the largest waste found is {money} ({share}).", { none, ...words })
    : say("Nothing to change{extent}. The costliest cause, {cause}, is {money} ({share}).", {
        cause: say(CAUSE_WORDS[first.id].subject),
        ...words,
      });
}
