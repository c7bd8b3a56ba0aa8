import { type NextRequest, NextResponse } from "next/server";
import { sentMethod } from "./lib/server/door/front-door";
import { isAllowedHost, PAGE_ADDRESS } from "./lib/server/http/host-check";

/** For pages only: checks the Host and the method, and sets a Content-Security-Policy with a new nonce. */
export function proxy(request: NextRequest) {
  if (!isAllowedHost(request.headers.get("host"))) return new NextResponse("Host not allowed\n", { status: 403 });
  if (request.nextUrl.pathname.startsWith("/_next/")) return NextResponse.next(); // for assets, only the host is checked
  const other = answerOtherMethod(sentMethod(request));
  if (other) return other;
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PAGE_ADDRESS, request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy); // Next reads the nonce from this request header
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "no-store"); // pages contain transcripts
  return response;
}

/** Answers methods other than GET and HEAD, for which Next would render the page too; null for these two. */
function answerOtherMethod(method: string): NextResponse | null {
  const headers = { allow: "GET, HEAD, OPTIONS" };
  if (method === "GET" || method === "HEAD") return null;
  if (method === "OPTIONS") return new NextResponse(null, { status: 204, headers });
  return new NextResponse(`A page allows ${headers.allow}\n`, { status: 405, headers });
}

/** Styles need 'unsafe-inline', because recharts and Radix write them without a nonce. Scripts are strict. */
function contentSecurityPolicy(nonce: string): string {
  // React's development build uses eval for error stacks, and hot reload uses a web socket.
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

// Routes with bodies are excluded, because a matched route loses all bytes of a body after 10 MB. They use guard()
// instead.
export const config = { matcher: [{ source: "/((?!api/|v1/|compact$).*)" }] };
