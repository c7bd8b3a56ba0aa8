import type { Message } from "../conversation/message";

/** Tokens that a client added to a message, or left out of it, without logging the change. */
type Drift = { readonly at: string | null; readonly tokens: number };

/**
 * The tokens of a policy's prompt beyond the logged messages: the system prompt and tools, plus unlogged tokens that
 * the client added to messages or left out of them. A cut that removes a message also removes its unlogged tokens.
 */
export class UnloggedTokens {
  #drifts: Drift[] = [];
  #sum: number;

  /** `system`: what remains without any message. */
  constructor(readonly system: number) {
    this.#sum = system;
  }

  /** Negative if the client sent fewer tokens than the logged messages contain. */
  get tokens(): number {
    return this.#sum;
  }

  /** Added tokens are assigned to the newest message, omitted tokens to the messages before the new ones. */
  grow(tokens: number, before: Message | undefined, newest: Message | undefined): void {
    if (tokens === 0) return;
    this.#drifts.push({ at: (tokens > 0 ? newest : (before ?? newest))?.id ?? null, tokens });
    this.#sum += tokens;
  }

  /** Keeps only the unlogged tokens of these messages. */
  cutTo(messages: readonly Message[]): void {
    const ids = new Set(messages.map(({ id }) => id));
    this.#drifts = this.#drifts.filter(({ at }) => at !== null && ids.has(at));
    this.#sum = this.#drifts.reduce((sum, { tokens }) => sum + tokens, this.system);
  }
}
