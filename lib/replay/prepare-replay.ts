import { onceFor } from "../conversation/once-for";
import { rootsOf } from "../evaluation/cut-at";
import { createReaders } from "../evaluation/evidence";
import type { Analysis } from "../pipeline/analyze-session";
import type { Environment } from "../strategies/grammar/environment";
import { createEditedTexts } from "./edited-texts";
import { type LoggedRequest, loggedRequests } from "./logged-request";
import { loggedSummaries } from "./logged-summaries";
import type { PreparedReplay } from "./replay-types";
import { createUsedFacts } from "./used-facts";

export type ReplayOptions = {
  /** Default: `main`. */
  readonly agent?: string;
  /** Window, prices and counting for a request; parts are counted once for all policies. */
  readonly environmentOf: (request: LoggedRequest) => Environment;
};

/** Data shared by all policies of a replay. Prepare a session once, then call `replayPolicy` for each policy. */
export function prepareReplay(analysis: Analysis, { agent = "main", environmentOf }: ReplayOptions): PreparedReplay {
  const { session, requests, cache, ledger } = analysis;
  const logged = loggedRequests({ session, requests, cache, outputFloors: ledger.outputs.floors }, agent);
  const [first] = logged;
  const count = first && environmentOf(first).tokensOf;
  const readers = createReaders((part) => ledger.parts.get(part.id)?.tokens ?? count?.(part) ?? 0, rootsOf(session));
  const usedFacts = createUsedFacts(session, agent, readers);
  const shared = { session, agent, readers, usedFacts, logged, environmentOf: onceFor(environmentOf) };
  return {
    ...shared,
    editedTexts: createEditedTexts(session, agent),
    systemTokens: systemTokens(logged),
    loggedSummaries: loggedSummaries(session, agent, readers.tokensOf),
  };
}

/**
 * System prompt and tools: the fewest unlogged tokens with which a history begins, at the first request and after each
 * of the log's own compactions.
 */
function systemTokens(logged: readonly LoggedRequest[]): number {
  const begun = logged.filter(({ isCompacted }, index) => index === 0 || isCompacted);
  return begun.length === 0 ? 0 : Math.max(0, Math.min(...begun.map(({ unlogged }) => unlogged)));
}
