/** A stream of chunks that hands out a requested number of bytes. */
export class ByteSource {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private held = new Uint8Array(0);
  private start = 0;
  private end = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Reads the next bytes into a copy. At the end of the stream there may be fewer than requested. */
  async take(length: number): Promise<Uint8Array> {
    while (this.end - this.start < length) {
      const next = await this.chunks.next();
      if (next.done) break;
      this.append(next.value);
    }
    const to = Math.min(this.end, this.start + length);
    const taken = this.held.slice(this.start, to);
    this.start = to;
    return taken;
  }

  /** Releases the stream. `take` must not be called afterwards. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private append(chunk: Uint8Array) {
    const length = this.end - this.start;
    if (this.end + chunk.length > this.held.length) {
      const room = new Uint8Array(Math.max(this.held.length, (length + chunk.length) * 2));
      room.set(this.held.subarray(this.start, this.end));
      this.held = room;
      this.start = 0;
      this.end = length;
    }
    this.held.set(chunk, this.end);
    this.end += chunk.length;
  }
}
