/** The polynomial of ZIP and gzip with its bits reversed. Source: APPNOTE.TXT 4.4.7. */
const POLYNOMIAL = 0xedb88320;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The checksum of the bytes, continuing `before`, the checksum of the bytes before them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at += 1)
    value = (TABLE[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
