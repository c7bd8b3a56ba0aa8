import { Problem } from "@/lib/api/problem";
import { allowedHosts } from "../process/settings";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The header in which proxy.ts passes the requested address to a page. */
export const PAGE_ADDRESS = "x-winnow-page";

/**
 * Throws unless the request comes from this server's own pages or from a program. Any port is allowed: checking the
 * name is enough against DNS rebinding, and a tunnel may use another port. X-Forwarded-Host is ignored.
 */
export function assertTrustedRequest(
  request: { method: string; headers: Headers },
  { isLedTo = false }: { readonly isLedTo?: boolean } = {},
): void {
  const host = request.headers.get("host")?.toLowerCase() ?? null;
  if (!isAllowedHost(host)) throw new Problem(403, "host-not-allowed", "this server does not answer to that host name");
  if (isLedTo && isNavigation(request)) return;
  assertSameOrigin(request, host as string);
}

/** True for navigation, such as following a link; not for fetches, images and frames. */
const isNavigation = ({ method, headers }: { method: string; headers: Headers }): boolean =>
  method === "GET" &&
  headers.get("origin") === null &&
  headers.get("sec-fetch-mode") === "navigate" &&
  headers.get("sec-fetch-dest") === "document";

export function isAllowedHost(host: string | null): boolean {
  const match = host?.toLowerCase().match(/^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/);
  const name = match?.[1];
  if (name === undefined) return false;
  return LOOPBACK.has(name) || allowedHosts().some((allowed) => allowed === name || allowed === host);
}

function assertSameOrigin(request: { method: string; headers: Headers }, host: string): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw crossOrigin();
  const origin = request.headers.get("origin");
  if (origin !== null && !isOriginOf(origin, host)) throw crossOrigin();
  // A browser always sends Origin with a state-changing fetch; a cookie without Origin comes from a form in an old
  // browser.
  if (origin === null && !SAFE_METHODS.has(request.method) && request.headers.has("cookie") && site === null)
    throw crossOrigin();
}

const crossOrigin = () => new Problem(403, "cross-origin", "requests from other web pages are refused");

const isOriginOf = (origin: string, host: string): boolean => {
  const lower = origin.toLowerCase();
  return lower === `http://${host}` || lower === `https://${host}`;
};
