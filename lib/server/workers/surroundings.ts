import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { KeptText, Surroundings } from "@/lib/compress/surroundings";
import { blobPath, putText } from "../blobs";
import { readOutputNote, writeOutputNote } from "../output-notes";
import { rememberingLoader } from "../vocabulary";
import type { StoredOutputFile } from "./body-task";
import { loadContext } from "./load-context";

/** What a worker is surrounded by: the data directory, this machine's clock and its randomness. */
export const WORKER_SURROUNDINGS: Surroundings = {
  newId: randomUUID,
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  sha256,
  vocabularies: rememberingLoader,
  loadStored: loadContext,
  readKept,
  keep: async (kept) => void (await writeKept(kept)),
};

/** The surroundings of one call, with the list of what it kept: the main thread adds the rows. */
export function keepingSurroundings(): { readonly surroundings: Surroundings; readonly outputs: StoredOutputFile[] } {
  const outputs: StoredOutputFile[] = [];
  const keep = async (kept: KeptText) => void outputs.push(await writeKept(kept));
  return { surroundings: { ...WORKER_SURROUNDINGS, keep }, outputs };
}

function sha256(texts: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex");
}

/** Writes the text as a blob, with the note that is a second copy of its row. */
async function writeKept({ id, text, tool, tokens, source }: KeptText): Promise<StoredOutputFile> {
  const { sha256: digest, bytes } = await putText(text);
  const output = { id, sha256: digest, tool, tokens, bytes, putAsideAt: new Date().toISOString(), source };
  writeOutputNote(output);
  return output;
}

/** The id of a state is its digest, so that a state needs no note. */
async function readKept(id: string): Promise<string | null> {
  const digest = /^state_([0-9a-f]{64})$/.exec(id)?.[1] ?? readOutputNote(id)?.sha256;
  if (digest === undefined) return null;
  return readFile(blobPath(digest), "utf8").catch(() => null);
}
