import { isAllowedHost } from "../http/host-check";
import { isExposed } from "../process/settings";

export type OidcSettings = {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client, which only proves itself by PKCE. */
  readonly clientSecret: string | null;
  /** The address by which browsers reach this server; the provider sends them back there. */
  readonly publicUrl: URL;
  /** What the button of the sign-in page calls the provider. */
  readonly providerName: string;
};

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
export const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname);

const NEEDED = ["WINNOW_OIDC_ISSUER", "WINNOW_OIDC_CLIENT_ID", "WINNOW_PUBLIC_URL"] as const;

/**
 * The OpenID provider that people sign in with; null if none is set up. Throws a sentence for settings that cannot work.
 * The environment is read on each call, so that tests can change it.
 */
export function oidcSettings(): OidcSettings | null {
  if (!process.env.WINNOW_OIDC_ISSUER?.trim() && !process.env.WINNOW_OIDC_CLIENT_ID?.trim()) return null;
  const missing = NEEDED.filter((name) => !process.env[name]?.trim());
  if (missing.length > 0) throw new Error(`signing in with a provider also needs ${missing.join(" and ")}`);
  const issuer = urlOf("WINNOW_OIDC_ISSUER");
  if (issuer.protocol !== "https:" && !isLoopback(issuer))
    throw new Error(
      "WINNOW_OIDC_ISSUER must begin with https://: over plain HTTP anybody on the line could sign in as anybody",
    );
  const publicUrl = urlOf("WINNOW_PUBLIC_URL");
  if (publicUrl.pathname !== "/" || publicUrl.search !== "" || publicUrl.hash !== "")
    throw new Error("WINNOW_PUBLIC_URL is the address of the server alone, such as https://winnow.example.org");
  return {
    issuer,
    clientId: process.env.WINNOW_OIDC_CLIENT_ID?.trim() ?? "",
    clientSecret: process.env.WINNOW_OIDC_CLIENT_SECRET?.trim() || null,
    publicUrl,
    providerName: process.env.WINNOW_OIDC_NAME?.trim() || issuer.host,
  };
}

function urlOf(name: (typeof NEEDED)[number]): URL {
  const text = process.env[name]?.trim() ?? "";
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new Error(`${name} is not an address: it should begin with https://`);
  if (url.username !== "" || url.password !== "") throw new Error(`${name} must not hold a password`);
  return url;
}

/** Called at the start: throws if the settings contradict each other. Answers a sentence for what has no effect. */
export function checkOidcSettings(): string | null {
  const settings = oidcSettings();
  if (settings === null) return null;
  if (!isExposed())
    return "signing in with a provider has no effect: on loopback alone nobody is asked (docs/people.md)";
  if (!isAllowedHost(settings.publicUrl.host))
    throw new Error(`WINNOW_PUBLIC_URL names ${settings.publicUrl.host}, which WINNOW_ALLOWED_HOSTS does not allow`);
  return null;
}

/** What a provider says of somebody, as far as it decides who they are here. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
};

/**
 * Whether WINNOW_OIDC_ADMINS names this person: by the subject, or by an address that the provider has verified. Nobody of
 * another provider than the one that is set up now is named, because subjects and addresses are its own.
 */
export function isNamedAdmin({ issuer, subject, email, isEmailVerified }: Identity): boolean {
  if (!process.env.WINNOW_OIDC_ISSUER || !isSameIssuer(issuer, process.env.WINNOW_OIDC_ISSUER.trim())) return false;
  const named = (process.env.WINNOW_OIDC_ADMINS ?? "").split(",").map((one) => one.trim());
  const address = isEmailVerified ? email?.toLowerCase() : undefined;
  return named.some(
    (one) => one !== "" && (one === subject || (address !== undefined && one.toLowerCase() === address)),
  );
}

const isSameIssuer = (one: string, other: string): boolean => one.replace(/\/$/, "") === other.replace(/\/$/, "");
