import { Problem } from "@/lib/api/problem";
import { SCOPES, type Scope } from "@/lib/api/schemas/keys";
import { parseJsonBody } from "./workers/parse-json";

/** scripts/front-door.mjs writes here what the caller's key opens, and takes away what a client sends. */
const SCOPES_HEADER = "x-winnow-scopes";

/** What the caller's key opens; null where nobody is asked for a key, so that everything is open. */
export function grantedTo(headers: Headers): readonly Scope[] | null {
  const granted = headers.get(SCOPES_HEADER)?.split(" ");
  return granted ? SCOPES.filter((scope) => granted.includes(scope)) : null;
}

/**
 * A body may name a stored session instead of holding messages. Throws 403 where the caller's key opens no sessions; the gate
 * sees paths only.
 */
export function assertMayName(request: Request, body: Uint8Array): void {
  const granted = grantedTo(request.headers);
  if (!granted || granted.includes("read") || granted.includes("admin")) return;
  const value = parseJsonBody(body);
  if (typeof value !== "object" || value === null || !("session" in value) || value.session === undefined) return;
  throw new Problem(403, "scope-missing", "this key opens no stored sessions; send the messages themselves");
}
