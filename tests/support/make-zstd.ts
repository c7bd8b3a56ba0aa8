/** A block of RFC 8878: stored bytes, or one byte and its repetitions. */
export type ZstdPiece = Uint8Array | { readonly byte: number; readonly times: number };

const BLOCK_BYTES = 128 * 1024;

/**
 * A zstd frame with uncompressed blocks, which needs no compressor: a window of one megabyte, no size, and no checksum
 * unless one is given.
 */
export function makeZstd(content: string | Uint8Array | readonly ZstdPiece[], checksum?: number): Uint8Array {
  const pieces = typeof content === "string" || content instanceof Uint8Array ? stored(content) : content;
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, checksum === undefined ? 0 : 4, 0x50]);
  const blocks = pieces.map((piece, index) => block(piece, index === pieces.length - 1));
  const sum = Buffer.alloc(checksum === undefined ? 0 : 4);
  if (checksum !== undefined) sum.writeUInt32LE(checksum);
  return new Uint8Array(Buffer.concat([header, ...blocks, sum]));
}

function stored(content: string | Uint8Array): Uint8Array[] {
  const bytes = new Uint8Array(Buffer.from(content));
  const pieces = [bytes.subarray(0, BLOCK_BYTES)];
  for (let at = BLOCK_BYTES; at < bytes.length; at += BLOCK_BYTES) pieces.push(bytes.subarray(at, at + BLOCK_BYTES));
  return pieces;
}

function block(piece: ZstdPiece, isLast: boolean): Buffer {
  const [type, size, body] =
    piece instanceof Uint8Array ? [0, piece.length, piece] : [1, piece.times, Uint8Array.of(piece.byte)];
  const fields = Buffer.alloc(3);
  fields.writeUIntLE(size * 8 + type * 2 + (isLast ? 1 : 0), 0, 3);
  return Buffer.concat([fields, body]);
}
