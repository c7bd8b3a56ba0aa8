import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { cachedBy } from "./read-expectation";

/** Fewer similar answers prove nothing, because a model may think only now and then. */
const LEAST_ANSWERS = 3;

/** Successive requests of an agent whose answers all have thinking blocks, or none have. */
type Run = { readonly first: ModelRequest; last: ModelRequest; readonly thinks: boolean; answers: number };

/**
 * Requests at which an agent's answers begin to have thinking blocks (true) or cease to (false). An agent is left out
 * unless all its changes are at cache breaks or return to the earlier state, and each lasts until the end or until such
 * a return.
 */
export function thinkingSwitches(
  requests: readonly ModelRequest[],
  session: Session,
  breaks: ReadonlySet<number>,
): ReadonlyMap<number, boolean> {
  const isSwitched = (runs: readonly Run[]) =>
    runs.every(({ first, answers }, at) => {
      if (at === 0) return true;
      const isVisible = breaks.has(first.index) || isReturn(runs, at);
      return isVisible && (answers >= LEAST_ANSWERS || isReturn(runs, at + 1));
    });
  const changes = [...runsOfAgents(requests, session).values()].filter(isSwitched).flatMap(([, ...later]) => later);
  return new Map(changes.map(({ first, thinks }) => [first.index, thinks]));
}

/**
 * True if a run's first request reads exactly what the last run of its kind left in the cache, and nothing written
 * since.
 */
function isReturn(runs: readonly Run[], at: number): boolean {
  const [alike, before, run] = [runs[at - 2], runs[at - 1], runs[at]];
  const read = run?.first.usage?.cacheRead;
  if (!read || !alike || !before) return false;
  return read === cachedBy(alike.last) && read !== cachedBy(before.last);
}

function runsOfAgents(requests: readonly ModelRequest[], { messages, responses }: Session) {
  const thinking = new Set(
    messages.flatMap(({ responseId, parts }) => (parts.some(({ type }) => type === "reasoning") ? responseId : [])),
  );
  const runs = new Map<string, Run[]>();
  for (const request of requests) {
    const { index, agent } = request;
    const thinks = thinking.has(responses[index]?.id);
    const own = runs.get(agent) ?? [];
    const run = own.at(-1);
    if (run?.thinks === thinks) Object.assign(run, { last: request, answers: run.answers + 1 });
    else runs.set(agent, [...own, { first: request, last: request, thinks, answers: 1 }]);
  }
  return runs;
}
