import type { SessionSummary } from "../../api/schemas/session";
import { formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

type Figures = {
  /** The page's agent. */
  readonly agent: string;
  readonly requests: number;
  /** Cost of the agent's requests in US dollars at list prices; null if one has no price. */
  readonly cost: number | null;
};

/**
 * Why a page about one agent has other figures than the session's header, which covers all agents; null for a single
 * agent.
 */
export function oneAgentNote(
  summary: Pick<SessionSummary, "counts" | "cost">,
  { agent, requests, cost }: Figures,
  say: Say = english,
): string | null {
  const all = summary.counts.responses;
  if (requests >= all) return null;
  const name = agent === "main" ? say("the main agent") : say("the agent {agent}", { agent });
  const total = summary.cost.amount;
  const money =
    cost === null || total === null || summary.cost.basis === "unknown"
      ? ""
      : say(", {cost} of {total}", { cost: formatMoney(cost), total: formatMoney(total) });
  return say("These figures are for {name} only: {requests} of the session's {all} requests{money}.", {
    name,
    requests: formatTokens(requests),
    all: formatTokens(all),
    money,
  });
}
