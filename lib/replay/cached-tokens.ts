/** What one request left in the cache; null where the log does not say. Tokens. */
type Settled = { readonly prompt: number; readonly read: number | null; readonly written: number | null };

/** Tokens of the prompt's beginning that each model has in its own cache, as one request follows the other. */
export class CachedTokens {
  readonly #byModel = new Map<string | null, number>();

  /** How much of a prompt of so many tokens the model could read. */
  readable(model: string | null, prompt: number): number {
    return Math.min(this.#byModel.get(model) ?? 0, prompt);
  }

  /** A request was answered: what it read and wrote is cached, or its whole prompt where the log does not say. */
  settle(model: string | null, { prompt, read, written }: Settled): void {
    this.#byModel.set(model, read === null || written === null ? prompt : read + written);
  }

  /** The prompt changed behind its first `tokens`: nothing behind them can be read any more. */
  keep(tokens: number): void {
    for (const [model, known] of this.#byModel) this.#byModel.set(model, Math.min(known, tokens));
  }
}
