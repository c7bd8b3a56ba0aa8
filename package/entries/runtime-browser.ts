import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Runtime } from "@/lib/library/runtime";
import { VOCABULARY_FILES } from "./vocabulary-files";

/** A page or a worker: vocabularies are fetched on demand, from where the bundler put them. */
export const BROWSER_RUNTIME: Runtime = {
  readVocabulary: async (name) => {
    const address = VOCABULARY_FILES[name]();
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the vocabulary ${name} is not at ${address.href}: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  // A state's digest is needed synchronously, but WebCrypto returns a promise.
  sha256: (chunks) => {
    const hash = sha256.create();
    const encoder = new TextEncoder();
    for (const chunk of chunks) hash.update(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
    return bytesToHex(hash.digest());
  },
};
