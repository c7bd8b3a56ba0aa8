import { type LossCase, type PriceOfLoss, priceOfLoss } from "../../replay/price-of-loss";
import type { Replay, ReplayPolicy, ReplayRow, ReplayTotals } from "../../replay/replay-types";
import type { Money } from "../schemas/fields";
import type { ReplayAnswer, ReplayRowAnswer, ReplayTotalsAnswer } from "../schemas/replay";
import { dollars } from "./money";

/** The assumption behind every figure of a replay. Each answer includes it, so no figure is quoted without it. */
export const REPLAY_ASSUMPTION =
  "The replay assumes the logged path: the same calls and outputs, whatever the prompt contains. A lost fact is one that a policy removed and the agent wrote later without having seen it again. Its price is what a lost fact cost after real compactions.";

/** The replayed session. */
export type ReplayFacts = {
  readonly sessionId: string;
  readonly agent: string;
  /** Tokens. If unknown (null), triggers that are a fraction of the window cannot fire. */
  readonly window: number | null;
  /** What followed each of the log's own compactions. */
  readonly lossCases: readonly LossCase[];
};

/** The answer to POST /api/replay. `replays[0]` is the log itself. */
export function replayAnswer(
  { sessionId, agent, window, lossCases }: ReplayFacts,
  replays: readonly Replay[],
): ReplayAnswer {
  const logged = replays[0]?.totals.cost ?? null;
  const requests = replays[0]?.totals.requests ?? 0;
  const price = logged === null || requests === 0 ? null : priceOfLoss(logged / requests, lossCases);
  return {
    session: { id: sessionId, agent, window },
    assumption: REPLAY_ASSUMPTION,
    fetch_price: price && priceAnswer(price),
    replays: replays.map(({ policy, rows, totals }) => ({
      policy: policyAnswer(policy),
      rows: rows.map(rowAnswer),
      totals: totalsAnswer(totals, logged, price),
    })),
  };
}

/** The price of a lost fact, the same as in advice and on Compare. */
const priceAnswer = ({ amount, low, high, basis, compactions }: PriceOfLoss): ReplayAnswer["fetch_price"] => ({
  price: dollars(amount),
  range: { low: dollars(low), high: dollars(high) },
  basis,
  fetches: compactions,
});

function policyAnswer(policy: ReplayPolicy) {
  const { id, kind } = policy;
  if (policy.kind !== "recipe") return { id, kind, recipe: null, trigger: null, floor: null, horizon: null };
  const { recipe, trigger = {}, floor = null, horizon = null } = policy;
  return { id, kind, recipe, trigger, floor, horizon };
}

const rowAnswer = (row: ReplayRow): ReplayRowAnswer => ({
  request: row.request,
  prompt_tokens: row.prompt,
  cache_read: row.read,
  cache_write: row.written,
  uncached: row.uncached,
  output: row.output,
  cost: money(row.cost),
  summary_cost: money(row.summaryCost),
  fired: row.fired,
  broke_cache: row.brokeCache,
  regretted: row.lostFactsUsed,
  reachable: row.reachable,
  fetches: row.fetches,
  fetch_cost: money(row.fetchCost),
});

const totalsAnswer = (totals: ReplayTotals, logged: number | null, price: PriceOfLoss | null): ReplayTotalsAnswer => ({
  requests: totals.requests,
  prompt_tokens: totals.promptTokens,
  output_tokens: totals.outputTokens,
  peak_prompt_tokens: totals.peakPrompt,
  over_window: totals.overWindow,
  cost: money(totals.cost),
  summary_cost: money(totals.summaryCost),
  summary_cost_range: totals.summaryRange && {
    least: dollars(totals.summaryRange.least),
    most: dollars(totals.summaryRange.most),
  },
  summary_calls: totals.summaryCalls,
  summary_basis: totals.summaryBasis,
  cost_is_floor: totals.isCostFloor,
  cost_against_logged: totals.cost === null || logged === null ? null : money(totals.cost - logged),
  read_share: totals.readShare,
  fired: totals.fired,
  breaks: totals.breaks,
  regretted: totals.lostFactsUsed,
  reachable: totals.reachable,
  refetch_tokens: totals.refetchTokens,
  fetches: totals.fetches,
  fetch_cost: money(totals.fetchCost),
  cost_with_fetches: totals.cost === null || price === null ? null : money(totals.cost + totals.fetches * price.amount),
  tokens_per_task: totals.tokensPerTask,
  failures: totals.failures,
});

const money = (amount: number | null): Money | null => (amount === null ? null : dollars(amount));
