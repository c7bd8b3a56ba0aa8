import type { Message } from "../conversation/message";

/** Tokens that a client sent with a message, or left out of it, without logging that. */
type Drift = { readonly at: string | null; readonly tokens: number };

/**
 * The tokens of a policy's prompt beyond the logged messages: system prompt and tools, plus what the client added to
 * messages, or left out of them, without logging it. A cut that removes a message also removes its unlogged tokens.
 */
export class UnloggedTokens {
  #drifts: Drift[] = [];
  #sum: number;

  /** `system`: what stays if all messages go. */
  constructor(readonly system: number) {
    this.#sum = system;
  }

  /** Negative if the client sent fewer tokens than the logged messages hold. */
  get tokens(): number {
    return this.#sum;
  }

  /** Added tokens came with the newest message; tokens left out belong to the messages before the new ones. */
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
