import { Problem } from "@/lib/api/problem";
import { parseJsonBody } from "./workers/parse-json";

/** scripts/front-door.mjs writes here what the caller's key opens, and takes away what a client sends. */
const SCOPES_HEADER = "x-winnow-scopes";

/**
 * A body may name a stored session instead of holding messages. Throws 403 where the caller's key opens no sessions; the gate
 * sees paths only.
 */
export function assertMayName(request: Request, body: Uint8Array): void {
  const granted = request.headers.get(SCOPES_HEADER)?.split(" ");
  if (!granted || granted.includes("read") || granted.includes("admin")) return;
  const value = parseJsonBody(body);
  if (typeof value !== "object" || value === null || !("session" in value) || value.session === undefined) return;
  throw new Problem(403, "scope-missing", "this key opens no stored sessions; send the messages themselves");
}
