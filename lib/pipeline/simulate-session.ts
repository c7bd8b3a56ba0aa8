import type { PolicyId } from "../cache/policies";
import type { CachePolicy } from "../cache/policies/policy";
import {
  defaultPolicy,
  READER_POLICIES,
  reportsCache,
  type SimulatedRun,
  simulateUnreported,
} from "../cache/unreported-cache";
import { resolveModel } from "../models/resolve-model";
import { type Analysis, mainModel } from "./analyze-session";

/** The simulated cache of a session whose log reports nothing about it. */
export type SimulatedSession = {
  /** The policy of the session's model; the ideal prefix if no model's rules are known. */
  readonly usual: CachePolicy<PolicyId>;
  /** The model with the most answers; null if none is named. */
  readonly model: string | null;
  /**
   * Without times, nothing expires in the simulation. If only some are missing, a request without a time starts with
   * the previous one.
   */
  readonly times: "all" | "some" | "none";
  /** One per policy on offer, including the usual one. */
  readonly runs: readonly SimulatedRun[];
  /** Tokens of each answer, by request position: reported, otherwise counted. */
  readonly outputs: readonly (number | null)[];
};

/**
 * Null if the log itself reports cache reads, or there is no request. With `onlyUsual`, only the policy of the
 * session's model runs.
 */
export function simulateSession(analysis: Analysis, onlyUsual = false): SimulatedSession | null {
  const { session, requests, prefixes } = analysis;
  if (requests.length === 0 || reportsCache(requests)) return null;
  const model = mainModel(session);
  const outputs = outputsOf(analysis);
  const usual = defaultPolicy(resolveModel(model));
  const timed = requests.filter(({ startedAt }) => startedAt !== undefined).length;
  return {
    usual,
    model,
    times: timed === requests.length ? "all" : timed === 0 ? "none" : "some",
    runs: simulateUnreported({ session, requests, prefixes, outputs }, onlyUsual ? [usual] : READER_POLICIES),
    outputs,
  };
}

export const usualRun = ({ runs, usual }: SimulatedSession): SimulatedRun | null =>
  runs.find(({ policy }) => policy.id === usual.id) ?? null;

function outputsOf({ session, ledger, requests }: Analysis): (number | null)[] {
  return requests.map(({ output, index }) => {
    const response = session.responses[index];
    const answer = response && session.messages[response.messageIndex];
    if (output !== null || answer === undefined) return output;
    return answer.parts.reduce((sum, part) => sum + (ledger.parts.get(part.id)?.tokens ?? 0), 0);
  });
}
