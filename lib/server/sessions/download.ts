import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { RawFile } from "./sessions";

/** Sends untrusted bytes as a download, never with a type that a browser would run. */
export function inertDownload(file: RawFile): Response {
  const bytes = createReadStream(file.path);
  const body = Readable.toWeb(file.sha256 ? Readable.from(verified(bytes, file.sha256)) : bytes) as ReadableStream;
  const name = file.name.split("/").at(-1) ?? "transcript";
  const plain = name.replace(/[^\w.-]/g, "_").slice(-100);
  return new Response(body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(file.bytes),
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.slice(-100).toWellFormed())}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}

/**
 * Streams the bytes, holding back the last chunk until the hash is verified, so a damaged file never arrives complete.
 */
async function* verified(source: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  let last: Buffer | null = null;
  for await (const chunk of source) {
    if (last) yield last;
    digest.update(chunk);
    last = chunk;
  }
  if (digest.digest("hex") !== sha256) throw new Error("the file was changed while it was sent");
  if (last) yield last;
}
