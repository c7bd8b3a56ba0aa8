import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Problem } from "@/lib/api/problem";
import type { KeptText, Surroundings } from "@/lib/compress/surroundings";

/**
 * The environment of a program that uses Winnow as a library and keeps everything in memory, without a server or data
 * directory.
 */
export function plainSurroundings(): { readonly surroundings: Surroundings; readonly kept: Map<string, KeptText> } {
  const kept = new Map<string, KeptText>();
  const surroundings: Surroundings = {
    newId: randomUUID,
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    sha256: (texts) => {
      const hash = createHash("sha256");
      for (const text of texts) hash.update(text);
      return hash.digest("hex");
    },
    vocabularies: (name) => readFileSync(`lib/tokenizers/vocabularies/${name}.bin`),
    loadStored: (id) => {
      throw new Problem(404, "no-such-session", `nothing is stored here, so there is no session ${id}`);
    },
    readKept: async (id) => kept.get(id)?.text ?? null,
    keep: async (text) => void kept.set(text.id, text),
  };
  return { surroundings, kept };
}
