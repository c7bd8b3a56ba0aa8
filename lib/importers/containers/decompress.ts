import { damagedArchive } from "./archive-fault";
import { checkSize, type UnpackLimits } from "./unpack-limits";

type PumpState = { sourceError?: unknown };

/** Unpacks a stream, counts the unpacked bytes and stops at the limits. */
export async function* decompress(
  packed: AsyncIterable<Uint8Array>,
  format: "gzip" | "deflate-raw",
  what: string,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream(format);
  const reader = stream.readable.getReader();
  const state: PumpState = {};
  const pumped = pump(packed, stream.writable.getWriter(), state);
  let bytes = 0;
  try {
    for (let read = await next(reader, what, state); !read.done; read = await next(reader, what, state)) {
      bytes += read.value.length;
      checkSize(bytes, limits);
      yield read.value;
    }
  } finally {
    await reader.cancel().catch(() => {});
    await pumped;
  }
}

/**
 * Never rejects. An error of the source is kept for the reader, and an error of the decompressor reaches the reader
 * directly.
 */
async function pump(
  packed: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
  state: PumpState,
): Promise<void> {
  try {
    for await (const chunk of packed) if (!(await isTaken(writer.write(chunk.slice())))) return;
    await isTaken(writer.close());
  } catch (error) {
    state.sourceError = error;
    await isTaken(writer.abort(error));
  }
}

const isTaken = (written: Promise<void>) =>
  written.then(
    () => true,
    () => false,
  );

async function next(reader: ReadableStreamDefaultReader<Uint8Array>, what: string, state: PumpState) {
  try {
    return await reader.read();
  } catch (error) {
    if (state.sourceError !== undefined) throw state.sourceError;
    throw damagedArchive(what, error instanceof Error ? error.message : "it is incomplete");
  }
}
