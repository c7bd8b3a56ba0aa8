import { FEWEST_FETCHES, type LoggedFetches } from "../../replay/logged-fetches";
import type { Replay, ReplayPolicy, ReplayRow, ReplayTotals } from "../../replay/replay-types";
import type { Money } from "../schemas/fields";
import type { ReplayAnswer, ReplayRowAnswer, ReplayTotalsAnswer } from "../schemas/replay";
import { dollars } from "./money";

/** What every figure of a replay rests on; part of each answer, so that no figure travels without it. */
export const REPLAY_ASSUMPTION =
  "The logged path is kept: the same calls, the same outputs, whatever the prompt holds. What a policy took away and the agent used again is counted as fetched once more, at the tokens of its source and of one call, and at their price.";

/** Who was replayed. */
export type ReplayFacts = {
  readonly sessionId: string;
  readonly agent: string;
  /** Tokens; null = unknown, then triggers by fraction cannot fire. */
  readonly window: number | null;
  /** What the log itself paid to fetch again what it had removed; null: nothing. */
  readonly loggedFetches: LoggedFetches | null;
};

/** The answer of POST /api/replay. `replays[0]` is the log itself. */
export function replayAnswer(
  { sessionId, agent, window, loggedFetches }: ReplayFacts,
  replays: readonly Replay[],
): ReplayAnswer {
  const logged = replays[0]?.totals.cost ?? null;
  return {
    session: { id: sessionId, agent, window },
    assumption: REPLAY_ASSUMPTION,
    fetch_price: fetchPriceAnswer(loggedFetches, replays),
    replays: replays.map(({ policy, rows, totals }) => ({
      policy: policyAnswer(policy),
      rows: rows.map(rowAnswer),
      totals: totalsAnswer(totals, logged),
    })),
  };
}

/** The mean of the log's own fetches where it has enough of them, otherwise that of the modelled ones. */
function fetchPriceAnswer(logged: LoggedFetches | null, replays: readonly Replay[]): ReplayAnswer["fetch_price"] {
  if (logged !== null && logged.count >= FEWEST_FETCHES)
    return { price: dollars(logged.price), basis: "logged", fetches: logged.count };
  const priced = replays.flatMap(({ totals: { fetches, fetchCost: cost } }) =>
    cost === null ? [] : { fetches, cost },
  );
  const fetches = priced.reduce((sum, entry) => sum + entry.fetches, 0);
  const cost = priced.reduce((sum, entry) => sum + entry.cost, 0);
  return fetches === 0 ? null : { price: dollars(cost / fetches), basis: "modelled", fetches };
}

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
  fetches: row.fetches,
  fetch_cost: money(row.fetchCost),
});

const totalsAnswer = (totals: ReplayTotals, logged: number | null): ReplayTotalsAnswer => ({
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
  refetch_tokens: totals.refetchTokens,
  fetches: totals.fetches,
  fetch_cost: money(totals.fetchCost),
  cost_with_fetches: totals.cost === null || totals.fetchCost === null ? null : money(totals.cost + totals.fetchCost),
  tokens_per_task: totals.tokensPerTask,
  failures: totals.failures,
});

const money = (amount: number | null): Money | null => (amount === null ? null : dollars(amount));
