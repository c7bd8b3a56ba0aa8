import { rootsOf } from "../evaluation/cut-at";
import { createReaders } from "../evaluation/evidence";
import type { Analysis } from "../pipeline/analyze-session";
import type { Environment } from "../strategies/grammar/environment";
import { type LoggedRequest, loggedRequests } from "./logged-request";
import { replayPolicy } from "./replay-policy";
import type { Replay, ReplayPolicy } from "./replay-types";

export type ReplayOptions = {
  /** `main` by default. */
  readonly agent?: string;
  /** Window, prices and counting for a request; parts are counted once for all policies. */
  readonly environmentOf: (request: LoggedRequest) => Environment;
  /** Called before each policy, with its index. */
  readonly onPolicy?: (index: number) => void;
};

/**
 * Runs each policy over the session, request by request. It assumes that the agent does the same with any prompt; facts that
 * it used and no longer had are counted as fetched again. Linear in messages, plus one run of the
 * recipe each time a trigger fires.
 */
export function replaySession(analysis: Analysis, policies: readonly ReplayPolicy[], options: ReplayOptions): Replay[] {
  const { session, requests, cache, ledger } = analysis;
  const { agent = "main", environmentOf, onPolicy } = options;
  const logged = loggedRequests({ session, requests, cache, outputFloors: ledger.outputs.floors }, agent);
  const [first] = logged;
  const count = first && environmentOf(first).tokensOf;
  const readers = createReaders((part) => ledger.parts.get(part.id)?.tokens ?? count?.(part) ?? 0, rootsOf(session));
  return policies.map((policy, index) => {
    onPolicy?.(index);
    return replayPolicy(policy, { session, agent, readers, logged, environmentOf });
  });
}
