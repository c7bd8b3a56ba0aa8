import { Problem } from "@/lib/api/problem";
import { LIMITS } from "../process/limits";
import { reserve } from "./admission";

/**
 * A request's body bytes as they arrive. Reserves room for them and throws a 408 if the client sends too slowly. Only
 * waiting for the client counts, not the server's own work.
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
    // Discards the rest of an unread body instead of keeping it in memory.
    reader.cancel().catch(() => {});
  }
}

type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

/** Requires a minimum of bytes, or the end of the body, in each period of waiting. */
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
    // Waits one more round of the event loop, because bytes may have arrived while the server's own work blocked it.
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
  // The rest will not be read, so the connection cannot be used again.
  return new Problem(408, "body-stalled", detail, { headers: { connection: "close" } });
};
