import type { TokenLedger } from "../ledger/build-token-ledger";
import { COMPACTED_SHARE } from "../ledger/prompt-steps";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Gap } from "../transcript/prompt-spans";

/** The requests of its agent that carried a message, and its fate. Positions count from 0 within the agent. */
export type MessageLife = {
  readonly first: number | null;
  readonly last: number | null;
  /** `abandoned`: somebody went back to a point before the message and continued differently. */
  readonly status: "live" | "compacted" | "abandoned";
  /** The first request that no longer carried the message. */
  readonly goneAt: number | null;
};

const NEVER_SENT: MessageLife = { first: null, last: null, status: "live", goneAt: null };

/**
 * Lives of one agent's messages. A message enters with the first request whose prompt reaches past it and leaves when
 * all later prompts start after it, because a rewind may return to a message that a compaction removed. Two pointers over messages and requests.
 */
export function messageLives(requests: readonly ModelRequest[], ledger: TokenLedger): MessageLife[] {
  const size = ledger.threads.get(requests[0]?.agent ?? "")?.messages.length ?? 0;
  const steps = requests.map((request) => ledger.steps[request.index] as TokenLedger["steps"][number]);
  const starts = steps.map(({ start }) => start);
  for (let at = starts.length - 2; at >= 0; at -= 1) starts[at] = Math.min(starts[at] ?? 0, starts[at + 1] ?? 0);
  const lives: MessageLife[] = [];
  let first = 0;
  let gone = 0;
  for (let position = 0; position < size; position += 1) {
    while (first < steps.length && (steps[first]?.end ?? 0) <= position) first += 1;
    while (gone < starts.length && (starts[gone] ?? 0) <= position) gone += 1;
    lives.push(lifeOf(first, gone, steps.length));
  }
  return withGaps(lives, steps);
}

/**
 * A gap may remove a message before the start of the prompt has moved past it. The message then ends at the
 * first request with the gap.
 */
function withGaps(lives: MessageLife[], steps: readonly TokenLedger["steps"][number][]): MessageLife[] {
  const seen = new Set<Gap>();
  const skip = new Skips(lives.length);
  steps.forEach(({ gaps }, request) => {
    for (let gap = gaps; gap && !seen.has(gap); gap = gap.before) {
      seen.add(gap);
      const status = gap.kind === "branch" ? "abandoned" : "compacted";
      for (let at = skip.from(gap.start); at < Math.min(gap.end, lives.length); at = skip.from(at + 1)) {
        skip.take(at);
        const life = lives[at] as MessageLife;
        const isGone = life.goneAt !== null && life.goneAt <= request;
        if (isGone) continue;
        const wasSent = life.first !== null && life.first < request;
        lives[at] = wasSent
          ? { first: life.first, last: request - 1, status, goneAt: request }
          : { first: null, last: null, status, goneAt: request };
      }
    }
  });
  return lives;
}

/** Settled positions are skipped in one step, so that nested gaps stay linear. */
class Skips {
  private readonly next: Int32Array;

  constructor(size: number) {
    this.next = Int32Array.from({ length: size + 1 }, (_, index) => index);
  }

  /** The first open position at or after this one. */
  from(position: number): number {
    const { next } = this;
    let end = Math.min(position, next.length - 1);
    while (next[end] !== end) end = next[end] as number;
    for (let at = Math.min(position, next.length - 1); at !== end; ) {
      const following = next[at] as number;
      next[at] = end;
      at = following;
    }
    return end;
  }

  take(position: number): void {
    this.next[position] = position + 1;
  }
}

function lifeOf(first: number, gone: number, count: number): MessageLife {
  const status =
    gone < count ? { status: "compacted" as const, goneAt: gone } : { status: "live" as const, goneAt: null };
  if (first >= count) return NEVER_SENT;
  return first >= gone ? { first: null, last: null, ...status } : { first, last: gone - 1, ...status };
}

/** Positions of requests whose prompt shrank so much without a logged reason that it must have been rewritten entirely. */
export function unloggedRewrites(requests: readonly ModelRequest[], ledger: TokenLedger): number[] {
  const steps = requests.map((request) => ledger.steps[request.index] as TokenLedger["steps"][number]);
  return steps.flatMap((step, position) => {
    const before = ledger.steps[step.previous ?? -1];
    if (before === undefined || step.promptTokens === null || before.promptTokens === null) return [];
    const isLogged =
      before.model !== step.model ||
      before.start !== step.start ||
      before.gaps !== step.gaps ||
      before.clearedToolCallIds !== step.clearedToolCallIds;
    return isLogged || step.promptTokens >= COMPACTED_SHARE * before.promptTokens ? [] : [position];
  });
}

/** The first request that found a cleared result blank, by call id. */
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
