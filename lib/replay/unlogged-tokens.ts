import type { Message } from "../conversation/message";

/** Tokens that a client sent with a message, or left out of it, without logging that. */
type Drift = { readonly at: string | null; readonly tokens: number };

/**
 * The tokens of a policy's prompt beyond the logged messages: system prompt and tools, and what the client added to
 * messages or left out of them without logging it. That goes when a cut takes the message.
 */
export class UnloggedTokens {
  #drifts: Drift[] = [];
  #sum: number;

  /** `system`: what stays if all messages go. */
  constructor(readonly system: number) {
    this.#sum = system;
  }

  /** Negative if the client sent less than the logged messages. */
  get tokens(): number {
    return this.#sum;
  }

  /** What was added came with the newest message; what was left out belongs to messages `before` the new ones. */
  grow(tokens: number, before: Message | undefined, newest: Message | undefined): void {
    if (tokens === 0) return;
    this.#drifts.push({ at: (tokens > 0 ? newest : (before ?? newest))?.id ?? null, tokens });
    this.#sum += tokens;
  }

  /** Keeps what belongs to these messages. */
  cutTo(messages: readonly Message[]): void {
    const ids = new Set(messages.map(({ id }) => id));
    this.#drifts = this.#drifts.filter(({ at }) => at !== null && ids.has(at));
    this.#sum = this.#drifts.reduce((sum, { tokens }) => sum + tokens, this.system);
  }
}
