import { FEWEST_REQUESTS, type SessionChange } from "@/lib/advice/advise";
import { usualBound } from "@/lib/advice/terms";
import { formatCount, formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { changeSentence, changeWords, sureSide } from "./replay-interval";

/** A sentence about a replay: the cheapest policy including the cost of fetching what it lost, or that none is cheaper. */
export type ReplayVerdict = {
  readonly tone: "good" | "none";
  readonly text: string;
  /** How many policies certainly cost less, certainly cost more, or are unclear; empty without intervals. */
  readonly detail: string;
};

type Amount = { readonly amount: number } | null;

/** The fields of a POST /api/replay answer used by the verdict. */
type Totals = {
  readonly cost: Amount;
  readonly cost_with_fetches: Amount;
  readonly fetches: number;
  readonly fired: number;
  readonly regretted: number;
};

type Named = {
  readonly label: string;
  readonly style: "logged" | "keep-all" | number;
  readonly totals: Totals;
  readonly rows: { readonly length: number };
  /** The change of cost compared with the log, with its interval; null for the log, and without prices. */
  readonly change: SessionChange | null;
};

/** US dollars: the cost with each fetch at the reader's price, or as modelled; null without prices. */
export function costWithFetches(totals: Totals, fetchPrice: number | null): number | null {
  if (fetchPrice === null) return totals.cost_with_fetches?.amount ?? null;
  return totals.cost === null ? null : totals.cost.amount + totals.fetches * fetchPrice;
}

/** A smaller share of the log's cost is not a difference: counters are whole tokens and prices are rounded. */
const NOTICEABLE_SHARE = 0.01;

export function replayVerdict(
  policies: readonly Named[],
  fetchPrice: number | null,
  say: Say = english,
): ReplayVerdict | null {
  const [logged, ...others] = policies;
  const cost = logged?.totals.cost?.amount ?? null;
  if (!logged || cost === null) return null;
  const recipes = others.filter(({ style }) => typeof style === "number");
  if (recipes.length > 0 && recipes.every(isIdle))
    return none(say("No strategy ran, because no prompt reached its trigger. Set a smaller share of the window."));
  const active = others.filter((policy) => !isIdle(policy));
  const [best] = active
    .flatMap((policy) => {
      const paid = costWithFetches(policy.totals, fetchPrice);
      return paid === null ? [] : [{ ...policy, paid }];
    })
    .sort((one, other) => one.paid - other.paid);
  if (!best) return null;
  const saved = cost - best.paid;
  const detail = sureWords(active, say);
  if (saved < cost * NOTICEABLE_SHARE)
    return none(
      say("Including the cost of fetching lost facts again, no policy here is cheaper than the log."),
      detail,
    );
  const { change } = best;
  const guess = {
    policy: best.label,
    paid: formatMoney(best.paid, { isEstimate: true }),
    change: change === null ? "" : changeSentence(change, say),
  };
  if (change !== null && change.high === null)
    return none(
      say(
        "Fewer than {requests} requests are too few to say which is cheapest. Best guess: {policy}, {paid} ({change}).",
        { ...guess, requests: FEWEST_REQUESTS },
      ),
    );
  if (change !== null && sureSide(change) === null)
    return none(
      noneSurelyCheaper(active)
        ? say("No policy is clearly cheaper. Best guess: {policy}, {paid} ({change}).", guess)
        : say("The cheapest is unclear. Best guess: {policy}, {paid} ({change}).", guess),
      detail,
    );
  if (forgetsTooMuch(best, logged)) return none(forgetsText(best, logged, say), detail);
  return { tone: "good", text: cheapestText(best, saved, logged.totals, say), detail };
}

/** A strategy that never ran equals keeping everything. */
export const isIdle = ({ style, totals }: Pick<Named, "style"> & { readonly totals: Pick<Totals, "fired"> }): boolean =>
  typeof style === "number" && totals.fired === 0;

const noneSurelyCheaper = (policies: readonly Named[]): boolean =>
  policies.every(({ change }) => change === null || sureSide(change) !== "less");

/** Uses the same bound as advice does. */
const forgetsTooMuch = (policy: Named, logged: Named): boolean => lostPer100(policy) > usualBound(lostPer100(logged));

const lostPer100 = ({ totals, rows }: Named): number =>
  rows.length === 0 ? 0 : (100 * totals.regretted) / rows.length;

const forgetsText = (best: Named & { readonly paid: number }, logged: Named, say: Say): string =>
  say(
    "{policy} costs least, {paid} including fetches, but loses {facts} that the agent needed later; the log lost {lost}. That is more than advice allows.",
    {
      policy: best.style === "keep-all" ? say("Keeping everything") : best.label,
      paid: formatMoney(best.paid, { isEstimate: true }),
      facts: formatCount(best.totals.regretted, "fact", say),
      lost: formatTokens(logged.totals.regretted),
    },
  );

function cheapestText(best: Named & { readonly paid: number }, saved: number, logged: Totals, say: Say): string {
  const { change, totals } = best;
  return say(
    "{policy} is the cheapest: {paid} including fetches, {saved} less than the log{interval}. It loses {facts} that the agent needed later; the log lost {lost}.",
    {
      policy: best.style === "keep-all" ? say("Keeping everything") : best.label,
      paid: formatMoney(best.paid, { isEstimate: true }),
      saved: formatMoney(saved, { isEstimate: true }),
      interval: change === null || change.low === null ? "" : say(": {change}", { change: changeWords(change, say) }),
      facts: formatCount(totals.regretted, "fact", say),
      lost: formatTokens(logged.regretted),
    },
  );
}

const none = (text: string, detail = ""): ReplayVerdict => ({ tone: "none", text, detail });

/** `95 % intervals over this session's tasks: of 4 policies, 2 clearly cost less than the logged session, …` */
function sureWords(policies: readonly Named[], say: Say): string {
  const known = policies.flatMap(({ change }) => (change === null || change.low === null ? [] : [change]));
  if (known.length === 0) return "";
  const count = (side: ReturnType<typeof sureSide>) => known.filter((change) => sureSide(change) === side).length;
  return say(
    "{level} intervals over this session’s tasks: of {known, plural, one {# policy} other {# policies}}, {less} clearly cost less than the logged session, {more} clearly more; {open, plural, one {# is} other {# are}} unclear.",
    { level: "95\u202f%", known: known.length, less: count("less"), more: count("more"), open: count(null) },
  );
}
