/** Fields of protocol buffers as bytes: https://protobuf.dev/programming-guides/encoding. Independent of the reader in lib. */

export const join = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    if (left < 0x80n) return Uint8Array.from([...bytes, Number(left)]);
    bytes.push(Number(left & 0x7fn) | 0x80);
  }
}

const tag = (number: number, wireType: number) => varint(BigInt(number * 8 + wireType));

export const varintField = (number: number, value: bigint) => join([tag(number, 0), varint(value)]);

export const bytesField = (number: number, bytes: Uint8Array) =>
  join([tag(number, 2), varint(BigInt(bytes.length)), bytes]);

export const textField = (number: number, text: string) => bytesField(number, new TextEncoder().encode(text));

export function fixed64Field(number: number, value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return join([tag(number, 1), bytes]);
}

export function doubleField(number: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return join([tag(number, 1), bytes]);
}
