import type { PartEntry, PartIndex } from "./part-index";

/**
 * Which result answers which call. Call ids can repeat in real logs, so calls with the same id are answered in their
 * order.
 */
export type PairIndex = {
  /**
   * By part number: for a result, the number of its call, even if another result answered that call first; -1 for all
   * other parts.
   */
  readonly callOf: Int32Array;
  /** Part ids of results with no call of that id. If the call comes later, the result is in `earlyResults` instead. */
  readonly orphanResults: ReadonlySet<string>;
  readonly earlyResults: ReadonlySet<string>;
  /** Part ids of results whose call another result has already answered. */
  readonly repeatedResults: ReadonlySet<string>;
  /** Unanswered calls, in order. */
  readonly openCalls: readonly PartEntry[];
};

const NONE = -1;

/** Matches calls and results over the entire conversation, at any distance. Linear. */
export function matchPairs({ entries }: PartIndex): PairIndex {
  const callOf = new Int32Array(entries.length).fill(NONE);
  const calls = new CallsById();
  const unmatched: PartEntry[] = [];
  const repeatedResults = new Set<string>();
  entries.forEach((entry) => {
    const { part, number } = entry;
    if (part.type === "tool-call") calls.add(part.toolCallId, number);
    if (part.type !== "tool-result") return;
    const answer = calls.answer(part.toolCallId);
    if (answer === undefined) unmatched.push(entry);
    else callOf[number] = answer.call;
    if (answer?.isRepeated) repeatedResults.add(part.id);
  });
  const { orphanResults, earlyResults } = splitUnmatched(unmatched, calls, callOf);
  const openCalls = calls.open().map((number) => entries[number] as PartEntry);
  return { callOf, orphanResults, earlyResults, repeatedResults, openCalls };
}

/** Part numbers of the calls that share an id. `waiting` is the oldest one without a result. */
type Calls = { readonly first: number; waiting: number; last: number };

class CallsById {
  readonly #byId = new Map<string, Calls>();
  /** Maps a call to the next one with the same id. */
  readonly #following = new Map<number, number>();

  add(toolCallId: string, number: number): void {
    const known = this.#byId.get(toolCallId);
    if (!known) this.#byId.set(toolCallId, { first: number, waiting: number, last: number });
    else {
      this.#following.set(known.last, number);
      known.last = number;
      if (known.waiting === NONE) known.waiting = number;
    }
  }

  /** The call that the next result with this id answers. If all are answered, the last one again. */
  answer(toolCallId: string): { readonly call: number; readonly isRepeated: boolean } | undefined {
    const known = this.#byId.get(toolCallId);
    if (!known) return undefined;
    if (known.waiting === NONE) return { call: known.last, isRepeated: true };
    const call = known.waiting;
    known.waiting = this.#after(call);
    return { call, isRepeated: false };
  }

  first = (toolCallId: string): number | undefined => this.#byId.get(toolCallId)?.first;

  /** Unanswered calls in the order of the history, even if ids repeat. */
  open(): number[] {
    const open: number[] = [];
    for (const { waiting } of this.#byId.values())
      for (let call = waiting; call !== NONE; call = this.#after(call)) open.push(call);
    return open.sort((a, b) => a - b);
  }

  #after(call: number): number {
    return this.#following.size === 0 ? NONE : (this.#following.get(call) ?? NONE);
  }
}

function splitUnmatched(unmatched: readonly PartEntry[], calls: CallsById, callOf: Int32Array) {
  const orphanResults = new Set<string>();
  const earlyResults = new Set<string>();
  for (const { part, number } of unmatched) {
    const call = part.type === "tool-result" ? calls.first(part.toolCallId) : undefined;
    if (call === undefined) orphanResults.add(part.id);
    else {
      earlyResults.add(part.id);
      callOf[number] = call;
    }
  }
  return { orphanResults, earlyResults };
}
