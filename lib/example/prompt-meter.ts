/** Reported usage of a request, in the shape of the provider's counters. */
export type MeterReading = { readonly read: number; readonly written: number; readonly uncached: number };

/** Characters per Claude token in code and English. */
const CHARACTERS_PER_TOKEN = 2.9;
const BLOCK_OVERHEAD = 4;
const TIME_TO_LIVE_MS = 3_600_000;

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN) + BLOCK_OVERHEAD;

type ModelCache = { cached: number; startedAt: number; boundaries: number[] };

/**
 * Simulates the provider's cache for one agent, so that the logged usage obeys the usage ledger of lib/cache: without a
 * break, each request reads what the previous one read and wrote. `floor`: size of tools and system prompt, which other
 * sessions keep in the cache. `head`: size of all unlogged prompt content.
 */
export class PromptMeter {
  #text = 0;
  #caches = new Map<string, ModelCache>();
  #collapsed = false;

  constructor(
    readonly floor: number,
    readonly head: number,
  ) {}

  get prompt(): number {
    return this.head + this.#text;
  }

  add(text: string): void {
    this.#text += tokensOf(text);
  }

  request(model: string, startedAt: number, uncached: number): MeterReading {
    const cache = this.#caches.get(model);
    const read = Math.min(this.#readable(cache, startedAt), this.prompt - uncached);
    const written = this.prompt - read - uncached;
    const boundaries = [...(cache?.boundaries ?? []), read + written].filter((at) => at <= read + written);
    this.#caches.set(model, { cached: read + written, startedAt, boundaries });
    this.#collapsed = false;
    return { read, written, uncached };
  }

  #readable(cache: ModelCache | undefined, startedAt: number): number {
    if (!cache) return this.#caches.size === 0 ? this.floor : 0;
    if (startedAt - cache.startedAt > TIME_TO_LIVE_MS) return 0;
    return this.#collapsed ? this.floor : cache.cached;
  }

  /** Makes the next request read only tools and system prompt, for an unlogged reason. */
  collapse(): void {
    this.#collapsed = true;
  }

  /** Restarts the context with the given text. Only tools and system prompt can still be read from the cache. */
  compact(): void {
    this.#text = 0;
    for (const cache of this.#caches.values()) Object.assign(cache, { cached: this.floor, boundaries: [this.floor] });
  }

  /** Removes `tokens` from the prompt at `position`. Cached content after it can no longer be read. */
  cut(position: number, tokens: number): void {
    this.#text -= tokens;
    for (const cache of this.#caches.values()) {
      const kept = cache.boundaries.filter((at) => at <= position);
      Object.assign(cache, { cached: kept.at(-1) ?? this.floor, boundaries: kept });
    }
  }
}
