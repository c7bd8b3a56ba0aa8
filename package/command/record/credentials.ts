import type { Exchange } from "./exchange";

/** Names of headers and query fields that hold credentials. */
const SECRET_NAME = /auth|key|token|secret|cookie|credential|password|signature/i;
/** A shorter value would match ordinary text. */
const MIN_LENGTH = 8;

export const REMOVED = "[credential removed]";

/**
 * The credentials of this exchange. Their headers are not written anyway; a body or an error message may repeat them.
 */
export function credentialsIn({ requestHeaders, responseHeaders, path }: Exchange): readonly string[] {
  const found = new Set<string>();
  for (const headers of [requestHeaders, responseHeaders])
    for (let at = 0; at < headers.length; at += 2)
      if (SECRET_NAME.test(headers[at] ?? "")) for (const value of valuesIn(headers[at + 1] ?? "")) found.add(value);
  for (const [name, value] of new URL(path, "http://relay").searchParams)
    if (SECRET_NAME.test(name) && value.length >= MIN_LENGTH) found.add(value);
  return [...found].sort((one, other) => other.length - one.length);
}

/** `Bearer abc`, `a=1; b=2`: the whole value and its words. A number is not a credential. */
const valuesIn = (value: string): string[] =>
  [value, ...value.split(/[\s;,]+/), ...value.split(/[\s;,=]+/)].filter(
    (word) => word.length >= MIN_LENGTH && !/^[\d.]+$/.test(word),
  );

export const withoutCredentials = (text: string, credentials: readonly string[]): string =>
  credentials.reduce((left, credential) => left.replaceAll(credential, REMOVED), text);
