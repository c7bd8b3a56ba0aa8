import type { SessionSummary } from "../api/schemas/session";
import { formatMoney, formatTokens } from "./number-format";

type Figures = {
  /** The agent that a page is about. */
  readonly agent: string;
  readonly requests: number;
  /** US dollars of its requests, at list prices; null where one of them has no price. */
  readonly cost: number | null;
};

/**
 * Why a page about one agent has other figures than the session's header, which counts all agents; null where the agent is
 * the only one.
 */
export function oneAgentNote(summary: Pick<SessionSummary, "counts" | "cost">, { agent, requests, cost }: Figures) {
  const all = summary.counts.responses;
  if (requests >= all) return null;
  const name = agent === "main" ? "the main agent" : `the agent ${agent}`;
  const total = summary.cost.amount;
  const money =
    cost === null || total === null || summary.cost.basis === "unknown"
      ? ""
      : `, ${formatMoney(cost)} of ${formatMoney(total)}`;
  return `Figures here are of ${name} alone: ${formatTokens(requests)} of the session's ${formatTokens(all)} requests${money}.`;
}
