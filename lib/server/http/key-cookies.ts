import { cookieValue } from "./cookies";

/**
 * The cookie of a browser that signed in with a key. No script of a page can read it, and no other site sends it. It holds the
 * key, which can be revoked.
 *
 * Over https it is called `__Host-winnow-key`: a browser takes and sends that name only if this very host set it over TLS, so that
 * no neighbouring host can plant a key of its own, whose project would get what the reader imports. Over plain http, loopback
 * included, browsers do not keep such a cookie; there it has the plain name.
 */
const PLAIN = "winnow-key";
const HOST = `__Host-${PLAIN}`;
const RULES = "Path=/; HttpOnly; SameSite=Strict";
const THIRTY_DAYS = 30 * 24 * 3600;
const KEY = /^[\w-]{1,200}$/;

/** Makes a browser keep the key, under the name for how it came here, and forget that of the other name. */
export function keyCookies(key: string, isByTls: boolean): readonly string[] {
  const rules = `Max-Age=${THIRTY_DAYS}; ${RULES}`;
  return isByTls ? [`${HOST}=${key}; ${rules}; Secure`, noPlainKey] : [`${PLAIN}=${key}; ${rules}`];
}

const noPlainKey = `${PLAIN}=; Max-Age=0; ${RULES}`;

/** Make a browser forget the key that it signed in with. */
export const forgetKeyCookies: readonly string[] = [noPlainKey, `${HOST}=; Max-Age=0; ${RULES}; Secure`];

/**
 * The key that a browser signed in with. The plain name counts if there is no other, so that browsers that signed in before
 * stay signed in; not behind a proxy that says that the browser came by https, if anything could have planted it.
 */
export function keyInCookies(cookies: string | null, isByTls: boolean): string | null {
  if (isByTls || cookies?.includes(`${HOST}=`)) return cookieValue(HOST, cookies, KEY);
  return cookieValue(PLAIN, cookies, KEY);
}
