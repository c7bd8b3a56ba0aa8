const REMOVED = [
  { name: "__proto__", pattern: /"__proto__"\s*:/ },
  { name: "constructor.prototype", pattern: /"constructor"\s*:\s*\{[^}]*"prototype"\s*:/ },
] as const;

export function mayHaveRemovedKeys({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.includes('"__proto__"') || bytes.includes('"constructor"');
}

/** A warning about keys that the parser removed from a body (see parse-json.ts). */
export function removedKeys(body: Uint8Array): { code: string; message: string }[] {
  if (!mayHaveRemovedKeys(body)) return [];
  const text = new TextDecoder().decode(body);
  const found = REMOVED.flatMap(({ name, pattern }) => (pattern.test(text) ? [name] : []));
  const message = `keys named ${found.join(" and ")} were left out of what was sent`;
  return found.length === 0 ? [] : [{ code: "keys-removed", message }];
}
