/** Characters of a path that have another meaning in a URL. */
const RESERVED = /[%?#]/g;

/** The `file:` URL of an embedded database. */
export const urlOfFile = (file: string): string => `file:${file.replace(RESERVED, encodeURIComponent)}`;

/** The path that a `file:` URL names. */
export function fileOfUrl(url: string): string {
  const path = /^file:(?:\/\/[^/?#]*)?([^?#]*)/.exec(url)?.[1];
  if (!path) throw new Error("the URL of an embedded database begins with file: and names a file");
  return decoded(path);
}

/** Decodes a path. If it contains an invalid escape, a person typed it, and it is returned as written. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
