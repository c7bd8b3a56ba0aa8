import { boundingRuns } from "../answer/bounding-runs";
import { costOfSession, type SessionMoney } from "../answer/cost-of-session";
import { roundAmount } from "../api/answers/money";
import type { CostAnswer } from "../api/schemas/cost-answer";
import type { SessionCost } from "../api/schemas/session";
import type { Analysis } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";

/** The cost of a session, or of only those responses that the given session has. */
export const costOf = (analysis: Pick<Analysis, "session" | "ledger">): SessionCost =>
  toSessionCost(costOfSession(analysis, null));

/** Bounds of a session's cost if its log reports no cache; null if the log does report it, or without prices. */
export function costEnds(
  analysis: Pick<Analysis, "requests">,
  simulated: SimulatedSession | null,
): { readonly low: number; readonly high: number } | null {
  const runs = simulated && boundingRuns(analysis, simulated);
  return runs && { low: runs.low.cost, high: runs.high.cost };
}

/** The answer's cost for rows and summaries. */
export function toSessionCost({ cost, cost_note }: Pick<SessionMoney, "cost" | "cost_note">): SessionCost {
  if (cost.kind === "known")
    return { amount: roundAmount(cost.usd), currency: "USD", basis: cost_note === null ? "priced" : "partial" };
  const none = { amount: null, currency: "USD" } as const;
  if (cost.kind === "range") return { ...none, basis: "range", range: { low: cost.low, high: cost.high } };
  return { ...none, basis: cost.why === "free-provider" ? "free" : "unknown" };
}

/** The cost of breaks for rows and summaries: a sum for totals if known, and the displayed amount. */
export const toLostMoney = ({ money }: CostAnswer["breaks"]) => ({
  lost_cost: money.kind === "known" ? ({ amount: roundAmount(money.usd), currency: "USD" } as const) : null,
  lost: money,
});
