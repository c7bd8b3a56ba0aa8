import * as client from "openid-client";
import { processState } from "../process/process-state";
import { isLoopback, type OidcSettings } from "./oidc-settings";

/** Provider metadata changes rarely; it is fetched again after this long. */
const LIFE_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;

type Known = { readonly configuration: Promise<client.Configuration>; readonly at: number };
const known = () => processState("oidc-providers", () => new Map<string, Known>());

/** The identity provider's configuration, from its metadata. A failure is not cached. */
export function findProvider(settings: OidcSettings): Promise<client.Configuration> {
  const now = Date.now();
  const key = JSON.stringify([settings.issuer.href, settings.clientId, settings.clientSecret]);
  const before = known().get(key);
  if (before && now - before.at < LIFE_MS) return before.configuration;
  const configuration = discover(settings);
  known().set(key, { configuration, at: now });
  configuration.catch(() => known().delete(key));
  return configuration;
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  // Also checks the ID token's signature, although it comes straight from the identity provider over TLS.
  const execute = [client.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [client.allowInsecureRequests] : [])];
  const proof = clientSecret === null ? client.None() : bySecret(clientSecret);
  return client.discovery(issuer, clientId, undefined, proof, { execute, timeout: TIMEOUT_SECONDS });
}

/** Sends the secret by a method that the identity provider supports; Basic if it lists none. */
function bySecret(secret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...rest) =>
    server.token_endpoint_auth_methods_supported?.includes("client_secret_post")
      ? post(server, ...rest)
      : basic(server, ...rest);
}
