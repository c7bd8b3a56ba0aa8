import { StoreFault } from "./store-fault";

/** Reads bytes at any offset of a file. At its end, a read may return fewer than requested. */
export type RandomAccess = { readonly bytes: number; read(offset: number, length: number): Uint8Array };

export const memorySource = (whole: Uint8Array): RandomAccess => ({
  bytes: whole.length,
  read: (offset, length) => whole.subarray(offset, offset + length),
});

export function readExactly(source: RandomAccess, offset: number, length: number): Uint8Array {
  const bytes = source.read(offset, length);
  if (bytes.length === length) return bytes;
  throw new StoreFault(`the file ends at ${source.bytes} bytes, before a place that is named in it`);
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export type Varint = { readonly value: number; readonly end: number };

/**
 * Reads SQLite's variable-length integer: seven bits per byte, high ones first, eight bits in the ninth byte. Exact up
 * to 2⁵³.
 */
export function readVarint(bytes: Uint8Array, at: number): Varint {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) throw new StoreFault("a number runs over the end of its page");
    if (index === 8) return { value: asSigned(value, byte), end: at + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  throw new Error("the ninth byte always ends it");
}

const asSigned = (high: number, low: number): number => Number(BigInt.asIntN(64, (BigInt(high) << 8n) | BigInt(low)));
