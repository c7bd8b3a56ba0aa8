import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { ListedFile, ListedSession } from "@/lib/benchmark/manifest";
import { importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { Refusal } from "../output";
import { filesUnder } from "../sources";

/** Finds the files of the list by digest. */
export type Shelf = { find(file: ListedFile): Promise<Buffer> };

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A folder with the files, gzipped or not, under any names. */
export function folderShelf(folder: string): Shelf {
  if (!fs.existsSync(folder)) throw new Refusal(`there is no folder ${folder}`, 2);
  const bySize = new Map<number, string[]>();
  for (const file of filesUnder(folder)) {
    const size = unpackedSize(file);
    bySize.set(size, [...(bySize.get(size) ?? []), file]);
  }
  return {
    find: async (wanted) => {
      for (const file of bySize.get(wanted.bytes) ?? []) {
        const bytes = contentOf(file);
        if (sha256(bytes) === wanted.sha256) return bytes;
      }
      throw new Error(`no file in ${folder} has the digest ${wanted.sha256.slice(0, 12)}`);
    },
  };
}

const isPacked = (file: string): boolean => file.endsWith(".gz");
const contentOf = (file: string): Buffer =>
  isPacked(file) ? gunzipSync(fs.readFileSync(file)) : fs.readFileSync(file);

/** A gzip file ends with the size of its content. */
function unpackedSize(file: string): number {
  const { size } = fs.statSync(file);
  if (!isPacked(file) || size < 4) return size;
  const descriptor = fs.openSync(file, "r");
  try {
    const last = Buffer.alloc(4);
    fs.readSync(descriptor, last, 0, 4, size - 4);
    return last.readUInt32LE();
  } finally {
    fs.closeSync(descriptor);
  }
}

const FETCH_TIMEOUT_MS = 60_000;

/** Downloads files once from the repositories' host, checks them against the list, and keeps them in a folder. */
export function fetchingShelf(host: string, folder: string): Shelf {
  fs.mkdirSync(folder, { recursive: true });
  return {
    find: async (wanted) => {
      const kept = path.join(folder, wanted.sha256);
      if (fs.existsSync(kept)) {
        const bytes = fs.readFileSync(kept);
        if (sha256(bytes) === wanted.sha256) return bytes;
      }
      if (wanted.source === null) throw new Error("only its digest is known: name a folder that contains it (--from)");
      const bytes = await fetchBytes(`${host.replace(/\/$/, "")}/${wanted.source}`, wanted.bytes);
      if (sha256(bytes) !== wanted.sha256) throw new Error("the fetched file is not the one in the list");
      fs.writeFileSync(`${kept}.${process.pid}.tmp`, bytes);
      fs.renameSync(`${kept}.${process.pid}.tmp`, kept);
      return bytes;
    },
  };
}

/** Reads at most this many bytes. */
async function fetchBytes(address: string, most: number): Promise<Buffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(
      `${address} cannot be fetched (${(error.cause as Error | undefined)?.message ?? error.message}): name a mirror (--host) or a folder (--from)`,
    );
  });
  if (!answer.ok || answer.body === null) throw new Error(`${address} answered with status ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > most) throw new Error("the fetched file is longer than the list states");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The session with the most requests in an entry's files; throws with the reason if there is none. */
export async function readSession({ files }: ListedSession, shelf: Shelf): Promise<Session> {
  const found = await Promise.all(files.map(async (file) => openFile(file, await shelf.find(file))));
  const imported = await importTranscript(found);
  if (!imported.ok) throw new Error(imported.error.message);
  const longest = imported.value.sessions.toSorted((a, b) => b.responses.length - a.responses.length)[0];
  if (!longest) throw new Error("it contains no session");
  return longest;
}

const openFile = ({ path: place, sha256: digest }: ListedFile, bytes: Buffer): TranscriptFile => ({
  name: place === null ? `${digest}.jsonl` : path.posix.basename(place),
  sha256: digest,
  bytes: bytes.byteLength,
  async *open() {
    yield new Uint8Array(bytes);
  },
});
