import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { RawFile } from "./sessions";

/** Untrusted bytes on their way out: always a download, never a type that a browser would run. */
export function inertDownload(file: RawFile): Response {
  const body = Readable.toWeb(createReadStream(file.path)) as ReadableStream;
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
