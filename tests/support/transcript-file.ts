import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import path from "node:path";
import type { TranscriptFile } from "@/lib/importers/importer";

/** Bytes or text as a file to import, in chunks of `chunkSize`. */
export function memoryFile(content: string | Uint8Array, name = "session.jsonl", chunkSize = 65_536): TranscriptFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    name,
    sha256,
    bytes: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
    },
  };
}

/** A file on disk as a file to import. */
export function diskFile(location: string): TranscriptFile {
  const bytes = readFileSync(location);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { name: path.basename(location), sha256, bytes: bytes.length, open: () => createReadStream(location) };
}
