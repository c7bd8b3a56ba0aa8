import type { Session } from "../transcript/session";

/** How many messages of an agent come before an index of `Session.messages`: its position in that agent's pages. */
export type MessagePositions = (agent: string, messageIndex: number) => number;

/** Counts once, then a binary search per question. Hidden messages count: the pages hold them too. */
export function messagePositions(session: Pick<Session, "messages">): MessagePositions {
  const byAgent = new Map<string, number[]>();
  session.messages.forEach(({ agent }, index) => {
    const own = byAgent.get(agent);
    if (own) own.push(index);
    else byAgent.set(agent, [index]);
  });
  return (agent, messageIndex) => firstAtOrAfter(byAgent.get(agent) ?? [], messageIndex);
}

function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
