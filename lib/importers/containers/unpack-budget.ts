import { archiveTooLarge } from "./archive-fault";

/**
 * What one import may unpack altogether, archives in archives and every time that a file is read again included. The
 * limits of one archive hold for it alone; a thousand of them in another one would come to any amount.
 */
export class UnpackBudget {
  private spent = 0;

  constructor(private readonly maxBytes: number) {}

  get isSpent(): boolean {
    return this.spent > this.maxBytes;
  }

  /** The same chunks, counted; throws once there are too many. */
  async *count(unpacked: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of unpacked) {
      this.spent += chunk.length;
      if (this.isSpent) throw archiveTooLarge(`all that is packed in it comes to more than ${this.maxBytes} bytes`);
      yield chunk;
    }
  }
}
