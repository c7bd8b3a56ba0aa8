import { costOfSession, type SessionMoney } from "../answer/cost-of-session";
import { roundAmount } from "../api/answers/money";
import type { SessionCost } from "../api/schemas/session";
import type { Analysis } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";
import { boundingRuns } from "./answer/bounding-runs";

/** The cost as rows and summaries state it; `simulated`: the cache of a session whose log reports none. */
export function costOf(
  analysis: Pick<Analysis, "session" | "ledger" | "requests">,
  simulated: SimulatedSession | null = null,
): SessionCost {
  const ends = simulated && boundingRuns(analysis, simulated);
  return toSessionCost(costOfSession(analysis, ends && { low: ends.low.cost, high: ends.high.cost }));
}

function toSessionCost({ cost, cost_note }: SessionMoney): SessionCost {
  if (cost.kind === "known")
    return { amount: roundAmount(cost.usd), currency: "USD", basis: cost_note === null ? "priced" : "partial" };
  const none = { amount: null, currency: "USD" } as const;
  if (cost.kind === "range") return { ...none, basis: "range", range: { low: cost.low, high: cost.high } };
  return { ...none, basis: cost.why === "free-provider" ? "free" : "unknown" };
}
