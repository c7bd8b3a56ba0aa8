import { type NextRequest, NextResponse } from "next/server";
import { sentMethod } from "./lib/server/front-door";
import { isAllowedHost } from "./lib/server/host-check";

/** Pages only: the Host allow-list, the methods of a page, and a Content-Security-Policy with a fresh nonce. */
export function proxy(request: NextRequest) {
  if (!isAllowedHost(request.headers.get("host"))) return new NextResponse("Host not allowed\n", { status: 403 });
  if (request.nextUrl.pathname.startsWith("/_next/")) return NextResponse.next(); // assets: only the host matters
  const other = answerOtherMethod(sentMethod(request));
  if (other) return other;
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy); // Next reads the nonce from this request header
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "no-store"); // pages hold transcripts
  return response;
}

/** Null for GET and HEAD. Next would draw the page for any other method as well. */
function answerOtherMethod(method: string): NextResponse | null {
  const headers = { allow: "GET, HEAD, OPTIONS" };
  if (method === "GET" || method === "HEAD") return null;
  if (method === "OPTIONS") return new NextResponse(null, { status: 204, headers });
  return new NextResponse(`A page takes ${headers.allow}\n`, { status: 405, headers });
}

/** `style-src 'unsafe-inline'`: recharts and Radix write styles without a nonce; scripts stay strict. */
function contentSecurityPolicy(nonce: string): string {
  // React's development build uses eval for error stacks, and hot reload speaks over a web socket.
  const isDev = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${isDev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// `api` stays out: a matched route loses every body byte after 10 MB. Its handlers go through guard().
export const config = { matcher: [{ source: "/((?!api/).*)" }] };
