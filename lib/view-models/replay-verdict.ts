import { formatCount, formatMoney, formatTokens } from "./number-format";

/** One sentence over a replay: which policy is cheapest once what it lost is fetched again, or that none is. */
export type ReplayVerdict = {
  readonly tone: "good" | "none";
  readonly text: string;
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
    return { tone: "none", text: "No strategy ran: no prompt reached its trigger. Set a smaller share of the window." };
  const [best] = others
    .flatMap((policy) => {
      const paid = costWithFetches(policy.totals, fetchPrice);
      return paid === null ? [] : [{ ...policy, paid }];
    })
    .sort((one, other) => one.paid - other.paid);
  if (!best) return null;
  const saved = cost - best.paid;
  if (saved < cost * NOTICEABLE_SHARE)
    return { tone: "none", text: "No policy here is cheaper than the log once what it lost is fetched again." };
  const lost = `It loses ${factsOf(best.totals)} that the agent used later; the log lost ${formatTokens(logged.totals.regretted)}.`;
  const money = `${formatMoney(best.paid, { isEstimate: true })} with fetches paid, ${formatMoney(saved, { isEstimate: true })} less than the log`;
  return { tone: "good", text: `${capital(best.label)} is the cheapest: ${money}. ${lost}` };
}

const factsOf = ({ regretted }: Totals): string => formatCount(regretted, "fact");

/** A strategy's id keeps its letters; a phrase begins a sentence. */
const capital = (label: string): string => (label === "keep all" ? "Keeping everything" : label);
