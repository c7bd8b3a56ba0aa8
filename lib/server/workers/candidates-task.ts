import type { ModelCandidate, ModelCandidatesAnswer } from "@/lib/api/schemas/model-statement";
import { findPolicy } from "@/lib/cache/policies";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { type Candidate, modelCandidates } from "@/lib/pipeline/model-candidates";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { simulatedKeyFigures } from "@/lib/read-models/simulated-cache";
import type { Session } from "@/lib/transcript/session";
import { withoutStatedModel, withStatedModel } from "@/lib/transcript/state-model";
import { rememberingLoader } from "../process/vocabulary";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";

export type CandidatesInput = {
  readonly sessionId: string;
  /** A model to include; null for none. */
  readonly asked: string | null;
  /** Models named by other logs of the client, with the number of logs. */
  readonly named: readonly { readonly model: string; readonly logs: number }[];
};
export type CandidatesOutput = Pick<ModelCandidatesAnswer, "day" | "candidates">;

/**
 * Models that the log may have used, each with the resulting figures of the session. The session is analysed with each
 * of them, so the table and the page agree.
 */
export function candidatesTask({ sessionId, asked, named }: CandidatesInput): CandidatesOutput {
  const stored = loadSession(findDerived(sessionId));
  const session = withoutStatedModel(stored);
  const { requests } = analyzeSession(session, rememberingLoader);
  const peakTokens = requests.reduce((most, { promptTokens }) => Math.max(most, promptTokens.tokens), 0);
  const stated = stored.stated?.model ?? null;
  const { day, candidates } = modelCandidates({ session, peakTokens, named, stated, asked });
  return { day, candidates: candidates.map((candidate) => toRow(session, candidate)) };
}

function toRow(session: Session, { model, reason, logs }: Candidate): ModelCandidate {
  const analysis = analyzeSession(
    withStatedModel(session, { model: model.id, window: null, scope: "session" }),
    rememberingLoader,
  );
  const figures = simulatedKeyFigures(analysis, simulateSession(analysis, true));
  const { id, releaseDate, window, prices, cache } = model;
  const policy = findPolicy(cache.policy);
  return {
    model: id,
    reason,
    logs,
    release_date: releaseDate,
    window,
    prices: prices && { input: prices.input, cached: prices.cacheRead, output: prices.output },
    rule: policy && {
      policy: policy.id,
      short: policy.short,
      summary: policy.summary,
      minimum_tokens: cache.minimumTokens,
    },
    read_share: figures?.read_share ?? null,
    cost: figures?.cost ?? null,
  };
}
