import { createHash } from "node:crypto";

/**
 * Adds an entity tag (`ETag`) of the content, or answers 304 if the caller names that tag (`If-None-Match`). The tag is
 * weak, because a proxy may compress the content.
 */
export async function withEntityTag(request: Request, response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const tag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const headers = new Headers(response.headers);
  headers.set("etag", tag);
  if (!namesTag(request.headers.get("if-none-match"), tag)) return new Response(body, { headers });
  headers.delete("content-type");
  headers.delete("content-length");
  return new Response(null, { status: 304, headers });
}

const namesTag = (named: string | null, tag: string): boolean =>
  named?.split(",").some((one) => one.trim() === "*" || opaque(one) === opaque(tag)) ?? false;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
