import type { Edit } from "../conversation/edit";
import type { Message } from "../conversation/message";

/** A decision about a history under the settings of `key`. */
export type Decision = {
  readonly key: string;
  readonly messages: readonly Message[];
  readonly edits: readonly Edit[];
};

/** Maximum number of decisions per prefix of a history, one for each caller's settings. */
const MAX_KEYS = 4;

/**
 * Decisions about prefixes of histories, so that a grown history need not be replayed. They depend only on the history,
 * so a forgotten decision is recomputed with the same result. A decision is dropped with the last of its messages.
 */
export class GrowthMemory {
  readonly #byEnd = new WeakMap<Message, readonly Decision[]>();

  /** The decision about the longest remembered prefix of these messages, compared by object identity. */
  find(key: string, messages: readonly Message[]): Decision | null {
    for (let end = messages.length - 1; end >= 0; end -= 1) {
      const found = this.#byEnd
        .get(messages[end] as Message)
        ?.find((decision) => decision.key === key && isBeginning(decision.messages, messages));
      if (found) return found;
    }
    return null;
  }

  keep(decision: Decision): void {
    const end = decision.messages.at(-1);
    if (!end) return;
    const others = (this.#byEnd.get(end) ?? []).filter(({ key }) => key !== decision.key);
    this.#byEnd.set(end, [...others.slice(1 - MAX_KEYS), decision]);
  }
}

const isBeginning = (start: readonly Message[], messages: readonly Message[]): boolean =>
  start.length <= messages.length && start.every((message, at) => message === messages[at]);
