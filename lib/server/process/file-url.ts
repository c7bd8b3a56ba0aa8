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

/** As written if its escapes are none, because people type paths. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
