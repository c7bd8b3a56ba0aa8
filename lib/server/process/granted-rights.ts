import { RIGHTS, type Right } from "../../api/caller";
import { hasCaller } from "./caller-context";

/** scripts/front-door.mjs writes here what is open to the caller somewhere, and takes away what a client sends. */
const RIGHTS_HEADER = "x-winnow-rights";

/**
 * Throws if the front door let a caller in and the running code does not know whom: it would be taken for the server itself,
 * which sees everything.
 */
export function assertCallerKnown(headers: Headers): void {
  if (headers.get(RIGHTS_HEADER) && !hasCaller()) throw new Error("a request has lost its caller");
}

/** What is open to the caller somewhere, for pages that offer no more; null if nobody is asked for a key. */
export function grantedTo(headers: Headers): readonly Right[] | null {
  const granted = headers.get(RIGHTS_HEADER)?.split(" ");
  return granted ? RIGHTS.filter((right) => granted.includes(right)) : null;
}
