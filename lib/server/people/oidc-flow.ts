import * as client from "openid-client";
import * as z from "zod";
import { log } from "../process/log";
import { localPath } from "./local-path";
import { findProvider } from "./oidc-provider";
import type { Identity, OidcSettings } from "./oidc-settings";

const CALLBACK_PATH = "/api/sign-in/callback";

/**
 * The expected values of the callback. They stay in a cookie of the starting browser, so no other browser can complete
 * the sign-in.
 */
export const flow = z.strictObject({
  state: z.string().min(20),
  nonce: z.string().min(20),
  verifier: z.string().min(43),
  next: z.string(),
});
export type Flow = z.infer<typeof flow>;

/** Reasons why a sign-in failed; scripts/sign-in-page.mjs has a text for each. */
const FAILURES = ["provider-unavailable", "declined", "expired", "refused"] as const;
export type FailureCode = (typeof FAILURES)[number];
export class SignInFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** The kind of fault for the log, without any text from the identity provider or the browser. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

export type Claims = Identity & { readonly name: string };

/** The identity provider's address for the browser, and the state to keep meanwhile. */
export async function beginFlow(settings: OidcSettings, next: string): Promise<{ address: URL; flow: Flow }> {
  const provider = await orFailure(findProvider(settings));
  const begun: Flow = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    next: localPath(next),
  };
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: new URL(CALLBACK_PATH, settings.publicUrl).href,
    response_type: "code",
    scope: "openid profile email",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
  });
  return { address, flow: begun };
}

/**
 * Exchanges a callback's code for the identity that the provider reports. Checks state, issuer, PKCE, nonce, signature,
 * audience and times. Throws a `SignInFailure`.
 */
export async function finishFlow(settings: OidcSettings, query: URLSearchParams, begun: Flow): Promise<Claims> {
  const provider = await orFailure(findProvider(settings));
  // The address registered with the identity provider, whatever host this request names.
  const called = new URL(CALLBACK_PATH, settings.publicUrl);
  called.search = query.toString();
  const tokens = await orFailure(
    client.authorizationCodeGrant(provider, called, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    }),
  );
  const idToken = tokens.claims();
  if (!idToken) throw new SignInFailure("refused", "no ID token");
  const userInfo = await readUserInfo(provider, tokens.access_token, idToken);
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    ...profileOf({ ...userInfo, ...idToken }),
    ...addressOf(idToken, userInfo ?? {}),
  };
}

const WANTED_CLAIMS = ["name", "email", "email_verified"] as const;

/** Some providers give these claims only there. Without an answer, the subject serves as the name. */
async function readUserInfo(provider: client.Configuration, token: string, idToken: client.IDToken) {
  if (WANTED_CLAIMS.every((claim) => idToken[claim] !== undefined)) return null;
  if (!provider.serverMetadata().userinfo_endpoint) return null;
  return client.fetchUserInfo(provider, token, idToken.sub).catch(() => null);
}

const words = z.string().trim().min(1).optional().catch(undefined);
const profile = z.object({ name: words, preferred_username: words, email: words });
const LONGEST_NAME = 200;

function profileOf(claims: unknown) {
  const { name, preferred_username, email } = profile.parse(claims);
  return { name: (name ?? preferred_username ?? email ?? "").slice(0, LONGEST_NAME) };
}

const address = z.object({
  email: z.string().trim().min(3).max(320).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

/**
 * The address and its verification, both from one source: UserInfo's verification of its own address does not cover the
 * ID token's. The ID token takes precedence, unless only UserInfo mentions verification.
 */
function addressOf(idToken: unknown, userInfo: unknown) {
  const [first, second] = [address.parse(idToken), address.parse(userInfo)];
  const isStated = first.email !== undefined && first.email_verified !== undefined;
  const { email, email_verified } = isStated || second.email === undefined ? first : second;
  return { email: email ?? null, isEmailVerified: email !== undefined && email_verified === true };
}

/** The address for ending the identity provider's session; null if it has none. */
export async function endAddress(settings: OidcSettings): Promise<string | null> {
  try {
    const provider = await findProvider(settings);
    if (!provider.serverMetadata().end_session_endpoint) return null;
    return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: settings.publicUrl.href }).href;
  } catch {
    return null; // signing out here must work even if the identity provider is down
  }
}

async function orFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const failure = failureOf(error);
    log().warn(
      { code: failure.code, reason: failure.reason },
      "somebody could not sign in through the identity provider",
    );
    throw failure;
  }
}

/** openid-client errors that mean the identity provider did not answer properly. */
const UNAVAILABLE = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

/** The error codes of RFC 6749, section 4.1.2.1, and OpenID Connect Core 1.0, section 3.1.2.6. */
const RESPONSE_ERRORS = new Set([
  "access_denied",
  "invalid_request",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_response_type",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "invalid_request_object",
  "invalid_request_uri",
  "login_required",
  "registration_not_supported",
  "request_not_supported",
  "request_uri_not_supported",
]);

export function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  if (error instanceof client.AuthorizationResponseError) {
    const reason = RESPONSE_ERRORS.has(error.error) ? error.error : "other";
    return new SignInFailure(reason === "access_denied" ? "declined" : "refused", reason);
  }
  // `fetch` throws a TypeError without a code, with the network's error as its cause.
  if (error instanceof TypeError && error.cause instanceof Error && !("code" in error))
    return new SignInFailure("provider-unavailable", "no connection");
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "other";
  return new SignInFailure(UNAVAILABLE.has(code) ? "provider-unavailable" : "refused", code);
}
