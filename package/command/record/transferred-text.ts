import zlib from "node:zlib";
import { Decompress } from "fzstd";
import { type Copy, MAX_BODY_BYTES } from "./exchange";

/** The transferred text; null if it is not text, is damaged, or unpacks to more than the limit. */
export function transferredText(copy: Copy, headers: readonly string[]): string | null {
  const bytes = copy.content;
  if (bytes === null) return null;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(unpacked(bytes, headerIn(headers, "content-encoding")));
  } catch {
    return null;
  }
}

/** A truncated answer is unpacked as far as possible. */
function unpacked(bytes: Buffer, coding: string): Uint8Array {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const limit = { maxOutputLength: MAX_BODY_BYTES };
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return zlib.gunzipSync(bytes, { ...limit, finishFlush: Z_SYNC_FLUSH });
    case "deflate":
      return zlib.inflateSync(bytes, { ...limit, finishFlush: Z_SYNC_FLUSH });
    case "br":
      return zlib.brotliDecompressSync(bytes, { ...limit, finishFlush: BROTLI_OPERATION_FLUSH });
    case "zstd":
      return unzstd(bytes);
    case "":
    case "identity":
      return bytes;
    default:
      throw new Error(`${coding} cannot be unpacked`);
  }
}

/** Node has no zstd before version 22. */
function unzstd(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const decoder = new Decompress((piece) => {
    size += piece.length;
    if (size > MAX_BODY_BYTES) throw new Error("the body is too large to be kept");
    pieces.push(piece);
  });
  decoder.push(bytes, true);
  return Buffer.concat(pieces);
}

function headerIn(raw: readonly string[], wanted: string): string {
  const at = raw.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted);
  return at === -1 ? "" : (raw[at + 1] ?? "").trim().toLowerCase();
}
