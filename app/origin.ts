/**
 * The address under which the browser reached this server. If there is a proxy, its headers say whether the browser
 * used https.
 */
export function originOf(asked: Headers): string {
  const isByTls = /^https\b/i.test(asked.get("x-forwarded-proto") ?? "");
  return `${isByTls ? "https" : "http"}://${asked.get("host") ?? "127.0.0.1:3000"}`;
}
