/**
 * 64 bits of a text, as 16 hex digits: two multiply-and-xor lanes over its UTF-16 units (after bryc's public-domain
 * cyrb53, widened), followed by its length. Not for security.
 */
export function hashText(text: string): string {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    left = Math.imul(left ^ unit, 2654435761);
    right = Math.imul(right ^ unit, 1597334677);
  }
  left = Math.imul(left ^ (left >>> 16), 2246822507) ^ Math.imul(right ^ (right >>> 13), 3266489909);
  right = Math.imul(right ^ (right >>> 16), 2246822507) ^ Math.imul(left ^ (left >>> 13), 3266489909);
  // Joined into one string, because V8 would keep a template's pieces as a tree, and a session has a hash per part.
  return [hex(right), hex(left), "-", text.length.toString(36)].join("");
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");
