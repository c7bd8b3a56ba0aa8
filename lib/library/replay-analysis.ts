import { replayAnswer } from "../api/answers/replay";
import { Problem } from "../api/problem";
import { policiesOf, type ReplayAnswer, type ReplayBody } from "../api/schemas/replay";
import type { Analysis } from "../pipeline/analyze-session";
import { compactionCases } from "../replay/cost-of-loss";
import { prepareReplay } from "../replay/prepare-replay";
import { lossCases } from "../replay/price-of-loss";
import { replayPolicy } from "../replay/replay-policy";
import { type ReplaySurroundings, replayEnvironments } from "./replay-environments";

/** Reported before each policy. The log itself is the first. */
export type ReplayProgress = { readonly policy: string; readonly done: number; readonly policies: number };

/**
 * POST /api/replay for an analysed session: replays one policy after another over one agent. Throws a 422
 * `no-such-agent` if that agent has no requests.
 */
export function replayAnalysis(
  analysis: Analysis,
  body: ReplayBody,
  surroundings: ReplaySurroundings,
  onProgress: (progress: ReplayProgress) => void = () => {},
): ReplayAnswer {
  const { session: stored, agent = "main" } = body;
  const policies = policiesOf(body);
  if (analysis.requests.every((request) => request.agent !== agent)) throw noRequests(analysis, agent);
  const { window, environmentOf } = replayEnvironments(analysis, agent, surroundings);
  const prepared = prepareReplay(analysis, { agent, environmentOf });
  const replays = policies.map((policy, done) => {
    onProgress({ policy: policy.id, done, policies: policies.length });
    return replayPolicy(prepared, policy);
  });
  const facts = { sessionId: stored.id, agent, window, lossCases: lossCases(compactionCases(prepared)) };
  return replayAnswer(facts, replays);
}

function noRequests({ requests }: Analysis, agent: string): Problem {
  const agents = [...new Set(requests.map((request) => request.agent))];
  return new Problem(422, "no-such-agent", `the session has no requests of an agent called ${agent}`, {
    errors: [
      { pointer: "$.agent", detail: agents.length === 0 ? "it has no requests" : `it has: ${agents.join(", ")}` },
    ],
  });
}
