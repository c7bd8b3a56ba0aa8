import { reserve } from "./admission";
import { LIMITS } from "./limits";
import { Problem } from "./problem";

/**
 * The bytes of a request's body as they arrive. Room is reserved for them, and a sender who stalls or only drips is
 * given up on with a 408: what counts is the time that we wait for it, never what we take ourselves.
 */
export async function* receiveBody(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  const pace = new Pace();
  try {
    for (;;) {
      const { done, value } = await pace.wait(reader.read());
      if (done) return;
      reserve(request, value.byteLength);
      yield value;
    }
  } finally {
    // Of a body that is not read to its end the rest is thrown away, not held.
    reader.cancel().catch(() => {});
  }
}

type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

/** Each stretch of waiting must bring a number of bytes, or the end of the body. */
class Pace {
  #waitedMs = 0;
  #bytes = 0;

  async wait(read: Promise<Read>): Promise<Read> {
    const startedAt = performance.now();
    const result = await orStalled(read, LIMITS.bodyStretchMs - this.#waitedMs);
    this.#waitedMs += performance.now() - startedAt;
    this.#bytes += result.value?.byteLength ?? 0;
    if (this.#bytes >= LIMITS.bodyStretchBytes) {
      this.#waitedMs = 0;
      this.#bytes = 0;
    }
    return result;
  }
}

async function orStalled(read: Promise<Read>, ms: number): Promise<Read> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    // One more round of the event loop: where our own work held it up, bytes may be there that nobody has looked at.
    timer = setTimeout(() => setImmediate(() => reject(bodyStalled())), Math.max(0, ms));
  });
  try {
    return await Promise.race([read, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

const bodyStalled = () => {
  const seconds = LIMITS.bodyStretchMs / 1000;
  const detail = `the body came too slowly: less than ${LIMITS.bodyStretchBytes} bytes in ${seconds} seconds; nothing was kept`;
  // The rest will not be read, so the connection is of no more use.
  return new Problem(408, "body-stalled", detail, { headers: { connection: "close" } });
};
