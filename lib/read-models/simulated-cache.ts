import { moneyAnswer } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import { cacheTotals } from "../cache/cache-totals";
import { sumMoney } from "../cache/money";
import type { PolicyId } from "../cache/policies";
import { asPlainInput, type CacheOutcome } from "../cache/policies/policy";
import { priceOutcome } from "../cache/price-outcome";
import type { SimulatedRun } from "../cache/unreported-cache";
import { modelPricesAt } from "../models/price-at";
import type { Analysis } from "../pipeline/analyze-session";
import { type SimulatedSession, usualRun } from "../pipeline/simulate-session";
import { type BreakCard, toBreakCards } from "./break-cards";

/** A policy's simulated figures over the whole session. */
export type SimulatedPolicy = {
  readonly id: PolicyId;
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  readonly as_of: string;
  readonly read_share: number | null;
  readonly breaks: number;
  readonly lost_tokens: number;
  readonly lost_cost: Money | null;
  /**
   * The cost at list prices of the session's model; null without prices. Answers without a reported size are
   * counted.
   */
  readonly cost: Money | null;
};

/** Cache data of a session whose log has no cache figures. All simulated. */
export type SimulatedCache = {
  readonly model: string | null;
  /** The policy shown by default. */
  readonly usual: PolicyId;
  readonly times: SimulatedSession["times"];
  readonly policies: readonly SimulatedPolicy[];
  readonly cost_without_cache: Money | null;
};

/** A request's simulated counters in tokens; they sum to its prompt. */
type SimulatedRequest = {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  readonly cost: Money | null;
};

/** One policy and one agent. */
export type SimulatedAgent = { readonly requests: readonly SimulatedRequest[]; readonly breaks: readonly BreakCard[] };

export function toSimulatedCache(analysis: Analysis, simulated: SimulatedSession): SimulatedCache {
  const { model, usual, times, runs } = simulated;
  const plain = runs[0]?.outcomes.map(asPlainInput) ?? [];
  return {
    model,
    usual: usual.id,
    times,
    policies: runs.map((run) => toPolicy(analysis, simulated, run)),
    cost_without_cache: moneyAnswer(sumMoney(pricesOf(analysis, simulated, plain))),
  };
}

function toPolicy(analysis: Analysis, simulated: SimulatedSession, run: SimulatedRun): SimulatedPolicy {
  const { id, title, summary, source, asOf } = run.policy;
  const calls = analysis.requests.map((call, at) => ({ ...call, usage: run.requests[at]?.usage ?? null }));
  const { readShare, lostCost } = cacheTotals(calls, run.report);
  return {
    ...{ id, title, summary, source, as_of: asOf },
    read_share: readShare,
    breaks: run.report.breaks.length,
    lost_tokens: run.report.breaks.reduce((sum, { lostTokens }) => sum + lostTokens, 0),
    lost_cost: moneyAnswer(lostCost),
    cost: moneyAnswer(sumMoney(pricesOf(analysis, simulated, run.outcomes))),
  };
}

const pricesOf = ({ requests }: Analysis, { outputs }: SimulatedSession, outcomes: readonly CacheOutcome[]) =>
  outcomes.map((outcome, at) =>
    priceOutcome(outcome, outputs[at] ?? null, modelPricesAt(requests[at]?.model ?? null, requests[at]?.startedAt)),
  );

/** One per agent, in the given order, under one policy. */
export function toSimulatedAgents(
  analysis: Analysis,
  simulated: SimulatedSession,
  run: SimulatedRun,
  agents: readonly string[],
): SimulatedAgent[] {
  const costs = pricesOf(analysis, simulated, run.outcomes);
  const cards = toBreakCards({ requests: analysis.requests, cache: run.report }, run);
  return agents.map((agent) => ({
    requests: analysis.requests.flatMap((request, at) => {
      const { read, written, uncached } = run.outcomes[at] as CacheOutcome;
      return request.agent === agent ? [{ read, written, uncached, cost: moneyAnswer(costs[at] ?? null) }] : [];
    }),
    breaks: cards.filter((card) => card.agent === agent),
  }));
}

/** Key figures for the library and a session's header; null if the log reports its cache. */
export function simulatedKeyFigures(analysis: Analysis, simulated: SimulatedSession | null) {
  const run = simulated && usualRun(simulated);
  if (!run) return null;
  const { id, title, read_share, cost, breaks, lost_tokens } = toPolicy(analysis, simulated, run);
  return { policy: id, title, read_share, breaks, lost_tokens, cost };
}
