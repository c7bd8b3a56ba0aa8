import type { TokenLedger } from "../ledger/build-token-ledger";
import type { ModelRequest } from "../requests/reconstruct-requests";

/** Which requests of its agent carried a message, and what became of it. Positions count from 0 within the agent. */
export type MessageLife = {
  readonly first: number | null;
  readonly last: number | null;
  readonly fate: "live" | "compacted";
  /** The first request that no longer carried it. */
  readonly fateRequest: number | null;
};

const NEVER_SENT: MessageLife = { first: null, last: null, fate: "live", fateRequest: null };

/**
 * Lives of the messages of one agent's thread. A message enters with the first request whose prompt reaches past it and
 * leaves with the first whose prompt starts after it. Two pointers over messages and requests.
 */
export function messageLives(requests: readonly ModelRequest[], ledger: TokenLedger): MessageLife[] {
  const size = ledger.threads.get(requests[0]?.agent ?? "")?.messages.length ?? 0;
  const steps = requests.map((request) => ledger.steps[request.index] as TokenLedger["steps"][number]);
  const lives: MessageLife[] = [];
  let first = 0;
  let gone = 0;
  for (let position = 0; position < size; position += 1) {
    while (first < steps.length && (steps[first]?.end ?? 0) <= position) first += 1;
    while (gone < steps.length && (steps[gone]?.start ?? 0) <= position) gone += 1;
    lives.push(lifeOf(first, gone, steps.length));
  }
  return lives;
}

function lifeOf(first: number, gone: number, count: number): MessageLife {
  const fate =
    gone < count ? { fate: "compacted" as const, fateRequest: gone } : { fate: "live" as const, fateRequest: null };
  if (first >= count) return NEVER_SENT;
  return first >= gone ? { first: null, last: null, ...fate } : { first, last: gone - 1, ...fate };
}

/** By cleared call id: the first request that found its result blanked. */
export function clearedResults(requests: readonly ModelRequest[], ledger: TokenLedger): ReadonlyMap<string, number> {
  const cleared = new Map<string, number>();
  let known: ReadonlySet<string> | null = null;
  requests.forEach((request, index) => {
    const ids = (ledger.steps[request.index] as TokenLedger["steps"][number]).clearedToolCallIds;
    if (ids === known) return;
    known = ids;
    for (const id of ids) if (!cleared.has(id)) cleared.set(id, index);
  });
  return cleared;
}
