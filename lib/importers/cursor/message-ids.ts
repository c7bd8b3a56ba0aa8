const ID_BYTES = 32;
/** Wire types of protocol buffers: https://protobuf.dev/programming-guides/encoding */
const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;
const MESSAGE = (1 << 3) | BYTES;

/**
 * The ids of the messages of a conversation in their order, as hex: field 1 of the protocol buffer that is its root. Null when
 * the bytes are no protocol buffer.
 */
export function messageIdsIn(root: Uint8Array): string[] | null {
  const ids: string[] = [];
  for (let at = 0; at < root.length; ) {
    const tag = readVarint(root, at);
    if (tag === null || tag.value < 8) return null;
    const end = fieldEnd(root, tag.value & 7, tag.end);
    if (end === null || end > root.length) return null;
    const isMessage = tag.value === MESSAGE && end - ID_BYTES === readVarint(root, tag.end)?.end;
    if (isMessage) ids.push(hexOf(root.subarray(end - ID_BYTES, end)));
    at = end;
  }
  return ids;
}

function fieldEnd(bytes: Uint8Array, wireType: number, at: number): number | null {
  if (wireType === FIXED_64) return at + 8;
  if (wireType === FIXED_32) return at + 4;
  if (wireType !== VARINT && wireType !== BYTES) return null;
  const number = readVarint(bytes, at);
  if (number === null || wireType === VARINT) return number?.end ?? null;
  return number.end + number.value;
}

/** Seven bits a byte, low ones first; null where it does not end. */
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

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
