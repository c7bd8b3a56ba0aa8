import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Runtime } from "@/lib/library/runtime";
import { VOCABULARY_FILES } from "./vocabulary-files";

/** Node: vocabularies are files in the package, read on demand. */
export const NODE_RUNTIME: Runtime = {
  readVocabulary: (name) => readFileSync(VOCABULARY_FILES[name]()),
  newId: randomUUID,
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  sha256: (chunks) => {
    const hash = createHash("sha256");
    for (const chunk of chunks) hash.update(chunk);
    return hash.digest("hex");
  },
};
