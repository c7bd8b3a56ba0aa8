/** What a request left in the cache, in tokens; null if not in the log. */
type Settled = { readonly prompt: number; readonly read: number | null; readonly written: number | null };

/** Tracks how many tokens from the start of the prompt each model has cached. */
export class CachedTokens {
  readonly #byModel = new Map<string | null, number>();

  /** How many of these prompt tokens the model could read from its cache. */
  readable(model: string | null, prompt: number): number {
    return Math.min(this.#byModel.get(model) ?? 0, prompt);
  }

  /**
   * Records an answered request: what it read and wrote is now cached, or its entire prompt if the log lacks these
   * figures.
   */
  settle(model: string | null, { prompt, read, written }: Settled): void {
    this.#byModel.set(model, read === null || written === null ? prompt : read + written);
  }

  /** Records a change of the prompt after its first `tokens` tokens. Later tokens can no longer be read. */
  keep(tokens: number): void {
    for (const [model, known] of this.#byModel) this.#byModel.set(model, Math.min(known, tokens));
  }
}
