import type { SessionChange } from "@/lib/advice/advise";
import { formatCount, formatMoney, formatTokens } from "./number-format";
import { changeWords, sureSide } from "./replay-interval";

/** One sentence over a replay: which policy is cheapest once what it lost is fetched again, or that none is. */
export type ReplayVerdict = {
  readonly tone: "good" | "none";
  readonly text: string;
  /** How many policies surely cost less, how many surely more, and of how many that cannot be told; empty without intervals. */
  readonly detail: string;
};

type Amount = { readonly amount: number } | null;

/** Of the answer of POST /api/replay, what the verdict weighs. */
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
  /** Against the log, with its interval; null for the log, and without prices. */
  readonly change: SessionChange | null;
};

/** US dollars: the cost with each fetch at the price that the reader set, or as modelled; null without prices. */
export function costWithFetches(totals: Totals, fetchPrice: number | null): number | null {
  if (fetchPrice === null) return totals.cost_with_fetches?.amount ?? null;
  return totals.cost === null ? null : totals.cost.amount + totals.fetches * fetchPrice;
}

/** Less than this share of the log's cost is no difference: counters are whole tokens and prices are rounded. */
const NOTICEABLE_SHARE = 0.01;

export function replayVerdict(policies: readonly Named[], fetchPrice: number | null): ReplayVerdict | null {
  const [logged, ...others] = policies;
  const cost = logged?.totals.cost?.amount ?? null;
  if (!logged || cost === null) return null;
  const recipes = others.filter(({ style }) => typeof style === "number");
  if (recipes.length > 0 && recipes.every(({ totals }) => totals.fired === 0))
    return none("No strategy ran: no prompt reached its trigger. Set a smaller share of the window.");
  const [best] = others
    .flatMap((policy) => {
      const paid = costWithFetches(policy.totals, fetchPrice);
      return paid === null ? [] : [{ ...policy, paid }];
    })
    .sort((one, other) => one.paid - other.paid);
  if (!best) return null;
  const saved = cost - best.paid;
  const detail = sureWords(others);
  if (saved < cost * NOTICEABLE_SHARE)
    return none("No policy here is cheaper than the log once what it lost is fetched again.", detail);
  const { change } = best;
  if (change !== null && change.high !== null && sureSide(change) === null)
    return none(
      `It cannot be told which is cheaper: ${best.label} costs least with fetches paid, ${changeWords(change)} against the log, and that interval holds zero.`,
      detail,
    );
  const lost = `It loses ${factsOf(best.totals)} that the agent used later; the log lost ${formatTokens(logged.totals.regretted)}.`;
  const money = `${formatMoney(best.paid, { isEstimate: true })} with fetches paid, ${formatMoney(saved, { isEstimate: true })} less than the log`;
  const interval = change === null || change.low === null ? "" : `: ${changeWords(change)}`;
  return { tone: "good", text: `${capital(best.label)} is the cheapest: ${money}${interval}. ${lost}`, detail };
}

const none = (text: string, detail = ""): ReplayVerdict => ({ tone: "none", text, detail });

/** `95 % intervals over this session's tasks: 2 of 4 policies surely cost less than the log, 1 surely more, of 1 it cannot be told.` */
function sureWords(policies: readonly Named[]): string {
  const known = policies.flatMap(({ change }) => (change === null || change.low === null ? [] : [change]));
  if (known.length === 0) return "";
  const count = (side: ReturnType<typeof sureSide>) => known.filter((change) => sureSide(change) === side).length;
  return `95\u2009% intervals over this session\u2019s tasks: of ${known.length} ${known.length === 1 ? "policy" : "policies"} ${count("less")} surely cost less than the log, ${count("more")} surely more; of ${count(null)} it cannot be told.`;
}

const factsOf = ({ regretted }: Totals): string => formatCount(regretted, "fact");

/** A strategy's id keeps its letters; a phrase begins a sentence. */
const capital = (label: string): string => (label === "keep all" ? "Keeping everything" : label);
