import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";

/** Fewer answers alike prove nothing: a model may think now and then. */
const LEAST_ANSWERS = 3;

/** Successive requests of an agent whose answers all have thinking blocks, or all have none. */
type Run = { readonly first: number; readonly thinks: boolean; answers: number };

/**
 * Requests from which on an agent's answers have thinking blocks (true), or none (false); only if this changes at cache
 * breaks alone, and lasts.
 */
export function thinkingSwitches(
  requests: readonly ModelRequest[],
  session: Session,
  breaks: ReadonlySet<number>,
): ReadonlyMap<number, boolean> {
  const changes = [...runsOfAgents(requests, session).values()].flatMap((runs) => {
    const [, ...later] = runs;
    const isSwitched = later.every(({ first, answers }) => breaks.has(first) && answers >= LEAST_ANSWERS);
    return isSwitched ? later : [];
  });
  return new Map(changes.map(({ first, thinks }) => [first, thinks]));
}

function runsOfAgents(requests: readonly ModelRequest[], { messages, responses }: Session) {
  const thinking = new Set(
    messages.flatMap(({ responseId, parts }) => (parts.some(({ type }) => type === "reasoning") ? responseId : [])),
  );
  const runs = new Map<string, Run[]>();
  for (const { index, agent } of requests) {
    const thinks = thinking.has(responses[index]?.id);
    const own = runs.get(agent) ?? [];
    const last = own.at(-1);
    if (last?.thinks === thinks) last.answers += 1;
    else runs.set(agent, [...own, { first: index, thinks, answers: 1 }]);
  }
  return runs;
}
