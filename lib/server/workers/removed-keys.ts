const REMOVED = [
  { name: "__proto__", pattern: /"__proto__"\s*:/ },
  { name: "constructor.prototype", pattern: /"constructor"\s*:\s*\{[^}]*"prototype"\s*:/ },
] as const;

/** A warning about keys that the parser removed from a body (see parse-json.ts). */
export function removedKeys(body: Uint8Array): { code: string; message: string }[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes('"__proto__"') && !bytes.includes('"constructor"')) return [];
  const text = bytes.toString("utf8");
  const found = REMOVED.flatMap(({ name, pattern }) => (pattern.test(text) ? [name] : []));
  const message = `keys named ${found.join(" and ")} were left out of what was sent`;
  return found.length === 0 ? [] : [{ code: "keys-removed", message }];
}
