import { Problem } from "@/lib/api/problem";
import { mayCall } from "@/lib/api/route-scopes";
import { signInBody } from "@/lib/api/schemas/keys";
import { problemOfZod } from "@/lib/api/zod-problem";
import { COOKIE, callerOfKey } from "./api-keys";
import { parseJsonBody } from "./workers/parse-json";

/** No script of a page can read it, and no other site sends it. It holds the key, which can be revoked. */
const RULES = "Path=/; HttpOnly; SameSite=Strict";
const THIRTY_DAYS = 30 * 24 * 3600;

/** POST /api/sign-in: a cookie for a browser, which cannot send the key with every page. */
export function signedIn(body: Uint8Array): Response {
  const parsed = signInBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { key } = parsed.data;
  const caller = callerOfKey(key);
  if (!caller) throw new Problem(401, "unknown-key", "this key is unknown or was revoked");
  if (!mayCall(["read"], caller))
    throw new Problem(403, "scope-missing", "pages need a key with the scope read or admin");
  return answer(`${COOKIE}=${key}; Max-Age=${THIRTY_DAYS}; ${RULES}`);
}

/** DELETE /api/sign-in. */
export const signedOut = (): Response => answer(`${COOKIE}=; Max-Age=0; ${RULES}`);

const answer = (cookie: string) => new Response(null, { status: 204, headers: { "set-cookie": cookie } });
