import { cookieValue } from "../http/cookies";
import { type Flow, flow } from "./oidc-flow";
import { oidcSettings } from "./oidc-settings";
import { LONGEST_MS } from "./sign-in-life";

/** Time limit for signing in at the identity provider, in seconds. */
const FLOW_SECONDS = 600;

/**
 * A browser sends a `__Host-` cookie only if this very host set it over TLS, so no neighbouring host can plant one.
 * Over plain HTTP, browsers would not keep it.
 */
const isSecure = (): boolean => oidcSettings()?.publicUrl.protocol === "https:";
const named = (name: string): string => (isSecure() ? `__Host-${name}` : name);

/**
 * `Lax`: the callback comes from the identity provider's page. State-changing requests must also have a matching Origin
 * (host-check.ts).
 */
const cookie = (name: string, value: string, seconds: number): string =>
  `${named(name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

export const sessionCookie = (token: string): string => cookie("winnow-session", token, LONGEST_MS / 1000);
const noSessionCookie = (): string => cookie("winnow-session", "", 0);
export const flowCookie = (begun: Flow): string =>
  cookie("winnow-flow", Buffer.from(JSON.stringify(begun)).toString("base64url"), FLOW_SECONDS);
export const noFlowCookie = (): string => cookie("winnow-flow", "", 0);

/** Clears a person's sign-in cookies. */
export const forgetCookies = (): readonly string[] => [noSessionCookie(), noFlowCookie()];

/** The sign-in token of a browser, as sent; null without one. */
export const tokenIn = (cookies: string | null): string | null =>
  cookieValue(named("winnow-session"), cookies, /^[\w-]{43}$/);

/** The expected values of the callback; null if this browser started no sign-in, or too long ago. */
export function flowIn(cookies: string | null): Flow | null {
  const value = cookieValue(named("winnow-flow"), cookies, /^[\w-]{1,4000}$/);
  if (value === null) return null;
  try {
    return flow.safeParse(JSON.parse(Buffer.from(value, "base64url").toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}
