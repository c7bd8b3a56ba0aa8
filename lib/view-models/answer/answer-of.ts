import type { CostAnswer } from "../../api/schemas/cost-answer";
import { analyzeCache } from "../../pipeline/analyze-cache";
import type { Analysis } from "../../pipeline/analyze-session";
import { simulateSession } from "../../pipeline/simulate-session";
import { toAgentOutlines } from "../../read-models/agent-outline";
import { toAgentComposition } from "../../read-models/composition";
import { toSessionCache } from "../../read-models/session-cache";
import { withWasteChecks } from "../../read-models/waste-findings";
import { sumCompactions } from "./compaction-sums";
import { toCostAnswer } from "./to-cost-answer";

/** The agents of a session, including those named only in a message. */
export const agentsOf = ({ session }: Pick<Analysis, "session">): string[] => [
  ...new Set([...session.agents.map(({ id }) => id), ...session.messages.map(({ agent }) => agent)]),
];

/** The answer for a session of which nothing else has been computed. An import passes what it has to `toCostAnswer`. */
export function answerOf(analysis: Analysis): CostAnswer {
  const cache = analyzeCache(analysis);
  const agents = agentsOf(analysis);
  const compositions = agents.map((agent) => toAgentComposition(analysis, agent));
  const outlines = toAgentOutlines(analysis, agents, []);
  const composed = compositions.map((own, at) => ({ own, window: outlines[at]?.window ?? null }));
  const { risks, checks } = withWasteChecks(toSessionCache(analysis, cache), analysis, composed);
  return toCostAnswer({
    analysis,
    cache,
    simulated: simulateSession(analysis),
    compositions,
    checks,
    risks,
    compactions: sumCompactions(analysis),
  });
}
