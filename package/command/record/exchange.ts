/** Where requests to one of a client's providers are forwarded. No other host is ever contacted. */
export type Route = { readonly name: string; readonly upstream: URL };

/** Larger bodies are passed on but not stored. */
export const MAX_BODY_BYTES = 12 << 20;

/** A copy of the data in one direction. */
export class Copy {
  bytes = 0;
  #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.bytes += chunk.byteLength;
    if (this.bytes <= MAX_BODY_BYTES) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** Null if it was too large to store. */
  get content(): Buffer | null {
    return this.bytes > MAX_BODY_BYTES ? null : Buffer.concat(this.#chunks);
  }
}

export type EndOfExchange = "complete" | "cancelled" | "failed";

/** One request and its answer, as they passed. */
export class Exchange {
  readonly request = new Copy();
  readonly response = new Copy();
  readonly startedAt = Date.now();
  status: number | null = null;
  responseHeaders: readonly string[] = [];
  firstByteAt: number | null = null;
  endedAt: number | null = null;
  ended: EndOfExchange | null = null;
  problem: string | null = null;

  constructor(
    readonly route: Route,
    readonly method: string,
    readonly path: string,
    readonly requestHeaders: readonly string[],
  ) {}

  begin(status: number, headers: readonly string[]): void {
    this.status = status;
    this.responseHeaders = headers;
    this.firstByteAt = Date.now();
  }

  end(how: EndOfExchange, problem?: string): void {
    this.ended = how;
    this.endedAt = Date.now();
    this.problem = problem ?? null;
  }
}
