import { cookieValue } from "./cookies";

/**
 * The cookie of a browser that signed in with a key. It contains the key, which can be revoked. No script of
 * a page can read it, and no other site sends it.
 *
 * Over https it is named `__Host-winnow-key`: a browser accepts and sends that name only if this very host
 * set it over TLS, so no neighbouring host can plant a key of its own and collect the reader's imports in
 * its project. Over plain http, loopback included, browsers refuse such a cookie; there it has the plain
 * name.
 */
const PLAIN = "winnow-key";
const HOST = `__Host-${PLAIN}`;
const RULES = "Path=/; HttpOnly; SameSite=Strict";
const THIRTY_DAYS = 30 * 24 * 3600;
const KEY = /^[\w-]{1,200}$/;

/** Stores the key in the browser under the name for its scheme, and clears the other name. */
export function keyCookies(key: string, isByTls: boolean): readonly string[] {
  const rules = `Max-Age=${THIRTY_DAYS}; ${RULES}`;
  return isByTls ? [`${HOST}=${key}; ${rules}; Secure`, noPlainKey] : [`${PLAIN}=${key}; ${rules}`];
}

const noPlainKey = `${PLAIN}=; Max-Age=0; ${RULES}`;

/** Clears both sign-in cookies. */
export const forgetKeyCookies: readonly string[] = [noPlainKey, `${HOST}=; Max-Age=0; ${RULES}; Secure`];

/**
 * The key of a signed-in browser. Falls back to the plain name, so that earlier sign-ins stay valid, except behind a
 * proxy that reports https if another host could have set that cookie.
 */
export function keyInCookies(cookies: string | null, isByTls: boolean): string | null {
  if (isByTls || cookies?.includes(`${HOST}=`)) return cookieValue(HOST, cookies, KEY);
  return cookieValue(PLAIN, cookies, KEY);
}
