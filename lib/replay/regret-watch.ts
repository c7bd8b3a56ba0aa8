import type { Conversation } from "../conversation/message";
import type { Part } from "../conversation/part";
import type { Readers } from "../evaluation/evidence";
import { REFETCH_CALL_TOKENS } from "../evaluation/recoverability";
import type { SessionMessage } from "../transcript/session";

/** Remembers what a policy took out of the prompt, and notices when the agent uses it again without having been shown it. */
export class RegretWatch {
  /** Lost identifier → the part that held it. */
  readonly #lost = new Map<string, Part>();
  #refetchTokens = 0;

  constructor(readonly readers: Readers) {}

  get refetchTokens(): number {
    return this.#refetchTokens;
  }

  /** Linear in the two prompts; called only when a recipe changed something. What stands in both is only looked through. */
  compare(before: Conversation, after: Conversation): void {
    const kept = partsOf(after);
    const isKept = new Set(kept);
    const gone = new Map<string, Part>();
    for (const part of partsOf(before))
      if (!isKept.has(part)) for (const key of this.readers.entitiesOf(part).keys()) gone.set(key, part);
    for (const part of kept) for (const key of this.readers.entitiesOf(part).keys()) gone.delete(key);
    for (const [key, part] of gone) this.#lost.set(key, part);
  }

  /** What the log says next; returns how many lost identifiers the agent used. */
  watch(messages: readonly SessionMessage[]): number {
    let regretted = 0;
    for (const { role, origin, parts } of messages)
      for (const part of parts)
        for (const key of this.readers.entitiesOf(part).keys()) {
          const source = this.#lost.get(key);
          if (source === undefined) continue;
          if (role === "assistant" && origin === "model") {
            regretted += 1;
            this.#fetch(source);
          } else this.#lost.delete(key);
        }
    return regretted;
  }

  /** One fetch brings back everything that the part held. */
  #fetch(source: Part): void {
    this.#refetchTokens += REFETCH_CALL_TOKENS + this.readers.tokensOf(source);
    for (const key of this.readers.entitiesOf(source).keys())
      if (this.#lost.get(key) === source) this.#lost.delete(key);
  }
}

const partsOf = ({ messages }: Conversation): readonly Part[] => messages.flatMap((message) => message.parts);
