import type { Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import type { Readers } from "../evaluation/evidence";
import { REFETCH_CALL_TOKENS } from "../evaluation/recoverability";
import type { SessionMessage } from "../transcript/session";
import type { Change } from "./history";

/** What new messages use of what was lost. */
export type Uses = {
  /** Lost identifiers that the agent used. */
  readonly regretted: number;
  /** Tokens of each part that held them: each is fetched again once. */
  readonly fetched: readonly number[];
};

const NO_USES: Uses = { regretted: 0, fetched: [] };

/**
 * Remembers what a policy took out of the prompt, and notices when the agent uses it again without having been shown it.
 * It counts how many parts of the prompt show each identifier, so that a change costs what it changes. Before the first
 * one nothing is lost, and nothing is read.
 */
export class RegretWatch {
  /** Lost identifier → the part that held it. */
  readonly #lost = new Map<string, Part>();
  /** Identifier → parts of the prompt that show it; null until something was changed. */
  #shown: Map<string, number> | null = null;
  #refetchTokens = 0;

  constructor(readonly readers: Readers) {}

  get refetchTokens(): number {
    return this.#refetchTokens;
  }

  /** What the log says next, and what of it uses what was lost. */
  watch(messages: readonly SessionMessage[]): Uses {
    if (this.#shown === null) return NO_USES;
    const uses = this.#lost.size === 0 ? NO_USES : this.#countUses(messages);
    this.#show(partsOf(messages));
    return uses;
  }

  /** A recipe changed the prompt; `after` is what it holds now. What no part shows any more is lost. */
  lose({ gone, fresh }: Change, after: readonly Message[]): void {
    if (this.#shown === null) {
      this.#shown = new Map();
      this.#show(partsOf(after));
      // What is gone was there, and is taken away below.
      this.#show(gone);
    } else this.#show(fresh);
    for (const [key, part] of this.#hide(gone)) this.#lost.set(key, part);
  }

  /** A rewind took these out: the agent left them, so that nobody lost them. */
  leave({ gone, fresh }: Change): void {
    if (this.#shown === null) return;
    this.#show(fresh);
    this.#hide(gone);
  }

  #show(parts: Iterable<Part>): void {
    const shown = this.#shown as Map<string, number>;
    for (const part of parts)
      for (const key of this.readers.entitiesOf(part).keys()) shown.set(key, (shown.get(key) ?? 0) + 1);
  }

  /** The identifiers that nothing shows any more, with the part that did last. */
  #hide(parts: Iterable<Part>): Map<string, Part> {
    const shown = this.#shown as Map<string, number>;
    const hidden = new Map<string, Part>();
    for (const part of parts)
      for (const key of this.readers.entitiesOf(part).keys()) {
        const left = (shown.get(key) ?? 1) - 1;
        if (left > 0) shown.set(key, left);
        else {
          shown.delete(key);
          hidden.set(key, part);
        }
      }
    return hidden;
  }

  #countUses(messages: readonly SessionMessage[]): Uses {
    let regretted = 0;
    const fetched: number[] = [];
    for (const { role, origin, parts } of messages)
      for (const part of parts)
        for (const key of this.readers.entitiesOf(part).keys()) {
          const source = this.#lost.get(key);
          if (source === undefined) continue;
          if (role === "assistant" && origin === "model") {
            regretted += 1;
            fetched.push(this.#fetch(source));
          } else this.#lost.delete(key);
        }
    return { regretted, fetched };
  }

  /** One fetch brings back everything that the part held. */
  #fetch(source: Part): number {
    const tokens = this.readers.tokensOf(source);
    this.#refetchTokens += REFETCH_CALL_TOKENS + tokens;
    for (const key of this.readers.entitiesOf(source).keys())
      if (this.#lost.get(key) === source) this.#lost.delete(key);
    return tokens;
  }
}

const partsOf = (messages: readonly Message[]): readonly Part[] => messages.flatMap(({ parts }) => parts);
