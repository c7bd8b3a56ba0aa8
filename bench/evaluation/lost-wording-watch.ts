import type { Part } from "../../lib/conversation/part";
import type { Change } from "../../lib/replay/history";
import type { PromptWatch } from "../../lib/replay/prompt-watch";
import type { SessionMessage } from "../../lib/transcript/session";
import type { UsedWording } from "./used-wording";

/**
 * Counts words or runs of six words that the agent wrote while the policy's prompt no longer held them, whatever they name. What
 * the agent has written once stands in its prompt again; nothing else of the part that held it comes back with it.
 */
export class LostWordingWatch implements PromptWatch {
  readonly #lost = new Set<number>();
  /** From wording to the number of parts of the prompt that show it. */
  readonly #shown = new Map<number, number>();
  #repeated = 0;

  constructor(readonly wording: UsedWording) {}

  /** How often lost wording was written again. */
  get repeated(): number {
    return this.#repeated;
  }

  watch(messages: readonly SessionMessage[]): void {
    for (const { parts } of messages)
      for (const part of parts) {
        for (const hash of this.wording.repeatedIn(part)) if (this.#lost.has(hash)) this.#repeated += 1;
        this.#show([part]);
      }
  }

  lose({ gone, fresh }: Change): void {
    this.#show(fresh);
    for (const hash of this.#hide(gone)) this.#lost.add(hash);
  }

  leave({ gone, fresh }: Change): void {
    this.#show(fresh);
    this.#hide(gone);
  }

  #show(parts: readonly Part[]): void {
    for (const part of parts)
      for (const hash of this.wording.heldBy(part)) {
        this.#lost.delete(hash);
        this.#shown.set(hash, (this.#shown.get(hash) ?? 0) + 1);
      }
  }

  /** Removes parts and returns what no part shows any more. */
  #hide(parts: readonly Part[]): Set<number> {
    const hidden = new Set<number>();
    for (const part of parts)
      for (const hash of this.wording.heldBy(part)) {
        const left = (this.#shown.get(hash) ?? 1) - 1;
        if (left > 0) this.#shown.set(hash, left);
        else {
          this.#shown.delete(hash);
          hidden.add(hash);
        }
      }
    return hidden;
  }
}
