import { compactionCases } from "../replay/cost-of-loss";
import { type LossCase, lossCases } from "../replay/price-of-loss";
import { replayPolicy, replayWithin } from "../replay/replay-policy";
import type { PreparedReplay, Replay, ReplayPolicy } from "../replay/replay-types";
import { type Candidate, recipeFor } from "./candidate";
import { blockStarts, type Outcome, outcomeOf, smallestChanged } from "./outcome";
import { type Attempt, firstRound, isWhole, nextRound, type SearchSpace, type Tried } from "./search";
import { isUnset } from "./winnow-by-default";

/** Number of rounds of a search. Each halves the steps between triggers. */
const ROUNDS = 4;

type SearchProgress = {
  readonly round: number;
  readonly done: number;
  readonly of: number;
  /** What has been measured so far, kept if the search is stopped. */
  readonly found: SessionSearch;
};

export type SessionSearch = {
  readonly log: Outcome;
  /** Policies that could have run: those that do not exceed the window more often than the log. */
  readonly tried: readonly Tried[];
  /** Number of policies whose replay was stopped because they exceeded the window more often than the log. */
  readonly givenUp: number;
  /** What followed each of the log's own compactions. */
  readonly lossCases: readonly LossCase[];
};

export type SearchFault = "no-usage" | "no-cache-counters";

/** The input of a search, except its space. */
export type SearchRun = {
  readonly prepared: PreparedReplay;
  readonly onProgress?: (progress: SearchProgress) => void;
};

/**
 * A policy as a replay runs it in a session of this client. A policy without a setting is consulted at each request.
 */
export function replayPolicyOf(candidate: Candidate, client: string | null): ReplayPolicy {
  const { id, family, trigger } = candidate;
  const policy = { kind: "recipe", id, recipe: recipeFor(family, client) } as const;
  if (isUnset(candidate)) return { ...policy, trigger: { tokens: 0 } };
  return { ...policy, trigger: { tokens: trigger } };
}

/** Replays the policies of a search, round by round. */
export const searchSession = (space: SearchSpace, run: SearchRun): SessionSearch | SearchFault =>
  replayRounds(run, firstRound(space), (tried, log, round) =>
    round < ROUNDS ? nextRound(space, tried, log, round) : [],
  );

/** Replays the given policies without a search, because sessions that are weighed together need the same policies. */
export const measureSession = (candidates: readonly Candidate[], run: SearchRun): SessionSearch | SearchFault =>
  replayRounds(run, candidates, () => []);

type After = (tried: readonly Attempt[], log: Outcome, round: number) => readonly Candidate[];

/**
 * `no-usage`: the log has no costs. `no-cache-counters`: the log has costs but no cache reads, so no other policy can
 * be priced.
 */
function replayRounds({ prepared, onProgress }: SearchRun, first: readonly Candidate[], after: After) {
  const starts = startsOf(prepared);
  const log = outcomeOf(replayPolicy(prepared, { kind: "logged", id: "logged" }), null, starts);
  if (log === null) return "no-usage";
  const tried: Attempt[] = [];
  const paid = lossCases(compactionCases(prepared));
  const found = (): SessionSearch => ({
    log,
    tried: tried.filter(isWhole),
    givenUp: tried.filter((attempt) => !isWhole(attempt)).length,
    lossCases: paid,
  });
  let next = first;
  for (let round = 1; next.length > 0; round += 1) {
    const before = tried.length;
    for (const candidate of next) {
      onProgress?.({ round, done: tried.length, of: before + next.length, found: found() });
      const replay = replayWithin(prepared, replayPolicyOf(candidate, prepared.session.client), log.overWindow);
      const outcome = replay && outcomeOf(replay, candidate.trigger, starts);
      if (replay && outcome === null) return "no-cache-counters";
      tried.push({ candidate, outcome: outcome && replay && { ...outcome, ...beginningOf(candidate, replay) } });
    }
    next = after(tried, log, round);
  }
  return found();
}

/** `winnow` without a setting may rewrite before its trigger if that saves money. */
function beginningOf(candidate: Candidate, { rows }: Replay): { readonly began?: number } {
  const began = isUnset(candidate) ? smallestChanged(rows) : Number.POSITIVE_INFINITY;
  return Number.isFinite(began) ? { began } : {};
}

const startsOf = ({ session, agent, logged }: PreparedReplay): number[] =>
  blockStarts(
    session,
    agent,
    logged.map(({ request }) => request.span.end),
  );
