import type { Conversation, Message } from "./message";

/** Which result answers which call, by part id. Ids of calls may repeat in real logs, so matching is first in, first out. */
export type PairIndex = {
  /** Result part → the call part it answers (or, for a repeated answer, the call it repeats an answer to). */
  readonly callOf: ReadonlyMap<string, string>;
  /** Results without any call of their id before them; those whose call comes later are `early`. */
  readonly orphanResults: ReadonlySet<string>;
  readonly earlyResults: ReadonlySet<string>;
  /** Results of a call that another result had answered already. */
  readonly repeatedResults: ReadonlySet<string>;
  /** Calls that no result answers, in order. */
  readonly openCalls: ReadonlyMap<string, { readonly message: Message; readonly index: number }>;
};

type Call = { readonly id: string; readonly message: Message; readonly index: number };
/** The calls of one id, oldest first, and how many of them are answered. */
type Calls = { readonly all: Call[]; answered: number };

/** Matches calls and results over the whole conversation, not by neighbourhood; linear. */
export function matchPairs({ messages }: Conversation): PairIndex {
  const byToolCallId = new Map<string, Calls>();
  const callOf = new Map<string, string>();
  const unmatched = new Map<string, string>();
  const repeatedResults = new Set<string>();
  messages.forEach((message, index) => {
    for (const part of message.parts) {
      if (part.type === "tool-call") {
        const call = { id: part.id, message, index };
        const calls = byToolCallId.get(part.toolCallId);
        if (calls) calls.all.push(call);
        else byToolCallId.set(part.toolCallId, { all: [call], answered: 0 });
      }
      if (part.type !== "tool-result") continue;
      const calls = byToolCallId.get(part.toolCallId);
      const call = calls?.all[calls.answered];
      if (!calls) unmatched.set(part.id, part.toolCallId);
      else if (call === undefined) {
        repeatedResults.add(part.id);
        callOf.set(part.id, (calls.all.at(-1) as Call).id);
      } else {
        calls.answered += 1;
        callOf.set(part.id, call.id);
      }
    }
  });
  const { orphanResults, earlyResults } = splitUnmatched(unmatched, byToolCallId, callOf);
  return { callOf, orphanResults, earlyResults, repeatedResults, openCalls: unanswered(byToolCallId) };
}

/** In the order of the history, whatever ids repeat. */
function unanswered(byToolCallId: ReadonlyMap<string, Calls>): PairIndex["openCalls"] {
  const open: Call[] = [];
  for (const { all, answered } of byToolCallId.values())
    for (let next = answered; next < all.length; next += 1) open.push(all[next] as Call);
  open.sort((a, b) => a.index - b.index);
  return new Map(open.map(({ id, message, index }) => [id, { message, index }]));
}

function splitUnmatched(unmatched: Map<string, string>, calls: Map<string, Calls>, callOf: Map<string, string>) {
  const orphanResults = new Set<string>();
  const earlyResults = new Set<string>();
  for (const [partId, toolCallId] of unmatched) {
    const call = calls.get(toolCallId)?.all[0]?.id;
    if (call === undefined) orphanResults.add(partId);
    else {
      earlyResults.add(partId);
      callOf.set(partId, call);
    }
  }
  return { orphanResults, earlyResults };
}
