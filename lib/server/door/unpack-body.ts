import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Problem } from "@/lib/api/problem";
import { unzstd } from "@/lib/importers/containers/unzstd";
import { tooLarge } from "./guard";

const unzip = promisify(gunzip);

/** Unpacked on the event loop, so that other work comes in between. */
const BYTES_AT_A_TIME = 1 << 20;

/**
 * The bytes of a body that its sender packed (`Content-Encoding`), at most `limit` of them. 415 for another packing than gzip
 * and zstd, 400 if the bytes are not what the header says, 413 if they grow over the limit.
 */
export async function unpackBody(packed: Uint8Array, header: string | null, limit: number): Promise<Uint8Array> {
  const encoding = header?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return packed;
  if (encoding !== "gzip" && encoding !== "zstd")
    throw new Problem(
      415,
      "unsupported-encoding",
      `Content-Encoding ${encoding} is not taken; send gzip, zstd or none`,
    );
  try {
    return encoding === "gzip" ? await unzip(packed, { maxOutputLength: limit }) : await allOfZstd(packed, limit);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limit, limit + 1);
    throw new Problem(400, `bad-${encoding}`, `the body is not ${encoding}, although Content-Encoding says so`);
  }
}

async function allOfZstd(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  const limits = {
    packedBytes: packed.byteLength,
    maxBytes: Number.POSITIVE_INFINITY,
    maxRatio: Number.POSITIVE_INFINITY,
  };
  const chunks: Uint8Array[] = [];
  let [bytes, rested] = [0, 0];
  for await (const chunk of unzstd(inOne(packed), "body", limits)) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge(limit, bytes);
    chunks.push(chunk);
    if (bytes - rested < BYTES_AT_A_TIME) continue;
    rested = bytes;
    await setImmediate();
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
