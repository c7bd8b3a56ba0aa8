/** Wire types: https://protobuf.dev/programming-guides/encoding */
const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/** A field of a message: a number, bytes (a text or a nested message), or four or eight bytes of fixed width. */
export type ProtoField = {
  readonly number: number;
  readonly value: number | null;
  readonly bytes: Uint8Array | null;
  readonly fixed: DataView | null;
  /** All 64 bits of a varint. `value` is exact only up to 2^53. */
  readonly bits: bigint | null;
};

/** The fields of a message in order; null if the bytes are not a protocol buffer. */
export function fieldsOf(message: Uint8Array): ProtoField[] | null {
  const fields: ProtoField[] = [];
  for (let at = 0; at < message.length; ) {
    const tag = readVarint(message, at);
    if (tag === null || tag.value < 8) return null;
    const field = fieldAt(message, tag.value, tag.end);
    if (field === null || field.end > message.length) return null;
    fields.push(field);
    at = field.end;
  }
  return fields;
}

const EMPTY = { value: null, bytes: null, fixed: null, bits: null };

function fieldAt(message: Uint8Array, tag: number, at: number): (ProtoField & { readonly end: number }) | null {
  const number = Math.floor(tag / 8);
  const wireType = tag & 7;
  const width = wireType === FIXED_64 ? 8 : wireType === FIXED_32 ? 4 : 0;
  if (width > 0) {
    if (at + width > message.length) return null;
    const fixed = new DataView(message.buffer, message.byteOffset + at, width);
    return { ...EMPTY, number, fixed, end: at + width };
  }
  if (wireType !== VARINT && wireType !== BYTES) return null;
  const read = readVarint(message, at);
  if (read === null || wireType === VARINT) return read && { ...EMPTY, number, ...read };
  const end = read.end + read.value;
  return { ...EMPTY, number, bytes: message.subarray(read.end, end), end };
}

/** Reads a varint: seven bits per byte, low ones first, at most 64 bits; null if it does not end. */
function readVarint(bytes: Uint8Array, at: number) {
  let [value, bits] = [0, 0n];
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 128 ** index;
    bits |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value, bits: BigInt.asUintN(64, bits), end: at + index + 1 };
  }
  return null;
}

export const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
