import { Problem } from "@/lib/api/problem";
import { mayCall } from "@/lib/api/route-scopes";
import { signInBody } from "@/lib/api/schemas/keys";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { actorOf, audit } from "../audit/audit";
import { auditRefusal } from "../audit/refusals";
import { forgetKeyCookies, keyCookies } from "../http/key-cookies";
import { endAddress } from "../people/oidc-flow";
import { oidcSettings } from "../people/oidc-settings";
import { forgetCookies, tokenIn } from "../people/sign-in-cookies";
import { revokeToken } from "../people/sign-ins";
import { currentCaller } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";
import { callerOfKey } from "./api-keys";

/**
 * POST /api/sign-in: sets a cookie for a browser, which cannot send the key with every page. If `Origin` is https, the
 * cookie is sent over https only.
 */
export async function signedIn(body: Uint8Array, origin: string | null): Promise<Response> {
  const parsed = checkJson(signInBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { key } = parsed.data;
  const caller = callerOfKey(key);
  if (!caller) {
    await auditRefusal("unknown-key");
    throw new Problem(401, "unknown-key", "this key is unknown or was revoked");
  }
  const by = actorOf(caller);
  if (!mayCall(["read"], caller)) {
    await auditRefusal("scope-missing", by);
    throw new Problem(403, "scope-missing", "pages need a key with the scope read or admin");
  }
  await audit({ action: "sign-in", subject: by.id, by });
  const isByTls = origin?.startsWith("https://") === true;
  const headers = withCookies([...keyCookies(key, isByTls), ...forgetCookies()]);
  return new Response(null, { status: 204, headers });
}

/** DELETE /api/sign-in: signs the browser out and returns the identity provider's sign-out address, if any. */
export async function signedOut(cookies: string | null): Promise<Response> {
  const token = tokenIn(cookies);
  const signIn = token === null ? null : await revokeToken(token);
  const caller = currentCaller();
  if (signIn) {
    const { id, name } = signIn.person;
    await audit({ action: "sign-out", subject: signIn.id, by: { kind: "person", id, name } });
  } else if (caller.who.kind === "key") await audit({ action: "sign-out", subject: caller.who.id });
  const settings = signIn ? oidcSettings() : null;
  const address = settings ? await endAddress(settings) : null;
  return Response.json({ address }, { headers: withCookies([...forgetKeyCookies, ...forgetCookies()]) });
}

function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}
