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
  /** The policy of the session's model; the ideal prefix without a model whose rules are known. */
  readonly usual: CachePolicy<PolicyId>;
  /** The model that answered most; null if none is named. */
  readonly model: string | null;
  /** Without times nothing expires in the simulation; with some, a request without a time starts with the one before it. */
  readonly times: "all" | "some" | "none";
  /** One for each policy that a reader may choose, the usual one among them. */
  readonly runs: readonly SimulatedRun[];
  /** Tokens of each answer, by position of the request: reported, otherwise counted. */
  readonly outputs: readonly (number | null)[];
};

/**
 * null if the log itself says what was read, and if there is no request. With `onlyUsual` no policy is run but the one of
 * the session's model.
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

/** The run of the session's usual policy. */
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
