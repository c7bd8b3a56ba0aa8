import { boundingRuns } from "../answer/bounding-runs";
import { costOfSession, type SessionMoney } from "../answer/cost-of-session";
import { roundAmount } from "../api/answers/money";
import type { SessionCost } from "../api/schemas/session";
import type { Analysis } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";

type Ends = { readonly low: number; readonly high: number };

/** The cost as rows and summaries state it; `ends`: between which it lies if the log reports no cache. */
export const costOf = (analysis: Pick<Analysis, "session" | "ledger">, ends: Ends | null = null): SessionCost =>
  toSessionCost(costOfSession(analysis, ends));

/** Between which the cost of a session lies whose log reports no cache; null if it does, and without prices. */
export function costEnds(analysis: Pick<Analysis, "requests">, simulated: SimulatedSession | null): Ends | null {
  const runs = simulated && boundingRuns(analysis, simulated);
  return runs && { low: runs.low.cost, high: runs.high.cost };
}

function toSessionCost({ cost, cost_note }: SessionMoney): SessionCost {
  if (cost.kind === "known")
    return { amount: roundAmount(cost.usd), currency: "USD", basis: cost_note === null ? "priced" : "partial" };
  const none = { amount: null, currency: "USD" } as const;
  if (cost.kind === "range") return { ...none, basis: "range", range: { low: cost.low, high: cost.high } };
  return { ...none, basis: cost.why === "free-provider" ? "free" : "unknown" };
}
