import { audit } from "../audit/audit";
import { auditRefusal } from "../audit/refusals";
import { forgetKeyCookies } from "../http/key-cookies";
import { callerAddress } from "../process/request-facts";
import { localPath } from "./local-path";
import { beginFlow, type FailureCode, finishFlow, SignInFailure } from "./oidc-flow";
import { oidcSettings } from "./oidc-settings";
import { flowCookie, flowIn, noFlowCookie, sessionCookie, tokenIn } from "./sign-in-cookies";
import { makeSignIn, revokeToken } from "./sign-ins";

/** GET /api/sign-in/start: redirects the browser to the identity provider. */
export async function answerStart(url: URL): Promise<Response> {
  const settings = oidcSettings();
  const next = localPath(url.searchParams.get("next"));
  if (settings === null) return backToPage("provider-unavailable", next);
  try {
    const { address, flow } = await beginFlow(settings, next);
    return redirect(address.href, [flowCookie(flow)]);
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    return backToPage(error.code, next);
  }
}

/**
 * GET /api/sign-in/callback: answers the identity provider's redirect. Signs in only the browser that started, within
 * ten minutes and once; everything else returns to the sign-in page with a reason.
 */
export async function answerCallback(request: Request): Promise<Response> {
  const settings = oidcSettings();
  if (settings === null) return backToPage("refused", "/");
  const cookies = request.headers.get("cookie");
  const begun = flowIn(cookies);
  if (begun === null) return refused("expired", "/");
  const next = localPath(begun.next);
  try {
    const claims = await finishFlow(settings, new URL(request.url).searchParams, begun);
    const client = clientName(request.headers.get("user-agent"));
    const address = callerAddress();
    const made = await makeSignIn({ claims, state: begun.state, client, address }, (transaction, { id, name }) =>
      audit({ action: "sign-in", subject: id, by: { kind: "person", id, name } }, transaction),
    );
    if (made === null) return refused("expired", next);
    const before = tokenIn(cookies);
    if (before !== null) await revokeToken(before); // the browser's previous sign-in
    return redirect(next, [sessionCookie(made.token), noFlowCookie(), ...forgetKeyCookies]);
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    return refused(error.code, next);
  }
}

async function refused(code: FailureCode, next: string): Promise<Response> {
  await auditRefusal(code);
  return backToPage(code, next);
}

/** The sign-in page, with the reason for the failure (scripts/sign-in-page.mjs). */
function backToPage(code: FailureCode, next: string): Response {
  const query = new URLSearchParams({ "sign-in": code, ...(next !== "/" && { next }) });
  return redirect(`/?${query}`, [noFlowCookie()]);
}

/** 303, so the browser requests the next page with GET; without a Referer, which would contain the code. */
function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, "referrer-policy": "no-referrer", "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
] as const;
const SYSTEMS = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** A label by which people recognise a browser, such as `Firefox on Linux`; null if unknown. Nothing else is stored. */
function clientName(userAgent: string | null): string | null {
  const find = (names: typeof BROWSERS | typeof SYSTEMS) => names.find(([, shape]) => shape.test(userAgent ?? ""))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return [browser, system].filter(Boolean).join(" on ") || null;
}
