import { RIGHTS, type Right } from "../api/caller";

/** scripts/front-door.mjs writes here what is open to the caller somewhere, and takes away what a client sends. */
const RIGHTS_HEADER = "x-winnow-rights";

/** What is open to the caller somewhere, for pages that offer no more; null where nobody is asked for a key. */
export function grantedTo(headers: Headers): readonly Right[] | null {
  const granted = headers.get(RIGHTS_HEADER)?.split(" ");
  return granted ? RIGHTS.filter((right) => granted.includes(right)) : null;
}
