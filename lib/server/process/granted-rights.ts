import { RIGHTS, type Right } from "../../api/caller";
import { hasCaller } from "./caller-context";

/**
 * scripts/front-door.mjs sets this header to the caller's rights in any project, and removes it from client requests.
 */
const RIGHTS_HEADER = "x-winnow-rights";

/**
 * Throws if the front door let a caller in but the running code has none set. The code would then run as the server
 * itself, which sees everything.
 */
export function assertCallerKnown(headers: Headers): void {
  if (headers.get(RIGHTS_HEADER) && !hasCaller()) throw new Error("a request has lost its caller");
}

/** The caller's rights in any project, so that pages offer nothing more; null without authentication. */
export function grantedTo(headers: Headers): readonly Right[] | null {
  const granted = headers.get(RIGHTS_HEADER)?.split(" ");
  return granted ? RIGHTS.filter((right) => granted.includes(right)) : null;
}
