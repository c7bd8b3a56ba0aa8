/** Wire types: https://protobuf.dev/programming-guides/encoding */
const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/** A field of a message: a number, or bytes, which may be a text or a nested message. */
export type ProtoField = { readonly number: number; readonly value: number | null; readonly bytes: Uint8Array | null };

/** The fields of a message in order; null when the bytes are no protocol buffer. */
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

function fieldAt(message: Uint8Array, tag: number, at: number): (ProtoField & { readonly end: number }) | null {
  const number = Math.floor(tag / 8);
  const wireType = tag & 7;
  if (wireType === FIXED_64) return { number, value: null, bytes: null, end: at + 8 };
  if (wireType === FIXED_32) return { number, value: null, bytes: null, end: at + 4 };
  if (wireType !== VARINT && wireType !== BYTES) return null;
  const read = readVarint(message, at);
  if (read === null || wireType === VARINT) return read && { number, value: read.value, bytes: null, end: read.end };
  const end = read.end + read.value;
  return { number, value: null, bytes: message.subarray(read.end, end), end };
}

/** Reads a varint: seven bits per byte, low ones first; null if it does not end. */
function readVarint(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return null;
}

export const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
