import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { DEFAULT_PROJECT } from "@/lib/api/caller";
import { KnownMessages } from "@/lib/compress/known-messages";
import type { KeptText, Surroundings } from "@/lib/compress/surroundings";
import { blobFile, blobPath, putText } from "../objects/blobs";
import { rememberingLoader } from "../process/vocabulary";
import type { KeptFor, StoredOutputFile } from "./body-task";
import { loadContext } from "./load-context";
import { writeOutputNote } from "./output-notes";

/** The worker's environment: the data directory, this machine's clock and its randomness. */
export const WORKER_SURROUNDINGS: Surroundings = {
  newId: randomUUID,
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  sha256,
  vocabularies: rememberingLoader,
  loadStored: loadContext,
  readKept,
  keep: async (kept) => void (await writeKept(kept, NOWHERE)),
  known: new KnownMessages(),
};

const NOWHERE: KeptFor = { project: DEFAULT_PROJECT, sessionId: null };

/** The environment of one call, with a list of stored texts: the main thread adds their rows. */
export function keepingSurroundings(keptFor = NOWHERE): {
  readonly surroundings: Surroundings;
  readonly outputs: StoredOutputFile[];
} {
  const outputs: StoredOutputFile[] = [];
  const keep = async (kept: KeptText) => void outputs.push(await writeKept(kept, keptFor));
  return { surroundings: { ...WORKER_SURROUNDINGS, keep, keptIn: keptFor.project }, outputs };
}

/**
 * Texts are hashed in pieces of about this many characters: each call of `update` costs more than hashing a short text.
 */
const PIECE = 16_384;

function sha256(texts: Iterable<string>): string {
  const digest = createHash("sha256");
  let piece = "";
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    digest.update(piece);
    piece = "";
  }
  return digest.update(piece).digest("hex");
}

/** Writes the text as a blob, with the note that is a second copy of its row. */
async function writeKept(kept: KeptText, keptFor: KeptFor): Promise<StoredOutputFile> {
  const { id, text, tool, tokens, source } = kept;
  const { sha256: digest, bytes } = await keepText(text);
  const output = { id, sha256: digest, tool, tokens, bytes, putAsideAt: new Date().toISOString(), source, ...keptFor };
  writeOutputNote(output);
  return output;
}

/** Digests of the texts stored by this thread, so a re-sent history does not write its outputs again. */
const keptHere = new Set<string>();
const MAX_KEPT = 20_000;

/** Stores a text as a blob, unless this thread already did and the blob still has its length. */
async function keepText(text: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const [digest, bytes] = [sha256([text]), Buffer.byteLength(text)];
  if (keptHere.has(digest) && statSync(blobPath(digest), { throwIfNoEntry: false })?.size === bytes)
    return { sha256: digest, bytes };
  const kept = await putText(text);
  if (keptHere.size >= MAX_KEPT) keptHere.clear();
  keptHere.add(digest);
  return kept;
}

/** A state's id is its digest, so it needs no note. */
async function readKept(id: string): Promise<string | null> {
  const digest = /^state_([0-9a-f]{64})$/.exec(id)?.[1];
  if (digest === undefined) return null;
  return blobFile(digest).then(
    (file) => readFile(file, "utf8"),
    () => null,
  );
}
