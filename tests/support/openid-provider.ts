import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

/** What a test changes in an answer: the ID token's claims, its signature, or the lack of an answer. */
export type Tampering = {
  readonly claims?: JWTPayload;
  readonly without?: readonly string[];
  readonly signing?: "none" | "other-key" | "shared-secret";
  /** A different `iss` with the code, as when answers of two providers are mixed up. */
  readonly callbackIssuer?: string;
  readonly isDown?: boolean;
};

type Grant = { readonly nonce: string | null; readonly challenge: string; readonly redirect: string; isUsed: boolean };

export type OpenIdProvider = {
  readonly issuer: () => string;
  /** Who signs in next. */
  person: JWTPayload;
  tampering: Tampering;
  /** Form bodies received by the token endpoint. */
  readonly exchanges: URLSearchParams[];
  /** Acts as a person's browser at the provider; returns the address to which the provider redirects. */
  readonly signIn: (authorizationAddress: string) => Promise<URL>;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
};

export const CLIENT_ID = "winnow-test";
export const CLIENT_SECRET = "a secret of this test alone";

/** A small OpenID Connect provider: discovery, keys, codes with PKCE, tokens, user info and ending a session. */
export function makeOpenIdProvider(): OpenIdProvider {
  const grants = new Map<string, Grant>();
  let address = "";
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let otherKeys: typeof keys;
  const provider: OpenIdProvider = {
    issuer: () => address,
    person: { sub: "ada", name: "Ada", email: "ada@example.org", email_verified: true },
    tampering: {},
    exchanges: [],
    signIn: async (authorizationAddress) => {
      const answer = await fetch(authorizationAddress, { redirect: "manual" });
      return new URL(answer.headers.get("location") ?? "");
    },
    start: async () => {
      keys = await generateKeyPair("RS256");
      otherKeys = await generateKeyPair("RS256");
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  const metadata = () => ({
    issuer: address,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
    userinfo_endpoint: `${address}/userinfo`,
    jwks_uri: `${address}/keys`,
    end_session_endpoint: `${address}/end`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "none", "HS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });

  function authorize(query: URLSearchParams): string {
    const code = randomUUID();
    const redirect = query.get("redirect_uri") ?? "";
    const challenge = query.get("code_challenge") ?? "";
    grants.set(code, { nonce: query.get("nonce"), challenge, redirect, isUsed: false });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("iss", provider.tampering.callbackIssuer ?? address);
    return back.href;
  }

  async function idToken(nonce: string | null): Promise<string> {
    const { claims = {}, without = [], signing } = provider.tampering;
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: address, aud: CLIENT_ID, iat: now, exp: now + 300, nonce, ...provider.person, ...claims };
    const all = Object.fromEntries(Object.entries(usual).filter(([name]) => !without.includes(name))) as JWTPayload;
    if (signing === "none") return new UnsecuredJWT(all).encode();
    if (signing === "shared-secret")
      return new SignJWT(all)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(CLIENT_SECRET.padEnd(32)));
    const { privateKey } = signing === "other-key" ? otherKeys : keys;
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }

  async function exchange(form: URLSearchParams): Promise<[number, object]> {
    provider.exchanges.push(form);
    const grant = grants.get(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      grant !== undefined &&
      !grant.isUsed &&
      grant.challenge === challenge &&
      grant.redirect === form.get("redirect_uri") &&
      form.get("client_id") === CLIENT_ID &&
      form.get("client_secret") === CLIENT_SECRET;
    if (!isGood) return [400, { error: "invalid_grant" }];
    grant.isUsed = true;
    return [200, { access_token: "an access token", token_type: "bearer", id_token: await idToken(grant.nonce) }];
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", address);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const json = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (provider.tampering.isDown) return response.destroy();
    if (url.pathname === "/.well-known/openid-configuration") return json(200, metadata());
    if (url.pathname === "/keys") {
      const key = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
      return json(200, { keys: [key] });
    }
    if (url.pathname === "/authorize") return response.writeHead(302, { location: authorize(url.searchParams) }).end();
    if (url.pathname === "/end")
      return response.writeHead(302, { location: url.searchParams.get("post_logout_redirect_uri") ?? "/" }).end();
    if (url.pathname === "/token")
      return json(...(await exchange(new URLSearchParams(Buffer.concat(chunks).toString()))));
    if (url.pathname === "/userinfo") return json(200, { ...provider.person });
    return response.writeHead(404).end();
  });
  return provider;
}
