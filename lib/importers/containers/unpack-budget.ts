import { archiveTooLarge } from "./archive-fault";

/**
 * How many bytes one import may unpack in total, including nested archives and repeated readings of a file. An
 * archive's limits apply only to that archive, so a thousand archives within another one could unpack to any size.
 */
export class UnpackBudget {
  private spent = 0;

  constructor(private readonly maxBytes: number) {}

  get isSpent(): boolean {
    return this.spent > this.maxBytes;
  }

  /** Yields the same chunks and counts them. Throws once there are too many bytes. */
  async *count(unpacked: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of unpacked) {
      this.spent += chunk.length;
      if (this.isSpent) throw archiveTooLarge(`its files unpack to more than ${this.maxBytes} bytes`);
      yield chunk;
    }
  }
}
