import { replayAnswer } from "@/lib/api/answers/replay";
import { Problem } from "@/lib/api/problem";
import { policiesOf, type ReplayBody } from "@/lib/api/schemas/replay";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { loggedFetches } from "@/lib/replay/logged-fetches";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import { rememberingLoader } from "../vocabulary";
import type { ReportProgress } from "./import-task";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";
import { replayEnvironments } from "./replay-environments";

export type ReplayInput = { readonly body: ReplayBody };
/** The answer as JSON text. */
export type ReplayOutput = { readonly json: string };

/**
 * POST /api/replay: analyses the stored session again, with its stored counts, and then replays one policy after the
 * other.
 */
export function replayTask({ body }: ReplayInput, report: ReportProgress): ReplayOutput {
  const { session: stored, agent = "main" } = body;
  const policies = policiesOf(body);
  report({ stage: "reading", policies: policies.length });
  const analysis = analyzeSession(loadSession(findDerived(stored.id)), rememberingLoader);
  if (analysis.requests.every((request) => request.agent !== agent)) throw noRequests(analysis, agent);
  const { window, environmentOf } = replayEnvironments(analysis, agent);
  const prepared = prepareReplay(analysis, { agent, environmentOf });
  const replays = policies.map((policy, done) => {
    report({ stage: "replaying", policy: policy.id, done, policies: policies.length });
    return replayPolicy(prepared, policy);
  });
  const facts = { sessionId: stored.id, agent, window, loggedFetches: loggedFetches(prepared) };
  return { json: JSON.stringify(replayAnswer(facts, replays)) };
}

function noRequests({ requests }: Analysis, agent: string): Problem {
  const agents = [...new Set(requests.map((request) => request.agent))];
  return new Problem(422, "no-such-agent", `the session has no requests of an agent called ${agent}`, {
    errors: [
      { pointer: "$.agent", detail: agents.length === 0 ? "it has no requests" : `it has: ${agents.join(", ")}` },
    ],
  });
}
