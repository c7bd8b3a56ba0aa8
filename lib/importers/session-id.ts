/**
 * A deterministic session id of 16 hex digits, derived from what identifies the session: FNV-1a, 64 bits. It must be
 * stable and evenly distributed, not secret. The content hash in its input is already cryptographic.
 */
export function sessionIdOf(sha256: string, logId: string, index: number): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${sha256}|${logId}|${index}`))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
}
