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

type Calls = { ids: string[]; next: number };

/** Matches calls and results over the whole conversation, not by neighbourhood; linear. */
export function matchPairs({ messages }: Conversation): PairIndex {
  const byToolCallId = new Map<string, Calls>();
  const openCalls = new Map<string, { message: Message; index: number }>();
  const callOf = new Map<string, string>();
  const unmatched = new Map<string, string>();
  const repeatedResults = new Set<string>();
  messages.forEach((message, index) => {
    for (const part of message.parts) {
      if (part.type === "tool-call") {
        openCalls.set(part.id, { message, index });
        const calls = byToolCallId.get(part.toolCallId);
        if (calls) calls.ids.push(part.id);
        else byToolCallId.set(part.toolCallId, { ids: [part.id], next: 0 });
      }
      if (part.type !== "tool-result") continue;
      const calls = byToolCallId.get(part.toolCallId);
      const call = calls?.ids[calls.next];
      if (!calls) unmatched.set(part.id, part.toolCallId);
      else if (call === undefined) {
        repeatedResults.add(part.id);
        callOf.set(part.id, calls.ids.at(-1) as string);
      } else {
        calls.next += 1;
        callOf.set(part.id, call);
        openCalls.delete(call);
      }
    }
  });
  const { orphanResults, earlyResults } = splitUnmatched(unmatched, byToolCallId, callOf);
  return { callOf, orphanResults, earlyResults, repeatedResults, openCalls };
}

function splitUnmatched(unmatched: Map<string, string>, calls: Map<string, Calls>, callOf: Map<string, string>) {
  const orphanResults = new Set<string>();
  const earlyResults = new Set<string>();
  for (const [partId, toolCallId] of unmatched) {
    const call = calls.get(toolCallId)?.ids[0];
    if (call === undefined) orphanResults.add(partId);
    else {
      earlyResults.add(partId);
      callOf.set(partId, call);
    }
  }
  return { orphanResults, earlyResults };
}
