import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const ENCODER = new TextEncoder();

/** SHA-256 of a text, as hex digits. */
export const digestOf = (text: string): string => bytesToHex(sha256(ENCODER.encode(text)));

/**
 * The digest by which Claude Code identifies a message of a request: of its JSON with sorted keys. Source: its logs of
 * 2.1.331.
 */
export const digestOfMessage = (message: unknown): string => digestOf(JSON.stringify(sortedKeys(message)));

/** The same value with the keys of its objects in alphabetical order. */
export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}
