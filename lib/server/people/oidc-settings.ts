import { isAllowedHost } from "../http/host-check";
import { isExposed } from "../process/settings";

export type OidcSettings = {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client, which relies on PKCE alone. */
  readonly clientSecret: string | null;
  /** The address at which browsers reach this server; the identity provider redirects there. */
  readonly publicUrl: URL;
  /** The identity provider's name on the sign-in button. */
  readonly providerName: string;
};

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
export const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname);

const NEEDED = ["WINNOW_OIDC_ISSUER", "WINNOW_OIDC_CLIENT_ID", "WINNOW_PUBLIC_URL"] as const;

/**
 * The identity provider for sign-in; null if none is set up. Throws a sentence for unusable settings. Reads the
 * environment on each call, so that tests can change it.
 */
export function oidcSettings(): OidcSettings | null {
  if (!process.env.WINNOW_OIDC_ISSUER?.trim() && !process.env.WINNOW_OIDC_CLIENT_ID?.trim()) return null;
  const missing = NEEDED.filter((name) => !process.env[name]?.trim());
  if (missing.length > 0)
    throw new Error(`signing in through an identity provider also needs ${missing.join(" and ")}`);
  const issuer = urlOf("WINNOW_OIDC_ISSUER");
  if (issuer.protocol !== "https:" && !isLoopback(issuer))
    throw new Error(
      "WINNOW_OIDC_ISSUER must begin with https://: over plain HTTP, anyone on the network could sign in as anyone",
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
  if (url.username !== "" || url.password !== "") throw new Error(`${name} must not contain a password`);
  return url;
}

/**
 * Called at the start: throws if the settings contradict each other. Returns a warning about settings without effect.
 */
export function checkOidcSettings(): string | null {
  const settings = oidcSettings();
  if (settings === null) return null;
  if (!isExposed())
    return "signing in through an identity provider has no effect: on loopback only, nobody has to sign in (docs/people.md)";
  if (!isAllowedHost(settings.publicUrl.host))
    throw new Error(`WINNOW_PUBLIC_URL names ${settings.publicUrl.host}, which WINNOW_ALLOWED_HOSTS does not allow`);
  return null;
}

/** The identity provider's claims that identify a person here. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
};

/**
 * True if WINNOW_OIDC_ADMINS names this person, by subject or by a verified address. Only the configured provider
 * counts, because subjects and addresses belong to a provider.
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
