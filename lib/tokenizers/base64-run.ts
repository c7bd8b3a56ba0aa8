/** Shorter runs are long words, paths or hashes; a run of this length without a space is data. */
const SHORTEST_RUN = 100;

const IS_BASE64 = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_")
  IS_BASE64[character.charCodeAt(0)] = 1;

/** End of the base64 run at `at`; only the first character may be something else. */
export function base64RunEnd(bytes: Uint8Array, at: number, limit: number): number {
  let end = at + 1;
  while (end < limit && IS_BASE64[bytes[end] as number] === 1) end += 1;
  return end;
}

/** True for a long run that mixes digits, capitals and small letters. */
export function isBase64(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SHORTEST_RUN) return false;
  let seen = 0;
  for (let at = start; at < end && seen !== 7; at += 1) seen |= kindOf(bytes[at] as number);
  return seen === 7;
}

const kindOf = (byte: number): number =>
  byte >= 48 && byte <= 57 ? 1 : byte >= 65 && byte <= 90 ? 2 : byte >= 97 && byte <= 122 ? 4 : 0;
