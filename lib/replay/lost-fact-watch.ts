import type { Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import { REFETCH_CALL_TOKENS } from "../evaluation/recoverability";
import type { SessionMessage } from "../transcript/session";
import type { Change } from "./history";
import type { UsedFacts } from "./used-facts";

/** Uses of lost facts in new messages. */
export type Uses = {
  /** Lost identifiers that the agent used although nothing in its prompt contained them. */
  readonly lostFactsUsed: number;
  /** How many of the lost facts could be fetched, because the call that brought them was still in the prompt. */
  readonly reachable: number;
  /** Tokens of the parts that contained the lost facts. Each part is fetched again once. */
  readonly fetched: readonly number[];
};

const NO_USES: Uses = { lostFactsUsed: 0, reachable: 0, fetched: [] };

/**
 * Tracks what a policy removed from the prompt, and notices when the agent uses it without having been shown it again.
 * Counts how many parts of the prompt show each identifier, so that the work of a change is proportional to its size.
 * Before the first change nothing is lost, and no part is read.
 */
export class LostFactWatch {
  /** Maps a lost identifier to the part that contained it. */
  readonly #lost = new Map<number, Part>();
  /** Maps an identifier to the number of prompt parts showing it; null until the first change. */
  #shown: Map<number, number> | null = null;
  /** Ids of the tool calls in the prompt. */
  readonly #calls = new Set<string>();
  #refetchTokens = 0;

  constructor(
    readonly facts: UsedFacts,
    readonly tokensOf: (part: Part) => number,
  ) {}

  get refetchTokens(): number {
    return this.#refetchTokens;
  }

  /** Reads the log's next messages and returns their uses of lost facts. */
  watch(messages: readonly SessionMessage[]): Uses {
    if (this.#shown === null) return NO_USES;
    const uses = this.#lost.size === 0 ? NO_USES : this.#countUses(messages);
    this.#show(partsOf(messages));
    return uses;
  }

  /** A recipe changed the prompt to `after`. Identifiers no longer shown in any part are lost. */
  lose({ gone, fresh }: Change, after: readonly Message[]): void {
    if (this.#shown === null) {
      this.#shown = new Map();
      this.#show(partsOf(after));
      // Removed parts are counted first and removed below.
      this.#show(gone);
    } else this.#show(fresh);
    for (const [key, part] of this.#hide(gone)) this.#lost.set(key, part);
    for (const part of fresh) if (part.type === "tool-call") this.#calls.add(part.toolCallId);
  }

  /** A rewind removed these parts. The agent abandoned them itself, so they are not lost. */
  leave({ gone, fresh }: Change): void {
    if (this.#shown === null) return;
    this.#show(fresh);
    this.#hide(gone);
  }

  #show(parts: Iterable<Part>): void {
    const shown = this.#shown as Map<number, number>;
    for (const part of parts) {
      if (part.type === "tool-call") this.#calls.add(part.toolCallId);
      for (const key of this.facts.shownBy(part)) shown.set(key, (shown.get(key) ?? 0) + 1);
    }
  }

  /** Removes parts and returns the identifiers no longer shown, each with the part that showed it last. */
  #hide(parts: Iterable<Part>): Map<number, Part> {
    const shown = this.#shown as Map<number, number>;
    const hidden = new Map<number, Part>();
    for (const part of parts) {
      if (part.type === "tool-call") this.#calls.delete(part.toolCallId);
      for (const key of this.facts.shownBy(part)) {
        const left = (shown.get(key) ?? 1) - 1;
        if (left > 0) shown.set(key, left);
        else {
          shown.delete(key);
          hidden.set(key, part);
        }
      }
    }
    return hidden;
  }

  #countUses(messages: readonly SessionMessage[]): Uses {
    let [lostFactsUsed, reachable] = [0, 0];
    const fetched: number[] = [];
    for (const { role, origin, parts } of messages) {
      const isAgents = role === "assistant" && origin === "model";
      for (const part of parts)
        for (const key of isAgents ? this.facts.writtenIn(part) : this.facts.shownBy(part)) {
          const source = this.#lost.get(key);
          if (source === undefined) continue;
          if (isAgents) {
            lostFactsUsed += 1;
            reachable += this.#canFetch(source) ? 1 : 0;
            fetched.push(this.#fetch(source));
          } else this.#lost.delete(key);
        }
    }
    return { lostFactsUsed, reachable, fetched };
  }

  #canFetch = (source: Part): boolean => source.type === "tool-result" && this.#calls.has(source.toolCallId);

  /** One fetch restores everything in the part. */
  #fetch(source: Part): number {
    const tokens = this.tokensOf(source);
    this.#refetchTokens += REFETCH_CALL_TOKENS + tokens;
    for (const key of this.facts.shownBy(source)) if (this.#lost.get(key) === source) this.#lost.delete(key);
    return tokens;
  }
}

const partsOf = (messages: readonly Message[]): readonly Part[] => messages.flatMap(({ parts }) => parts);
